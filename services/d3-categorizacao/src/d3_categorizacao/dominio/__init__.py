"""The rules of D-3: taxonomy, dictionary, classifier, calibration, thresholds. No I/O but package data."""
