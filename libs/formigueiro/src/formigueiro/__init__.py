"""The operator's and developer's command line, and the local stack it runs."""
