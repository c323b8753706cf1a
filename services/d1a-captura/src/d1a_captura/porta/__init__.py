"""The gateway: passes requests to the other colonies and decides nothing for them."""
