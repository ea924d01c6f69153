"""Small games for testing the contract: two correct ones with secrets, and many that each break one promise."""
