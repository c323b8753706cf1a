"""The rules of D-2: levels, units, coordinates and the territorial index. Pure: no database, network or clock."""
