# What a server can’t do, and why.

## Who somebody is.

name-needed = Choose a name first.
not-logged-in = You aren’t logged in.
logged-out = You aren’t logged in any more.
person-changed = You’re logged in as somebody else now. Reload the page.
logged-in-already = You already have an account, and you’re logged in.
account-name-taken = Somebody already has this name. Choose another one.
wrong-password = Name and password don’t match.
wrong-code = Name and recovery code don’t match.
account-name-too-long = This name is too long. Choose a shorter one.
account-name-unprintable = Use printable characters for your name.
too-many-attempts = That’s too many attempts. Wait a few minutes and try again.

## Tables.

no-such-table = There’s no such table.
server-stopping = The server is stopping. Try again in a moment.
table-changed = Something else happened first. Try again.
table-reloading = The table is being loaded again. Try again.
not-stored = The server couldn’t save that, so it hasn’t happened. Try again.
wrong-token = This invitation isn’t valid. Somebody may have taken the seat since.
too-many-muted = You can’t mute any more people at this table.
rematch-for-players = Only the players of a game can ask for a rematch.
too-many-tables = You have { $count ->
    [one] an unfinished table
   *[other] { $count } unfinished tables
}. Finish a game before you open another table.
no-hints = There are no hints at this table.
hint-pending = You’re already waiting for a hint.
bot-too-slow = The bot didn’t answer in time.
bot-failed = The bot “{ $bot }” has failed: { $error }.

## Requests and connections.

too-many-messages = That’s too many messages. Slow down.
too-many-requests = That’s too many requests. Slow down.
too-many-connections = Too many connections are open. Close another tab and try again.
too-slow = Your connection is too slow. Reload the page.
message-too-large = A message can have at most { $max } bytes.
body-too-large = A request can have at most { $max } bytes.
not-a-command = This isn’t a command: { $problem }.
not-json = Send JSON, with the content type application/json.
wrong-host = This server isn’t known by that name. Whoever runs it can set the name with --public-url.
other-site = Requests from other sites aren’t accepted.
metrics-local = Metrics are only for the server’s own machine, unless it’s started with --open-metrics.
database-unreachable = The server can’t reach its database. Try again in a moment.
server-failed = Something went wrong on the server. It has been logged.
