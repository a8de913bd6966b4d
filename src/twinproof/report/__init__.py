"""Pictures and pages for people. This room decides nothing: it draws what the rooms below have found."""
