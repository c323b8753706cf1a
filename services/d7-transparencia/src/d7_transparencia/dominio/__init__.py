"""The rules of reading: texts, local days, search keys, statuses, figures. No I/O."""
