"""What people write: for each exercise a file of functions, `ok_...` in other styles than the reference, `bad_...` wrong."""
