"""The commands, one module a group; `formigueiro.cli` names them."""
