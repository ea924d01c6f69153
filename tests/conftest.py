"""What holds for all tests: examples are never judged by the clock, since a busy machine is no fault of the code."""

from hypothesis import HealthCheck, settings

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
