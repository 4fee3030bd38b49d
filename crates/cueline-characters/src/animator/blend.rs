//! The weights of the clips of a state and the mean duration of a pass, computed from the parameters as integers.
//!
//! In one dimension the weights of two neighbours are linear. In two dimensions they follow gradient bands (Johansen,
//! "Automated Semi-Procedural Animation for Character Locomotion", 2009, 6.3): the weight of a point falls linearly
//! towards each other point, the lowest of these values counts, and the weights are scaled to a sum of one. The weight
//! is one at the point itself. The method needs no triangulation and is defined everywhere in the plane.

use cueline::time::Span;
use cueline_assets::animator::limits::STEPS;

use super::parameter::Stored;

/// One, as a weight. A multiple of 1/2^24 up to 1 is exact as an `f32`, and so is every sum of them.
pub(crate) const UNIT: u32 = 1 << 24;

/// A motion whose names have been looked up.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MotionDef {
    Empty,
    Clip(u16),
    /// Places in steps, rising; at least one.
    Blend1 {
        by: u16,
        clips: Vec<(i64, u16)>,
    },
    /// Places in steps, all different; at least one.
    Blend2 {
        by: [u16; 2],
        clips: Vec<([i64; 2], u16)>,
    },
}

impl MotionDef {
    /// Calls `put` with each clip that has a weight. The weights are above 0 and add up to [`UNIT`] exactly.
    pub(super) fn weights(&self, values: &[Stored], mut put: impl FnMut(u16, u32)) {
        let value = |by: u16| values.get(usize::from(by)).map_or(0, |value| value.steps());
        match self {
            Self::Empty => {}
            Self::Clip(clip) => put(*clip, UNIT),
            Self::Blend1 { by, clips } => line(clips, value(*by), put),
            Self::Blend2 { by, clips } => plane(clips, by.map(value), &mut put),
        }
    }

    /// Whether the weights depend on a parameter.
    pub(super) fn depends_on(&self, parameter: u16) -> bool {
        match self {
            Self::Empty | Self::Clip(_) => false,
            Self::Blend1 { by, .. } => *by == parameter,
            Self::Blend2 { by, .. } => by.contains(&parameter),
        }
    }

    /// The mean duration of a pass, times [`UNIT`].
    pub(super) fn duration(&self, values: &[Stored], durations: &[(Box<str>, Span)]) -> u128 {
        let mut sum = 0;
        self.weights(values, |clip, weight| {
            let flicks = durations.get(usize::from(clip)).map_or(0, |(_, span)| span.flicks());
            sum += u128::from(weight) * u128::from(flicks.unsigned_abs());
        });
        sum
    }
}

fn line(clips: &[(i64, u16)], value: i64, mut put: impl FnMut(u16, u32)) {
    let above = clips.partition_point(|(place, _)| *place <= value);
    let (Some(low), Some(high)) = (above.checked_sub(1), clips.get(above)) else {
        // Before the first place, or at the last one or beyond.
        if let Some((_, clip)) = clips.get(above).or(clips.last()) {
            put(*clip, UNIT);
        }
        return;
    };
    let low = clips[low];
    // Places are at most 2^33 apart, so the product fits. The quotient is below UNIT, as `value` is below the place.
    let ahead = (value - low.0) * i64::from(UNIT) / (high.0 - low.0);
    let ahead = u32::try_from(ahead).unwrap_or(0);
    put(low.1, UNIT - ahead);
    if ahead > 0 {
        put(high.1, ahead);
    }
}

fn plane(clips: &[([i64; 2], u16)], value: [i64; 2], put: &mut impl FnMut(u16, u32)) {
    let band = |index: usize| {
        let here = clips[index].0.map(i128::from);
        let from = [i128::from(value[0]) - here[0], i128::from(value[1]) - here[1]];
        let mut least = i128::from(UNIT);
        for (other, (there, _)) in clips.iter().enumerate() {
            if other != index {
                let to = [i128::from(there[0]) - here[0], i128::from(there[1]) - here[1]];
                let square = to[0] * to[0] + to[1] * to[1]; // above 0: all places differ
                let along = from[0] * to[0] + from[1] * to[1];
                least = least.min((square - along) * i128::from(UNIT) / square);
            }
        }
        u64::try_from(least).unwrap_or(0)
    };
    // The nearest place has half a unit or more, so the sum is above zero.
    let (mut sum, mut most, mut largest) = (0, 0, 0);
    for index in 0..clips.len() {
        let weight = band(index);
        sum += weight;
        if weight > most {
            (most, largest) = (weight, index);
        }
    }
    let part = |index: usize| {
        let part = band(index) * u64::from(UNIT) / sum.max(1);
        u32::try_from(part).unwrap_or(UNIT)
    };
    // What rounding down leaves goes to the largest.
    let rest = UNIT - (0..clips.len()).map(part).sum::<u32>().min(UNIT);
    for (index, (_, clip)) in clips.iter().enumerate() {
        let weight = part(index) + if index == largest { rest } else { 0 };
        if weight > 0 {
            put(*clip, weight);
        }
    }
}

/// A factor from 0 to 1 in units: a float kept within 0 and 1.
pub(super) fn factor(value: Stored) -> u32 {
    let steps = value.steps().clamp(0, STEPS);
    u32::try_from(steps).unwrap_or(0) << 8 // UNIT / STEPS
}

/// A product of two factors in units, rounded down.
pub(super) fn times(a: u32, b: u32) -> u32 {
    let product = (u64::from(a) * u64::from(b)) >> 24;
    u32::try_from(product).unwrap_or(UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(motion: &MotionDef, values: &[i64]) -> Vec<(u16, u32)> {
        let values: Vec<_> = values.iter().map(|&steps| Stored::Number(steps)).collect();
        let mut all = Vec::new();
        motion.weights(&values, |clip, weight| all.push((clip, weight)));
        all
    }

    #[test]
    fn clips_on_a_line_share_linearly_and_the_ends_hold() {
        let line = MotionDef::Blend1 { by: 0, clips: vec![(0, 7), (65536, 8), (131_072, 9)] };
        let cases: [(i64, &[(u16, u32)]); 6] = [
            (-5, &[(7, UNIT)]),
            (0, &[(7, UNIT)]),
            (16384, &[(7, UNIT / 4 * 3), (8, UNIT / 4)]),
            (65536, &[(8, UNIT)]),
            (131_072, &[(9, UNIT)]),
            (1 << 31, &[(9, UNIT)]),
        ];
        for (value, expected) in cases {
            assert_eq!(of(&line, &[value]), expected, "at {value}");
        }
    }

    #[test]
    fn a_place_in_the_plane_shows_its_clip_alone_and_the_middle_shows_equals() {
        let clips = vec![([0, 0], 0), ([65536, 0], 1), ([0, 65536], 2), ([65536, 65536], 3)];
        let plane = MotionDef::Blend2 { by: [0, 1], clips };
        assert_eq!(of(&plane, &[65536, 0]), [(1, UNIT)]);
        assert_eq!(of(&plane, &[32768, 32768]), [0, 1, 2, 3].map(|clip| (clip, UNIT / 4)));
        assert_eq!(of(&plane, &[32768, 0]), [(0, UNIT / 2), (1, UNIT / 2)]);
        assert_eq!(of(&plane, &[-(1 << 31), -(1 << 31)]), [(0, UNIT)], "far outside");
    }

    proptest! {
        #[test]
        fn weights_of_a_plane_add_up_to_one(
            places in prop::collection::btree_set((-9_i64..9, -9_i64..9), 1..9),
            value in (-(1_i64 << 31)..1 << 31, -(1_i64 << 31)..1 << 31),
            near in any::<bool>(),
        ) {
            let clips = places.into_iter().zip(0..).map(|((x, y), clip)| ([x << 14, y << 14], clip));
            let plane = MotionDef::Blend2 { by: [0, 1], clips: clips.collect() };
            let value = if near { [value.0 >> 13, value.1 >> 13] } else { [value.0, value.1] };
            let all = of(&plane, &value);
            prop_assert_eq!(all.iter().map(|(_, weight)| weight).sum::<u32>(), UNIT);
        }

        #[test]
        fn weights_of_a_plane_hardly_change_over_one_step(
            places in prop::collection::btree_set((-4_i64..4, -4_i64..4), 2..7),
            value in (-300_000_i64..300_000, -300_000_i64..300_000),
        ) {
            let clips = places.into_iter().zip(0..).map(|((x, y), clip)| ([x << 16, y << 16], clip));
            let plane = MotionDef::Blend2 { by: [0, 1], clips: clips.collect() };
            let (before, after) = (of(&plane, &[value.0, value.1]), of(&plane, &[value.0 + 1, value.1]));
            for clip in 0..7 {
                let weight = |all: &[(u16, u32)]| {
                    all.iter().find(|(known, _)| *known == clip).map_or(0, |(_, weight)| *weight)
                };
                // Places are 65536 steps apart or more, so one step moves a band by 1/65536 at most; the sum, which is
                // at least a half, moves by as much for each of at most seven.
                let most = UNIT / 65536 * 32 + 8;
                prop_assert!(weight(&before).abs_diff(weight(&after)) <= most);
            }
        }
    }
}
