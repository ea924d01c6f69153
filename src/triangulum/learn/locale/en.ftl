# What is wrong with a request for a lesson.

no-tutorial = { $game } has no tutorial yet.
no-such-lesson = { $game } has { $count ->
    [one] one lesson
   *[other] { $count } lessons
}; there’s no such lesson.
lesson-over = This lesson is over. Begin it again.
