"""Sightline's engine: no Qt, no clock, no luck."""
