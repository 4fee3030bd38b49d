//! Staggered delays for a group of items: cards dealt one by one, a game board that lights up from its middle.
//!
//! Each item has a distance from the origin of the stagger, in a line or on a grid. The nearest item starts at once and
//! the farthest item starts last. The delays between them are spread evenly or along an easing.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{
    Item,
    item::{Content, Declared},
    position::Position,
};
use crate::{
    time::Span,
    value::{AnyEasing, mix},
};

/// The delays of a group of items.
///
/// # Examples
///
/// ```
/// use cueline::{time::Span, timeline::{Axis, Origin, Stagger}};
///
/// let ms = Span::from_millis;
/// let outwards = Stagger::each(ms(100)).from(Origin::Center);
/// assert_eq!(outwards.delays(5), [400, 200, 0, 200, 400].map(ms));
///
/// let columns = Stagger::total(ms(1000)).grid(3, Some(Axis::X));
/// assert_eq!(columns.delays(6), [0, 500, 1000, 0, 500, 1000].map(ms));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stagger {
    amount: Spread,
    origin: Origin,
    easing: AnyEasing,
    /// The number of columns; `None` for a single row.
    columns: Option<u32>,
    axis: Option<Axis>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Spread {
    Each(Span),
    Total(Span),
}

/// The origin of a stagger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Origin {
    /// The first item.
    #[default]
    Start,
    /// The middle item.
    Center,
    /// Both ends; the middle item starts last.
    Edges,
    /// The last item.
    End,
    /// The item of that number, from 0.
    Index(u32),
    /// The delays of [`Origin::Start`], shuffled by a seed.
    Random(u64),
}

/// A direction on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// Along a row.
    X,
    /// Down a column.
    Y,
}

impl Stagger {
    /// The delay between neighbours: the farthest of `n` items in a row starts `n - 1` such delays after the first.
    ///
    /// With a delay below zero, the farthest item starts first.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Stagger}};
    ///
    /// assert_eq!(Stagger::each(ms(100)).delays(3), [0, 100, 200].map(ms));
    /// assert_eq!(Stagger::each(ms(-100)).delays(3), [200, 100, 0].map(ms));
    /// ```
    #[must_use]
    pub const fn each(gap: Span) -> Self {
        Self::new(Spread::Each(gap))
    }

    /// Sets the delay between the first item and the last.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Stagger}};
    ///
    /// assert_eq!(Stagger::total(ms(300)).delays(4), [0, 100, 200, 300].map(ms));
    /// assert_eq!(Stagger::total(ms(300)).delays(3), [0, 150, 300].map(ms));
    /// ```
    #[must_use]
    pub const fn total(amount: Span) -> Self {
        Self::new(Spread::Total(amount))
    }

    const fn new(amount: Spread) -> Self {
        let (origin, easing) = (Origin::Start, AnyEasing::LINEAR);
        Self { amount, origin, easing, columns: None, axis: None }
    }

    /// Sets the origin.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Origin, Stagger}};
    ///
    /// let last_first = Stagger::each(ms(100)).from(Origin::End);
    /// assert_eq!(last_first.delays(3), [200, 100, 0].map(ms));
    /// let inward = Stagger::each(ms(100)).from(Origin::Edges);
    /// assert_eq!(inward.delays(5)[2], inward.delays(5).into_iter().max().unwrap(), "the middle is last");
    /// ```
    #[must_use]
    pub fn from(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Sets the easing that spreads the delays between the nearest item and the farthest.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::Stagger, value::Easing};
    ///
    /// let slow_start = Stagger::total(ms(400)).eased(Easing::IN_QUAD);
    /// assert_eq!(slow_start.delays(3), [0, 100, 400].map(ms));
    /// ```
    #[must_use]
    pub fn eased(self, easing: impl Into<AnyEasing>) -> Self {
        Self { easing: easing.into(), ..self }
    }

    /// Arranges the items in rows of this number of columns, at least 1. Distances are straight lines, or are counted
    /// along one axis only.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Axis, Stagger}};
    ///
    /// // Two rows of three tiles, row by row.
    /// let rows = Stagger::total(ms(100)).grid(3, Some(Axis::Y));
    /// assert_eq!(rows.delays(6), [0, 0, 0, 100, 100, 100].map(ms));
    /// ```
    #[must_use]
    pub fn grid(self, columns: u32, axis: Option<Axis>) -> Self {
        let columns = if columns == 0 { 1 } else { columns };
        Self { columns: Some(columns), axis, ..self }
    }

    /// The delay of each of `count` items, to the nearest flick; never below zero. A delay that is not a number counts
    /// as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Stagger}};
    ///
    /// let cards = ["ace", "king", "queen"];
    /// let delays = Stagger::each(ms(80)).delays(3);
    /// assert!(cards.iter().zip(delays).eq([(&"ace", ms(0)), (&"king", ms(80)), (&"queen", ms(160))]));
    /// ```
    #[must_use]
    pub fn delays(&self, count: u32) -> Vec<Span> {
        let distances = self.distances(count);
        let near = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let far = distances.iter().copied().fold(0.0, f64::max);
        let amount = self.amount(count);
        // From both ends, the item farthest from the middle starts first; with a delay below zero, the farthest item
        // starts first.
        let inward = matches!(self.origin, Origin::Edges) != (amount < 0.0);
        let delay = |distance: f64| {
            let fraction = (distance - near) / (far - near);
            let fraction = if fraction.is_finite() { fraction } else { 0.0 };
            let fraction = self.easing.at(if inward { 1.0 - fraction } else { fraction });
            #[expect(clippy::cast_possible_truncation, reason = "a cast of a float saturates")]
            Span::from_flicks(libm::round(fraction * libm::fabs(amount)) as i64).max(Span::ZERO)
        };
        distances.into_iter().map(delay).collect()
    }

    /// Combines staggered items into one item, each with its delay.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{time::ms, timeline::{Stagger, TimelineBuilder, from_to}};
    ///
    /// let deal = |card| from_to(card, 0.0, 8.0).duration(ms(400));
    /// let hand = Stagger::each(ms(100)).over((0..5).map(deal)).named("hand");
    /// let round = TimelineBuilder::new("round").then(hand).wait(ms(200)).build()?;
    /// assert_eq!(round.duration(), Some(ms(1000)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn over<K>(&self, items: impl IntoIterator<Item = Item<K>>) -> Item<K> {
        let items: Vec<Item<K>> = items.into_iter().collect();
        // Building refuses more items than a `u32` can count.
        let delays = self.delays(u32::try_from(items.len()).unwrap_or(u32::MAX));
        let mut content = Content::new();
        for (item, delay) in items.into_iter().zip(delays) {
            content.declare(Position::time(delay), Declared::Item(Box::new(item), true));
        }
        Item::nested(String::new(), content)
    }

    /// The delay between the first and the last item, in flicks.
    fn amount(&self, count: u32) -> f64 {
        let count = f64::from(count);
        match (self.amount, self.columns.map(f64::from)) {
            (Spread::Total(amount), _) => amount.flicks() as f64,
            (Spread::Each(each), columns) => {
                let gaps = match (columns, self.axis) {
                    (None, _) => count - 1.0,
                    (Some(columns), _) if columns > count => count - 1.0,
                    (Some(columns), None) => columns.max(count / columns),
                    (Some(columns), Some(Axis::X)) => columns,
                    (Some(columns), Some(Axis::Y)) => count / columns,
                };
                each.flicks() as f64 * gaps
            }
        }
    }

    /// The distance of each item from the origin.
    fn distances(&self, count: u32) -> Vec<f64> {
        let columns = self.columns.unwrap_or(u32::MAX);
        let wide = f64::from(columns.min(count));
        let rows = if self.columns.is_some() { f64::from(count) / f64::from(columns) } else { 0.0 };
        let fraction = match self.origin {
            Origin::Start | Origin::Random(_) | Origin::Index(_) => 0.0,
            Origin::Center | Origin::Edges => 0.5,
            Origin::End => 1.0,
        };
        let (column, row) = match self.origin {
            Origin::Index(index) => (f64::from(index % columns), f64::from(index / columns)),
            _ if self.columns.is_none() => (wide * fraction - 0.5, 0.0),
            _ => (wide * fraction - 0.5, rows * fraction - 0.5),
        };
        let distance = |index: u32| {
            let x = f64::from(index % columns) - column;
            let y = f64::from(index / columns) - row;
            match self.axis {
                None => libm::sqrt(x * x + y * y),
                Some(Axis::X) => libm::fabs(x),
                Some(Axis::Y) => libm::fabs(y),
            }
        };
        let mut distances: Vec<f64> = (0..count).map(distance).collect();
        if let Origin::Random(seed) = self.origin {
            shuffle(&mut distances, seed);
        }
        distances
    }
}

/// Fisher and Yates, as in Knuth, TAOCP 2, 3.4.2, algorithm P.
fn shuffle(row: &mut [f64], seed: u64) {
    let mut random = seed;
    for last in (1..row.len()).rev() {
        random = mix(random);
        // The bias is negligible: a row is far shorter than 2^64.
        let other = random % (last as u64 + 1);
        row.swap(last, usize::try_from(other).unwrap_or(last));
    }
}
