"""Where people work: pytest, editors, OpenDP.

Each integration asks the front door for verdicts and shows them the way its host shows things. None of them decides
anything: what is proved or refuted is decided below. Nothing here is loaded unless it is used.
"""
