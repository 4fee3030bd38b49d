//! Whether something in a timeline is exactly between two passes.

use cueline::{
    time::Span,
    timeline::{ItemId, Timeline},
};

use super::{record::Key, tolerance::MOMENT};

/// Recorded times are rounded to 7 decimals.
const NEAR: f64 = 2e-7;

/// The times of the whole at which the earlier pass shows, where it is; next to the time that is asked for.
pub(super) fn earlier_passes(timeline: &Timeline<Key>, at: Span) -> Vec<Span> {
    let mut sides = Vec::new();
    let whole = Way { at: at.as_secs_f64(), turned: false, speed: 1.0 };
    inside(timeline, ItemId::WHOLE, whole, &mut sides);
    // A flick before the earlier pass ends, and by more than a time is rounded.
    let before = |side: Side| {
        let flicks = Span::from_secs_f64(side.behind).unwrap_or(Span::ZERO);
        [Span::FLICK + flicks, MOMENT].map(|by| if side.turned { at + by } else { at - by })
    };
    sides.into_iter().flat_map(before).collect()
}

/// An end of a pass.
struct Side {
    /// How far behind it the time lies that is asked for, in seconds of the whole.
    behind: f64,
    turned: bool,
}

/// The way to an item.
#[derive(Clone, Copy)]
struct Way {
    /// In seconds of the time around the item, which runs backward where `turned`.
    at: f64,
    turned: bool,
    /// How fast that time runs.
    speed: f64,
}

fn inside(timeline: &Timeline<Key>, item: ItemId, way: Way, sides: &mut Vec<Side>) {
    let Some(it) = timeline.arrangement(item) else { return };
    let Way { at, turned, speed } = way;
    let own = (at - it.start.as_secs_f64()) * it.speed.as_f64();
    let speed = speed * it.speed.as_f64();
    let near = NEAR * it.speed.as_f64().max(1.0);
    let (Some(length), true) = (it.duration.map(Span::as_secs_f64), own >= -near) else { return };
    let cycle = length + it.gap.as_secs_f64();
    let passes = it.passes.map_or(f64::INFINITY, |passes| passes as f64);
    let pass = (own / cycle).floor().min(passes - 1.0).max(0.0);
    let boundary = (own / cycle).round();
    if boundary >= 1.0 && boundary < passes && (own - boundary * cycle).abs() <= near {
        sides.push(Side { behind: ((own - boundary * cycle) / speed).max(0.0), turned });
    }
    // Between two passes there may be more in either of them that is between two of its own.
    for pass in [pass, pass - 1.0] {
        let place = own - pass * cycle;
        if pass < 0.0 || (passes > 1.0 && !(-near..=cycle + near).contains(&place)) {
            continue;
        }
        let place = place.clamp(0.0, length);
        let mirrored = it.ping_pong && pass % 2.0 == 1.0;
        let place = if mirrored { length - place } else { place };
        for child in timeline.children(item) {
            inside(timeline, child, Way { at: place, turned: turned != mirrored, speed }, sides);
        }
    }
}
