"""What makes pages of the documentation from the program itself."""
