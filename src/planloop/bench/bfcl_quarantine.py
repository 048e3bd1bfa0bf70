"""placeholder"""
QUARANTINE: dict[str, str] = {}
