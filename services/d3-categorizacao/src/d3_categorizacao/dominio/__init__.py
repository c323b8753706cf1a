"""The rules of D-3: taxonomy, dictionary, classifier, calibration and what to do with each confidence. No I/O but package data."""
