use alloc::vec::Vec;

use cueline::{
    clip::{Animated, Clip, ClipBuilder, ClipDuration, Interpolation, Keyframe},
    time::{Span, TickRate},
    value::{Color, Curve, Easing, Lerp, Quat, Vec2, Vec3, Vec4},
};
use proptest::prelude::*;

use super::{TrackPlaces, TrackTable, rows::ask};

fn ticks(count: i64) -> Span {
    TickRate::HZ_60.span_of(count)
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn number() -> impl Strategy<Value = f32> {
    // Far apart, too: the last digit of the larger one hides the smaller one.
    prop_oneof![
        6 => -100.0..100.0_f32,
        1 => prop::sample::select(&[0.0, -0.0, 1e-30, -1e-30, 3e8, 1e30, -1e30][..]),
    ]
}

fn interpolation() -> impl Strategy<Value = Interpolation> {
    prop_oneof![
        6 => Just(Interpolation::Linear),
        1 => Just(Interpolation::Hold),
        1 => Just(Interpolation::Hermite),
        1 => Just(Interpolation::Eased(Easing::In(Curve::Sine).into())),
    ]
}

/// Keyframes on ticks and between them; some at equal times, some before the start and after the end of the clip.
fn keys<T, const N: usize>() -> impl Strategy<Value = Vec<Keyframe<T>>>
where
    T: Animated + Lerp<Delta: core::fmt::Debug> + From<[f32; N]>,
{
    let gap = prop_oneof![Just(0), (1_i64..9).prop_map(|n| ticks(n).flicks()), 1_i64..90_000_000];
    let values = prop::collection::vec(number(), N);
    prop::collection::vec((gap, values, interpolation()), 1..12).prop_map(|keys| {
        let mut at = Span::from_flicks(-20_000_000);
        let key = |(gap, numbers, way): (i64, Vec<f32>, Interpolation)| {
            at += Span::from_flicks(gap);
            let numbers: [f32; N] = numbers.try_into().unwrap();
            Keyframe::new(at, T::from(numbers), way)
        };
        keys.into_iter().map(key).collect()
    })
}

prop_compose! {
    fn any_clip()(
        pairs in keys::<Vec2, 2>(), triples in keys::<Vec3, 3>(), fours in keys::<Vec4, 4>(),
        colours in keys::<Color, 4>(), turns in keys::<Quat, 4>(), more in keys::<Quat, 4>(),
        duration in prop_oneof![2 => (1_i64..60).prop_map(ticks), 1 => (1..700_000_000_i64).prop_map(Span::from_flicks)],
    ) -> Clip {
        let single = triples.iter().map(|key| Keyframe::new(key.at, key.value.y, key.interpolation.clone()));
        let builder = ClipBuilder::new("any").duration(ClipDuration::Cut(duration));
        // Two neighbours with keyframes at the same times.
        let (single, builder) = (single.collect::<Vec<_>>(), builder.track("b", turns));
        let builder = builder.track("c", pairs).track("d", triples).track("da", single).track("e", fours);
        builder.track("f", colours).track("g", more).build().unwrap()
    }
}

/// The law below reaches it: of the tracks of `any_clip`, two share their places.
#[test]
fn tracks_with_keyframes_at_the_same_times_share_their_places() {
    let keys = |by: f32| {
        let key = |at, value| Keyframe::linear(ticks(at), value * by);
        let eased =
            Keyframe::new(ticks(9), 3.0 * by, Interpolation::Eased(Easing::OUT_QUAD.into()));
        std::vec![key(2, 1.0), key(5, 4.0), eased, key(12, 0.5)]
    };
    let vector = |key: Keyframe<f32>| {
        let value = Vec3::new(key.value, 1.0, 2.0);
        Keyframe::new(key.at, value, key.interpolation)
    };
    let mut held = keys(1.0);
    held[1] = Keyframe::hold(held[1].at, held[1].value);
    let clip = ClipBuilder::new("four")
        .track("a", keys(1.0))
        .track("b", keys(2.0).into_iter().map(vector).collect::<Vec<_>>())
        .track("c", held)
        .track("d", keys(1.0)[..3].to_vec())
        .build()
        .unwrap();
    let tables: Vec<_> =
        clip.channels().map(|(_, channel)| TrackTable::new(channel).unwrap()).collect();
    let shares = |this: usize| -> Vec<bool> {
        tables.iter().map(|other| tables[this].has_places_of(other)).collect()
    };
    assert_eq!(shares(0), [true, true, false, false]);
    assert_eq!(shares(1), [true, true, false, false]);
    assert_eq!(shares(2), [false, false, true, false], "one value holds");
    assert_eq!(shares(3), [false, false, false, true], "a keyframe is missing");
}

proptest! {
    /// At any time, also before and after the clip, a table and its track give the same bits.
    #[test]
    fn a_table_samples_as_its_track_does(
        clip in any_clip(), times in prop::collection::vec(-90_000_000_i64..900_000_000, 1..200),
    ) {
        let keyframes = clip.track::<Vec3>("d").unwrap().times().to_vec();
        let times: Vec<Span> = times.into_iter().map(Span::from_flicks).chain(keyframes).collect();
        let tables: Vec<_> =
            clip.channels().map(|(_, channel)| TrackTable::new(channel).unwrap()).collect();
        for ((_, channel), table) in clip.channels().zip(&tables) {
            let mut found = std::vec![0.0; times.len() * table.numbers()];
            table.sample_into(&times, &mut found);
            for (found, at) in found.chunks(table.numbers()).zip(&times) {
                let mut right = [0.0; 16];
                ask(channel, at.flicks().max(0), &mut right);
                prop_assert_eq!(bits(found), bits(&right[..found.len()]), "at {}", at);
            }
            let mut places = TrackPlaces::new();
            for other in &tables {
                other.find(&times, &mut places);
                let mut at_them = std::vec![0.0; times.len().min(TrackPlaces::MOST) * table.numbers()];
                table.sample_at(&places, &mut at_them); // any places, so this is not to panic
                if table.has_places_of(other) {
                    prop_assert_eq!(bits(&at_them), bits(&found[..at_them.len()]));
                }
            }
        }
    }
}
