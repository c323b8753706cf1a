"""D-3: applies the public taxonomy to demands; never defines priority, never changes the demand."""
