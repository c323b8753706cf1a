"""Alembic revisions of the projections."""
