"""Who people are: guests, accounts, signatures, privacy and ratings."""
