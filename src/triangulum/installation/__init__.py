"""What is installed: compiled or plain rules, and which extras."""
