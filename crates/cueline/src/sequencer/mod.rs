//! The live queue: what plays when, and what waits for what.
