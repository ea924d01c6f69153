"""What programs that learn are shown: features of a state, and what a seat believes about hidden ones."""
