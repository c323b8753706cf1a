"""C-1: who the citizen is, by OpenID Connect, and what the citizen declares about themselves."""
