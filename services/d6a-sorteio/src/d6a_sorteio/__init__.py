"""D-6a: the draw of counsellors."""
