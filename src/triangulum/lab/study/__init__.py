"""Many games of one kind: runs, what they show, reports, comparisons and ratings."""
