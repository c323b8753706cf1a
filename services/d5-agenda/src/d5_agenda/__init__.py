"""D-5: turns the ranking of each civic unit into its public backlog of work."""
