"""What changed, pushed to open screens: small facts of ids only, told after the commit."""
