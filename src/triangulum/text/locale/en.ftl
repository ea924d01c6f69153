# What every package's sentences need.

# The reader's own seat inside a sentence: "Bob and you".
you = you
# A player without a name, in a game whose seats have no names of their own.
seat = Player { $number }

# "a and b", "a, b and c".
list-end = { $first } and { $last }
list-more = { $first }, { $more }
