"""Settings for all tests: the same examples in every run, whatever else the machine is doing."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")
