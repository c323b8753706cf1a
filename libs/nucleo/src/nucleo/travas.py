"""Advisory locks of the core. They are local to one colony's database, so constants are enough; each its own."""

MIGRACAO = 7_306_001
RELAY = 7_306_002
RECONSTRUCAO = 7_306_003
