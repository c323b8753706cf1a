"""D-2: to which civic unit, of which of the seven levels, does a demand belong?"""
