"""For every suite of the workspace: no test asserts a duration, Hypothesis included."""

import os

from hypothesis import settings

settings.register_profile("maquina", deadline=None)
settings.register_profile("ci-sem-prazo", settings.get_profile("ci"), deadline=None)
settings.load_profile("ci-sem-prazo" if os.environ.get("CI") else "maquina")
