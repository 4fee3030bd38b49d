//! The checkers demo.

fn main() {}
