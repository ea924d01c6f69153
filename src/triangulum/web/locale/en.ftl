# The pages, and the labels of the browser client. How the files work: docs/translating.md.

## Every page.

skip = Skip to content
site-nav = Site
nav-games = Games
nav-tables = Tables
nav-replay = Replay
nav-you = You
description = Five table games to play with friends or bots.
footer = The games belong to their designers. The dice are sealed before a game and can be checked after it.
language = Language
    .change = Change
date = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
guest = Guest
your-name = Your name

## Links and buttons that several pages have.

play-now = Play now
    .label = Play { $game } now
    .preset = Play { $game } now: { $preset }
play-game = Play { $game }
tutorial = Tutorial
    .label = Tutorial for { $game }
rules = Rules
    .label = Rules of { $game }
set-up = Set up
    .label = Set up a { $game } table
leaderboard = Leaderboard
    .label = Leaderboard for { $game }
copy = Copy

## Games.

players = { $fewest }–{ $most } players
players-exactly = { $count ->
    [one] 1 player
   *[other] { $count } players
}
minutes = { $fewest }–{ $most } minutes
minutes-exactly = { $count } minutes
hidden-hands = hidden hands
designer = By { $designer }

## Bots, from the weakest to the strongest.

level-beginner = Plays almost at random. Good for children.
level-casual = Plays decent moves but makes mistakes.
level-club = Solid, but doesn’t plan ahead.
level-expert = Thinks several moves ahead.
level-master = Thinks as far ahead as it can in two seconds.
level-master-solved = Plays perfectly.

## Front page.

front-title = { $count ->
    [one] One table game
   *[other] { $count } table games
}
front-heading = Pull up a chair.
front-lead = Good table games: play against bots of any strength, or send your friends a link. No account, nothing to install.
front-level = Play against
front-no-script = Playing needs JavaScript. The rules and the list of open tables work without it.
front-continue = Continue
front-invite = Invite
    .label = Invite friends to { $game }
front-company = Play your way
    .text = Pass one device around, with a curtain between turns. Send friends a link or a QR code. Let bots fill the empty seats, and let a friend take over from a bot mid-game.
    .replay = Finished games can be replayed and shared, and their dice checked.
    .link = Replay a game
open-tables = Open tables
    .none = No open tables. Public tables appear here.

## Setting up a table.

new-title = Set up { $game }
new-no-script = Creating a table needs JavaScript.
new-players = Players
    .count = Number of players
seat-me = Me
seat-here = Someone on this device
    .name = Their name
    .label = Name of { $seat }
seat-bots = Bots
seat-anybody = Anyone with the link
seat-invited = By invitation only
seats-quick = Fill all other seats
    .bots = All bots
    .link = Friends by link
    .here = Pass and play
who-begins = Who begins
    .lot = By lot
    .help = In a rematch, everybody moves up one seat.
game-options = Game options
preset = Preset
    .changed = With your own changes below.
option-random = random
option-new = A new one for every game
option-own = Your own
    .label = { $option }: your own
table-settings = Table settings
setting-listed = List this table publicly
setting-hints = Allow hints from a bot
setting-late = Let people take over from bots during the game
setting-rated = Rated (if everyone has an account)
setting-clock = Time
    .none = No time limit
    .five = 5 minutes + 5 seconds per turn
    .fifteen = 15 minutes + 10 seconds per turn
    .forty-five = 45 minutes + 30 seconds per turn
    .day = 1 day per turn
    .three-days = 3 days per turn
setting-take-backs = Take-backs
    .agreed = Free if no one is affected, otherwise by agreement
    .free = Only if no one is affected
    .none = None
setting-chat = Chat
    .open = Free text
    .presets = Preset phrases only
    .off = Off
create-table = Create table

## Inviting others.

invite-title = Invite to { $game }
invite-link = Anyone with this link can take a free seat or watch. The link is too long to guess.
    .label = Link to the table
    .qr = QR code of the link
    .share = Share
invite-reserved = These seats are reserved. Send each person their own link:
invite-local = This server can only be reached from this computer, so the link works only here. To play with others on your network, start it with { $command }.
invite-go = Go to the table

## Rules, leaderboard, tutorial.

rules-title = { $game }: how to play
rules-contents = Contents
rules-numbered = All rules, numbered
leaderboard-title = { $game }: leaderboard
leaderboard-games = Games
leaderboard-note = { $games ->
    [one] From 1 rated game.
   *[other] From { $games } rated games.
} Ratings are conservative: new players start low.
leaderboard-place = Place
leaderboard-name = Name
leaderboard-rating = Rating
leaderboard-won = Won
leaderboard-won-of = { $won } of { $games }
leaderboard-bot = bot
leaderboard-empty = No rated games yet. Games are rated if everyone has an account. Bots are rated, too.
learn-title = { $game }: tutorial
learn-lessons = Lessons
learn-lesson = Lesson { $number }: { $title }
learn-no-script = The lesson needs JavaScript. This is how it starts.
learn-hint = Hint
learn-again = Try again
learn-next = Next lesson
learn-play = Play a full game

## Account.

me-title = You
me-no-script = This page needs JavaScript.
codes-title = Your recovery codes
    .text = Each code lets you set a new password once. There is no other way back in, and the codes won’t be shown again. Print them, or save them somewhere safe.
    .save = Save as a file
    .saved = I’ve saved them
account-since = You created your account on { $date }. You’re logged in on { $sessions ->
    [one] 1 device
   *[other] { $sessions } devices
} and have { $codes ->
    [one] 1 recovery code
   *[other] { $codes } recovery codes
} left.
log-out = Log out
    .everywhere = Log out everywhere
account-guest = You’re playing as a guest, and that’s all you need. With an account, you can see your games on all your devices, and games against others with an account are rated. All it takes is a name and a password.
account-create = Create an account
    .note = Your password needs at least eight characters. The games you’ve played as a guest stay yours.
log-in = Log in
field-name = Name
field-password = Password
field-new-password = New password
field-code = Recovery code
forgot-password = I forgot my password
    .set = Set new password
my-games = Your games
change-password = Change password
    .done = Your password has been changed, and you’ve been logged out on all other devices.
new-codes = New recovery codes
    .text = Your old codes will stop working.
    .get = Get new codes
my-data = Your data
    .guest = We store your name, your games and your chat messages. No address, no email, nothing else.
    .account = We store your name, your games, your chat messages and a hash of your password that nobody can turn back into the password. No address, no email, nothing else.
    .download = Download my data
    .delete-text = You can have your data deleted. At your tables you’ll be called “somebody”, and your messages will be gone. The games stay, because they’re your opponents’, too.
    .delete = Delete my data
    .sure = Delete everything about you? This can’t be undone.

## Replay.

replay-title = Replay: { $game }
replay-own = A game of yours
    .lead = Replay any game saved as a { $extension } file, and check its dice.
    .choose = Choose a { $extension } file
replay-no-script = Replaying a game needs JavaScript.
    .record = Download the record
replay-controls = Replay
replay-step = Step
replay-first = First step
replay-back = Previous step
replay-next = Next step
replay-last = Last step
key-home = Home
key-space = Space
key-end = End
replay-speed = Speed
    .slow = Slow
    .normal = Normal
    .fast = Fast
    .very-fast = Very fast
replay-view = View as
    .spectator = Spectator
replay-steps = All steps
replay-export = Share and export
    .link = Copy link to this step
    .record = Record (.tri)
    .svg = Picture (SVG)
    .png = Picture (PNG)
    .animation = Animation (SVG)
replay-dice = Were the dice fair?
    .text = Before the game, the server published the fingerprint of a secret seed. The seed is public now, so your browser can roll every die again by itself.
    .check = Check the dice

## Table.

table-stage = Table
table-loading = Setting the table …
table-side = Players, log and chat
table-players = Players
table-tabs = More about this game
tab-log = Log
tab-chat = Chat
tab-rules = Rules
tab-more = More
chance-to-win = Chance of winning
chat-field = Message
    .send = Send
type-move = Type a move
    .send = Play
table-dice = Dice
set-confirm = Confirm each move
set-usual = Answer routine questions for me
set-sound = Play a sound when it’s my turn
set-notify = Notify me when it’s my turn
set-chance = Show my chance of winning (at tables with hints)
set-notation = Show notation
table-replay-later = This game isn’t over yet. You can replay it when it is.

## Errors.

error-title = Error
error-missing = Page not found
error-refused = That didn’t work
error-no-page = There’s nothing at this address.
error-no-file = There’s no such file.
error-long-choice = That’s too long.
error-request = Something is wrong with this request.
error-back = All games
record-invalid = This record can’t be replayed: { $problem }
record-too-long = This record has { $count } entries. Only { $limit } can be replayed here.
replay-no-step = There is no step { $step }. The last one is { $last }.
lesson-missing = There’s no such lesson.
lesson-illegal = That move isn’t possible here.
lesson-too-long = That’s a lot of moves. Start the lesson again.

## Labels of the browser client: what several pages show.

client-failed = That didn’t work. Please try again.
client-unreachable = The server can’t be reached right now.
client-guest = { guest }
client-free-seat = Free seat
client-rotate = Rotate
client-confirm = Confirm
client-continue = Continue
client-undo = Undo
client-rotate-or-confirm = Rotate it or confirm.
client-confirm-or-undo = Confirm or undo.
client-with-shortcut = { $label } ({ $key })
client-key-escape = Esc
client-selected = { $count } of { $total } selected.
client-choose-next = Choose a highlighted piece or space next.
client-choose-action = Choose what to do with it.

## Labels: lists of tables.

client-waiting-for-players = Waiting for players
client-in-progress = In progress
client-your-turn = Your turn
client-not-begun = Not started
client-waiting-for-others = Waiting for others
client-finished = Finished
client-game-on = { $date }: { $state }

## Labels: account, invitation.

client-codes-copied = Codes copied.
client-cannot-copy = This browser doesn’t let pages copy text. Save the codes as a file instead.
client-codes-file = Recovery codes for { $host }
client-link-copied = Link copied.
client-copy-selected = Copy the selected link.

## Labels: replay.

client-step-of = Step { $step } of { $last }
client-step-told = Step { $step } of { $last }: { $text }
client-won-by = Won by { $names }.
client-draw = Draw.
client-unfinished = Not finished.
client-players-and-result = { $players }. { $ending }
client-play = Play
client-pause = Pause
client-one-moment = One moment …
client-done = Done.
client-dice-no-seed = The seed isn’t public yet, because the game isn’t over.
client-dice-insecure = Browsers can check dice only on pages with a secure (https) address. On the command line, the record can be checked with “triangulum verify”.
client-dice-fair = The dice were fair: every roll follows from the seed that was chosen before the game. Rolls checked: { $count }.
client-dice-other-seed = The dice weren’t fair: the seed isn’t the one that was chosen before the game.
client-dice-wrong-roll = The dice weren’t fair: roll { $number } ({ $roll }) doesn’t follow from the seed.
client-dice-fingerprint = Fingerprint of the seed
client-dice-seed = Seed
client-dice-label = Label
client-dice-nonce = Word added by { $name }

## Labels: table, before the game.

client-everyone-here = Everyone is here
client-take-a-seat = Take a seat
client-first-seat = { $seat }: { $player }
client-begin = Start game
client-lot-note = Who begins is decided by lot, so you may get a different seat.
client-others-begin = One of the players starts the game.
client-share-link = Share the link with whoever should play or watch.
client-or-watch = Or stay and watch.
client-invites-you = { $name } has invited you to { $game }.
client-about-to-begin = A game of { $game } is about to start.
client-how-to-play = How to play
client-your-name = Your name
client-name-you = { $name } (you)
client-invited-seat = Reserved seat
client-sit = Sit here
client-sit-too = Sit here, too
client-leave-seat = Leave seat
client-seat-for = Who plays here
client-copied = Copied
client-copy-invitation = Copy invitation
client-copy-link = Copy link
client-link = Link to this table
client-qr-code = QR code
client-copy-this = Copy this link:
client-fair-dice = Fair dice
client-nonce = A word of your own, mixed into the dice
client-nonce-add = Add
client-nonce-change = Change
client-dice-note = The fingerprint of the dice is { $fingerprint }. Their seed is published after the game.

## Labels: table, the bar below the board.

client-back-to-game = Back to the game
client-skip = Skip
client-replay = Replay
client-rematch = Rematch
client-accept-rematch = Accept rematch
client-hint = Hint
client-take-back = Take back
client-ask-take-back = Ask to take back
client-zoom-in = Zoom in
client-zoom-out = Zoom out
client-earlier-position = This is an earlier position.
client-sending = Sending …
client-sent-later = Your move will be sent when you’re back online.
client-thinking = Thinking …
client-choose-highlighted = Choose a highlighted piece.
client-choose-below = Choose below.
client-percent = { $percent }%
client-not-your-turn = It isn’t your turn.
client-its-your-turn = It’s your turn.
client-title-turn = ● Your turn – { $title }
client-muted = You won’t see messages from { $name } anymore.
client-curtain-turn = Next: { $name }
client-curtain-pass = Pass the device to { $name }. No one else should look.
client-curtain-ready = I’m { $name }
client-agree = Agree
client-decline = Decline
client-withdraw = Withdraw request
client-offline = You’re offline. Reconnecting …
client-offline-kept = You’re offline. Your move is saved.
client-no-watching = This table can’t be watched.
client-outdated = This page is outdated. Reload it to continue.

## Labels: table, beside the board.

client-tag-bot = bot
client-tag-you = you
client-tag-away = away
client-tag-shared = hand visible
client-tag-won = winner
client-to-move = to move
client-somebody = Somebody
client-mute = Mute
client-chat-line = { $name }: { $text }
client-rules-unreachable = The rules can’t be loaded right now.
client-offer-draw = Offer a draw
client-resign = Resign
    .sure = Resign this game?
client-hand-over = Let a bot play for me
client-reclaim = Take back control
client-leave = Leave table permanently
    .sure = A bot will take your seat for the rest of the game. Leave?
client-share-hand = Let spectators see my hand
client-hide-hand = Hide my hand from spectators
client-take-over = Take over from { $name }
client-clock-days = { $days } d { $hours } h
client-clock-hours = { $hours } h { $minutes } min
