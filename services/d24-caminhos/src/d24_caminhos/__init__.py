"""D-24: what was learned from closed demands, by municipality and subject, as profiles and dossiers."""
