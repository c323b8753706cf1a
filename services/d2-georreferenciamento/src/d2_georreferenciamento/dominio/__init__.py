"""The rules of D-2: levels, names, coordinates and the territorial index. Pure: no database, no network, no clock."""
