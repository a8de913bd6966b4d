"""Pictures and pages for people. This room computes nothing: it draws what the rooms below have found."""
