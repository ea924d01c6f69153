"""Small games for testing the contract: two right ones with secrets, and many that each break one promise."""
