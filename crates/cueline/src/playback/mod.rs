//! Playing clips: playheads, players, groups.
