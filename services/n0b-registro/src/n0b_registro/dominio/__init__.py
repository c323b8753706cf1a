"""The rules of a schema registry for Avro: pure, without database, clock or HTTP."""
