//! Numbers of positions, numbers of moves and values of the example files.
