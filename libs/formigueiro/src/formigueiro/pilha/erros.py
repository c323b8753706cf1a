"""Failures of the stack, worded for the person at the terminal."""


class FalhaDaPilha(Exception):
    """Something of the local stack did not work; the message says what and what to do."""
