"""twinproof"""
