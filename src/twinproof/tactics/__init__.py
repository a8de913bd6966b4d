"""Building proofs from the kernel's rules. Nothing in this room is trusted: it can only ask the kernel."""
