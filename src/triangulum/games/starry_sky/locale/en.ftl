# Starry Sky Trick-Taking. How the files work: docs/translating.md.

## How the game presents itself.

summary = Win tricks to draw constellations in red and blue. The last card in your hand is your bid on what they’re worth.
mood = Quiet tricks and a sly bid.

option-erasing = Erasing lines
    .help = A variant: once in the game, each player may erase lines from the sky, before or after drawing.
option-erasing-off = Off
option-erasing-after = After drawing
option-erasing-before = Before drawing
option-sky = Sky
    .help = Where the stars are.
    .own = Drag the stars to where you want them, or move them with the arrow keys: one or two stars in each square, and no three in a line. You can also type twelve points, or a number of up to nine digits, which always gives the same sky.
    .choice = Sky { $value }
    .point = Star { $number }

## What can be wrong with a sky.

sky-count = A sky has twelve stars, not { $count }. Give a number, or twelve points such as 45,60 130,22 …
sky-no-point = “{ $word }” isn’t a point. Give a number, or twelve points such as 45,60 130,22 …
sky-no-pair = Star { $star } has to be a point with two coordinates, not { $value }.
sky-outside = Star { $star } at { $x },{ $y } isn’t inside the sky, which goes from 1 to { $most } both ways.
sky-on-border = Star { $star } at { $x },{ $y } is on the border between squares.
sky-same-place = Stars { $stars } are in the same place.
sky-empty-square = { sky-square } has no star. Every square has one or two.
sky-full-square = { sky-square } has stars { $stars }. No square has more than two.
sky-in-line = Stars { $stars } are in line.
sky-seed = The number of a sky is a whole number from 0 to { $most }.
sky-not-found = There’s no sky with the number { $seed }: the distances in the components are too great.
sky-square = The { $row ->
    [top] top { sky-column }
    [bottom] bottom { sky-column }
   *[middle] { $column ->
        [left] middle left
        [right] middle right
       *[middle] middle
    }
} square
sky-column = { $column ->
    [left] left
    [right] right
   *[middle] middle
}

## Cards and lines.

colour = { $colour ->
    [red] red
   *[blue] blue
}
colour-first = { $colour ->
    [red] Red
   *[blue] Blue
}
size = { $size ->
    [small] small
   *[large] large
}
card = { colour } { $number }
# "red 7 (large)"; where the bid isn't the number: "red 7 (large, bid 9)".
card-detail = { colour } { card-facts }
card-facts = { $number } ({ size }{ $bid ->
    [number] { "" }
   *[other] , bid { $bid }
})
seat-card = { $seat ->
    [you] your { card }
   *[other] { $seat }’s { card }
}
line = the { colour } line from star { $start } to star { $end }
total = { $count ->
    [one] 1 point
   *[other] { $count } points
}
red-lines = { $count ->
    [one] 1 red line
   *[other] { $count } red lines
}
blue-lines = { $count ->
    [one] 1 blue line
   *[other] { $count } blue lines
}
crossings = { $count ->
    [one] 1 crossing
   *[other] { $count } crossings
}

## The log.

cards-dealt = Each player gets { $count ->
    [one] a card
   *[other] { $count } cards
}.
cards-dealt-to = { $seat ->
    [you] You get
   *[other] { $seat } gets
} { $count ->
    [one] a card
   *[other] { $count } cards
}.
card-led = { $seat ->
    [you] You lead a { colour } card.
   *[other] { $seat } leads a { colour } card.
}
card-led-known = { $seat ->
    [you] You lead the { card }.
   *[other] { $seat } leads the { card }.
}
card-played = { $seat ->
    [you] You play a card.
   *[other] { $seat } plays a card.
}
card-played-known = { $seat ->
    [you] You play the { card }.
   *[other] { $seat } plays the { card }.
}
trick-shown = The cards are turned up: { $cards }.
trick-won = { $colours ->
    [all] All are { colour }
   *[most] Most are { colour }
} and { $sizes ->
    [all] { $colours ->
        [all] { size }
       *[most] all are { size }
    }
   *[most] most are { size }
}, so { $seat ->
    [you] you win
   *[other] { $seat } wins
} the trick with the { $size ->
    [small] lowest
   *[large] highest
} { colour } card.
line-drawn = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} a { colour } line from star { $start } to star { $ends }{ drawn-crossings }
# The two lines of a trick meet at a star: "from star 12 to stars 1 and 9".
lines-drawn = { $seat ->
    [you] You draw
   *[other] { $seat } draws
} { colour } lines from star { $start } to stars { $ends }{ drawn-crossings }
drawn-crossings = { $crossings ->
    [0] { "" }
    [one] , with 1 crossing
   *[other] , with { $crossings } crossings
}.
total-now = The total is now { $total }.
no-line-drawn = { $seat ->
    [you] You can’t draw a line.
   *[other] { $seat } can’t draw a line.
}
lines-erased = { $seat ->
    [you] You erase
   *[other] { $seat } erases
} { $lines }.
lines-kept = { $seat ->
    [you] You keep all lines.
   *[other] { $seat } keeps all lines.
}
total-shown = The final total is { total }: { $parts }.
bids-shown = The bids are { $bids }.
bid-shown = { seat-card } ({ $bid ->
    [number] { "" }
   *[other] bid { $bid },{ " " }
}{ $distance ->
    [0] exact
   *[other] { $distance } off
})

## What is going on, and what to do.

status-deal = The cards are being dealt.
status-lead = { $seat ->
    [you] Lead any card, face down. The others see only its colour.
   *[other] { $seat } is choosing a card to lead.
}
status-follow = { colour-first } is led. { $seat ->
    [you] Play a card, face down.
   *[other] { $seat } is choosing a card.
}
status-follow-colour = { colour-first } is led. { $seat ->
    [you] Play a { colour } card, face down.
   *[other] { $seat } is choosing a card.
}
status-follow-any = { colour-first } is led. { $seat ->
    [you] You have none, so play any card, face down.
   *[other] { $seat } is choosing a card.
}
status-draw = { $seat ->
    [you] You won the trick. Choose a { colour } line to draw.
   *[other] { $seat } won the trick and is choosing a { colour } line to draw.
}
status-draw-another = { $seat ->
    [you] Choose another { colour } line to draw.
   *[other] { $seat } is choosing another { colour } line to draw.
}
status-erase = { $seat ->
    [you] Choose a dotted line to erase every line that it crosses, or keep all lines.
   *[other] { $seat } is deciding whether to erase lines.
}
status-won-closest = { $seat ->
    [you] You win
   *[other] { $seat } wins
} with { $distance ->
    [0] an exact bid: { $bid }.
   *[other] the closest bid: { $bid }, for a total of { $total }.
}
status-won-colour = { $seat ->
    [you] You win
   *[other] { $seat } wins
} the tie for the closest bid: { $seat ->
    [you] your
   *[other] { $seat }’s
} bid is { colour }, and there are more { colour } lines than { $colour ->
    [red] blue
   *[blue] red
} ones.
status-won-tricks = { $seat ->
    [you] You win
   *[other] { $seat } wins
} the tie for the closest bid, having won fewer tricks.
status-won-colour-tricks = { $seat ->
    [you] You win
   *[other] { $seat } wins
} the three-way tie. There are more { colour } lines, and of the two { colour } bidders, { $seat } won fewer tricks.
status-shared = The win is shared: { $winners } bid equally close and won the same number of tricks.
status-shared-colour = The win is shared. In a three-way tie there are more { colour } lines, and the { colour } bidders, { $winners }, won the same number of tricks.

## What a move would do.

preview-bid = Your bid will be { $bid }.
preview-bids = You’ll still have { $bids } to bid with.
preview-draw = { preview-score } The total becomes { $total }.
preview-draw-two = { preview-score } Then the line from star { $start } to star { $end } is drawn too: it’s the only one left. The total becomes { $total }.
preview-score = { $crossings ->
    [0] This line scores 1 point.
    [one] This line scores 2 points: 1 for itself and 1 for a crossing.
   *[other] This line scores { $points } points: 1 for itself and { $crossings } for crossings.
}
preview-erase = This erases { $count ->
    [one] 1 line
   *[other] { $count } lines
}{ $draws ->
    [yes] . { preview-line-follows }
   *[no] , and the total drops by { $points } to { $total }.
} You can’t erase lines again.
preview-keep = { $draws ->
    [yes] { preview-line-next }{" "}
   *[no] {""}
}You can still erase lines later.
preview-keep-last = { $draws ->
    [yes] { preview-line-next }
   *[no] The total stays at { $total }.
}
# Where lines are erased before the line of the trick is drawn.
preview-line-follows = Then the line from star { $start } to star { $end } is drawn, and the total becomes { $total }.
preview-line-next = The line from star { $start } to star { $end } is drawn next, and the total becomes { $total }.

## Hints.

suggest-lead = Lead the { card }.
suggest-play = Play the { card }.
suggest-draw = Draw { $line }.
suggest-erase = Erase along the dotted line from star { $start } to star { $end }.
suggest-keep = Keep all lines.

keep-button = Keep all lines

## The picture: the sky.

sky-pane = Sky
star = Star { $number }: { $count ->
    [one] 1 line
   *[other] { $count } lines
}
star-full = { star }, full
line-title = { colour-first } line from star { $start } to star { $end }
draw-choice = Draw a { colour } line from star { $start } to star { $end }: adds { $points ->
    [one] 1 point
   *[other] { $points } points
}
erase-choice = Erase along the dotted line from star { $start } to star { $end }: { $lines } { $lines ->
    [one] goes
   *[other] go
}, and the total drops by { $points }
erased-line = the line from star { $start } to star { $end }
cut = Would be erased: the line from star { $start } to star { $end }
crossing = Crossing of two { colour } lines: 1 point
total-word = { $count ->
    [one] point
   *[other] points
}
total-title = Total: { total }

## The picture: the table.

table-pane = Table
plate = { $seat ->
    [you] You
   *[other] { $seat }
}
# Beside the name, which is "You" to the player.
doing-lead = { $seat ->
    [you] lead
   *[other] leads
}
doing-follow = { $seat ->
    [you] play
   *[other] plays
}
doing-draw = { $seat ->
    [you] draw
   *[other] draws
}
doing-erase = may erase
doing-over = { $seat ->
    [you] win!
   *[other] wins!
}
leads-first = { $seat ->
    [you] You lead the first trick
   *[other] { $seat } leads the first trick
}
leads-this = { $seat ->
    [you] You lead this trick
   *[other] { $seat } leads this trick
}
leads-next = { $seat ->
    [you] You lead the next trick
   *[other] { $seat } leads the next trick
}
hand-size = { $seat ->
    [you] You have
   *[other] { $seat } has
} { $count ->
    [one] 1 card
   *[other] { $count } cards
}
tricks-won = { $seat ->
    [you] You have won
   *[other] { $seat } has won
} { $count ->
    [0] no tricks
    [one] 1 trick
   *[other] { $count } tricks
}
void = { $seat ->
    [you] You have
   *[other] { $seat } has
} no { colour } cards left
eraser = { $seat ->
    [you] You can
   *[other] { $seat } can
} still erase lines once
trick-to-come = Trick { $trick }: not played yet
past-trick = Trick { $trick }: { $seat ->
    [you] you won
   *[other] { $seat } won
} with the { winning-card }
winning-card = { $size ->
    [small] lowest
   *[large] highest
} { colour } card
trick-number = Trick { $trick }
    .title = Trick { $trick } of { $tricks }
tricks-in-all = of { $tricks }
bids-label = Bids
    .title = The game is over, and all bids are shown

first-trick = First trick
leads = { $seat ->
    [you] You lead
   *[other] { $seat } leads
}
colour-led = { colour-first } is led
trick-kind = { $size ->
    [small] Lowest
   *[large] Highest
} { colour }
    .title = The { winning-card } wins the trick
wins-trick = { $seat ->
    [you] You win the trick
   *[other] { $seat } wins the trick
}
own-face-down = You played the { card-detail }
own-sign = Only you can see this card
face-down = { $seat ->
    [you] You have
   *[other] { $seat } has
} played a card face down
not-played = { $seat ->
    [you] You haven’t played a card yet
   *[other] { $seat } hasn’t played a card yet
}
face-up = { $seat ->
    [you] You played
   *[other] { $seat } played
} the { card-detail }
face-up-wins = { wins-trick } with the { card-detail }
result-total = Total: { $count }
    .title = The total is { total }: { $parts }
winners = { $winners ->
    [you] You win
    [one] { $winners } wins
   *[other] Shared win: { $winners }
}
bid-card = { $seat ->
    [you] You bid
   *[other] { $seat } bids
} with the { card-detail }: { distance }
distance = { $distance ->
    [0] exact
   *[other] { $distance } off
}
wins-game = { $seat ->
    [you] You win
   *[other] { $seat } wins
}
bid-label = bid { $bid }

## The picture: the hand.

hand = Your hand
hand-bid = Your bid
hand-lead = Your turn: lead any card
hand-follow = Your turn: play a { colour } card
hand-free = Your turn: you have no { colour }, so play any card
hand-card = { colour-first } { card-facts }
hand-card-playable = { hand-card }: you can play it

## The board in text.

text-heading = Trick { $trick } of { $tricks }, total { $total }. { $status }
text-over = { $status } The total is { total }: { $parts }.
text-choices = Choices: { $choices }
text-lines = { colour-first } lines: { $lines }
text-lines-crossing = { colour-first } lines: { $lines }; crossings: { $crossings }
text-none = none
text-last-trick = Last trick: { $cards }. { $seat ->
    [you] You won
   *[other] { $seat } won
} with the { winning-card }.
text-new-lines = New lines: { $lines }
text-seat = { plate }: { $facts }
text-tricks = { $count ->
    [one] 1 trick
   *[other] { $count } tricks
}
text-hand-size = { $count ->
    [one] 1 card in hand
   *[other] { $count } cards in hand
}
text-face-down = a card face down
text-void = no { colour }
text-eraser = 1 erasure left
text-bid = a bid of { $bid } with the { card }
text-hand = { $seat ->
    [you] Your cards
   *[other] { $seat }’s cards
}: { $cards }
text-hand-face-down = { text-hand }; face down: { $card }

## Tutorial.

lesson-lead = A card and a colour
    .text =
        Three players play seven tricks with eight cards each: red stars and blue moons, from 1 to 12. Cards from 1 to
        6 are **small** (S), cards from 7 to 12 are **large** (L).

        You lead the first trick. You play your card **face down**: the others see its colour and nothing else.
    .task = Lead any blue card.
    .hint = Blue cards show a crescent moon. Choose one from your hand.
    .well = Now the others have to play blue cards too if they have any, also face down. Then all three are turned up together.
    .otherwise = That was a red card: it shows a four-pointed star. Blue cards show a crescent moon.
lesson-follow = Low or high
    .text =
        Now you play last. Red is led, so you have to play a red card.

        Who wins? Most cards will be red, so only a red card can win. Then count how many of the three cards are small and
        how many are large. If most are small, the **lowest** red card wins. If most are large, the **highest** one does.
        You suspect that both other cards are small.
    .task = Win the trick with your small red card.
    .hint = The only small red card in your hand is the 4.
    .well = Four, five and six are all small, so the lowest red card wins: your 4.
    .otherwise = The others had played the 5 and the 6, both small. So the lowest red card won, and yours was too high.
lesson-draw = Lines in the sky
    .text =
        Whoever wins a trick draws lines between the stars that have the numbers of the cards. A line scores one point, and
        one more for each line of its **own colour** that it crosses. It can’t cross a line of the other colour. A star has
        room for three lines, and the two stars can be at most two squares apart.

        The points don’t belong to anybody. They add up to the **total**, which is 4 now. You won with red, and the badges
        show what each line would add. Star 5 has two lines already, so you can draw only one of them.
    .task = You’d like a high total. Draw the line that adds the most.
    .hint = The line from 5 to 7 crosses two red lines. The line from 1 to 5 doesn’t cross any.
    .well = Three points: one for the line and two for the crossings. To keep the total low, you’d have drawn the other line.
    .otherwise = That line adds only one point. The other one crosses two red lines.
lesson-bid = The card you keep
    .text =
        Here’s the twist: the one card that you **don’t** play is your bid on the total. Whoever comes closest wins, above or
        below.

        This is the last trick. You have two red cards, the 9 and the 12, and red is led. The total is 9.
    .task = Play one card, keep the other, and win.
    .hint = The card you play is gone. The card you keep is your bid.
    .well = No more lines could be drawn, so the total stayed at 9, just as you bid. The others bid 12 and 3.
    .otherwise = You kept the 12, which is three away from 9. Another player was just as close and won the tie. Keep the 9.
