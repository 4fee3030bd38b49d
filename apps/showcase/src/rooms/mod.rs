//! The rooms, in the order in which a visitor meets them.

mod ahead;
mod any_rate;
mod bench;
mod hand;
mod hang;
mod many;
mod rewind;
mod rollback;
mod turn;

use crate::Room;

/// The rooms in their order.
const ROOMS: [fn() -> Box<dyn Room>; COUNT] = [
    || Box::new(any_rate::AnyRate::default()),
    || Box::new(turn::Turn::default()),
    || Box::new(ahead::Ahead::default()),
    || Box::new(rewind::Rewind::default()),
    || Box::new(hang::Hang::default()),
    || Box::new(many::Many::default()),
    || Box::new(rollback::Rollback::default()),
    || Box::new(hand::Hand::default()),
    || Box::new(bench::Bench::default()),
];

/// Number of rooms.
pub const COUNT: usize = 9;

/// The room at this place, as a visitor finds it on entering.
///
/// # Panics
///
/// If `place` is [`COUNT`] or more.
#[must_use]
pub fn at(place: usize) -> Box<dyn Room> {
    ROOMS[place]()
}

/// All rooms, as a visitor finds them on entering.
#[must_use]
pub fn all() -> Vec<Box<dyn Room>> {
    ROOMS.iter().map(|room| room()).collect()
}
