use alloc::{string::String, vec::Vec};

use proptest::prelude::*;

use super::{ClipBatch, ClipBatchError, Column, TrackPlaces, TrackTable, lanes::ask, time_of};
use crate::{
    batch::saved::testing::assert_all_differ,
    clip::{Animated, Clip, ClipBuilder, ClipDuration, Interpolation, Keyframe, ValueKind},
    playback::Repeat,
    time::{Span, Tick, TickRate},
    value::{Color, Curve, Easing, Lerp, Quat, Vec2, Vec3, Vec4},
};

const RATE: TickRate = TickRate::HZ_60;

fn ticks(count: i64) -> Span {
    RATE.span_of(count)
}

/// The numbers of a pose, column by column, sampled from the clip itself.
fn wanted(clip: &Clip, batch: &ClipBatch, at: Span) -> Vec<f32> {
    let mut pose = std::vec![0.0; batch.width()];
    for (path, Column { first, numbers, stride, .. }) in batch.columns() {
        let mut value = [0.0; 16];
        ask(clip.channel(path).unwrap(), at.flicks(), &mut value);
        for i in 0..numbers {
            pose[first + i * stride] = value[i];
        }
    }
    pose
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn unplayable_clips_are_refused_with_a_reason() {
    let clip = |duration, keys: Vec<Keyframe<f64>>| {
        let builder = ClipBuilder::new("odd").duration(ClipDuration::Cut(duration));
        if keys.is_empty() { builder } else { builder.track("wide", keys) }.build().unwrap()
    };
    let new = |clip: &Clip| ClipBatch::new(clip, RATE, Repeat::Once).map(|_| ());
    let baked = |clip: &Clip| ClipBatch::baked(clip, RATE, Repeat::Once).map(|_| ());
    let wide = clip(ticks(5), Vec::from([Keyframe::linear(Span::ZERO, 1.0)]));
    let error = ClipBatchError::ValueKind { path: "wide".into(), kind: ValueKind::F64 };
    assert_eq!(new(&wide), Err(error.clone()));
    assert_eq!(baked(&wide), Err(error));
    let none = clip(Span::ZERO, Vec::new());
    assert_eq!(new(&none), Err(ClipBatchError::Duration { duration: Span::ZERO }));
    let long = clip(ClipBatch::LONGEST + Span::from_flicks(1), Vec::new());
    assert_eq!(new(&long), Err(ClipBatchError::Duration { duration: long.duration() }));
    let odd = clip(ticks(5) + Span::from_flicks(1), Vec::new());
    assert_eq!(new(&odd), Ok(()));
    assert_eq!(baked(&odd), Ok(()));
    for new in [ClipBatch::new, ClipBatch::baked] {
        assert_eq!(new(&odd, RATE, Repeat::Times(0)).map(|_| ()), Err(ClipBatchError::NoPasses));
    }
    let keys = [Keyframe::linear(Span::ZERO, 1.0_f32)];
    let hours =
        ClipBuilder::new("hours").duration(ClipDuration::Cut(ticks(1 << 25))).track("x", keys);
    let error = ClipBatchError::Memory { numbers: 4 * ((1 << 25) + 1) };
    assert_eq!(baked(&hours.build().unwrap()), Err(error));
}

#[test]
fn once_shows_the_beginning_before_and_the_end_after() {
    let keys = [Keyframe::linear(ticks(0), 1.0_f32), Keyframe::linear(ticks(4), 5.0)];
    let clip = ClipBuilder::new("up").track("x", keys).build().unwrap();
    let batches = [
        (ClipBatch::new(&clip, RATE, Repeat::Once), ClipBatch::new(&clip, RATE, Repeat::Forever)),
        (
            ClipBatch::baked(&clip, RATE, Repeat::Once),
            ClipBatch::baked(&clip, RATE, Repeat::Forever),
        ),
    ];
    for (once, endless) in batches {
        let (mut once, mut endless) = (once.unwrap(), endless.unwrap());
        once.push(Tick::new(10));
        endless.push(Tick::new(10));
        let mut pose = Vec::new();
        let mut shown = |batch: &ClipBatch, tick| {
            batch.sample_into(Tick::new(tick), 0.5, &mut pose);
            pose[0]
        };
        let asked = [i64::MIN, 9, 10, 13, 14, i64::MAX];
        let found = asked.map(|tick| shown(&once, tick));
        // Before its start the sample is baked as if the instance had begun at the last moment.
        assert_eq!(found[2..], [1.5, 4.5, 5.0, 5.0]);
        assert_eq!([9, 10, 13, 14].map(|tick| shown(&endless, tick)), [4.5, 1.5, 4.5, 1.5]);
    }
}

/// A clip of this many rotation tracks.
fn rotations(count: usize) -> Clip {
    let mut builder = ClipBuilder::new("turns");
    for index in 0..count {
        let turn = |angle: f64| Quat::about(Vec3::new(1.0, index as f32, -2.0), angle);
        // Ten degrees a tick, and back in the other direction.
        let keys = [
            Keyframe::linear(ticks(0), turn(0.3)),
            Keyframe::linear(ticks(15), turn(0.3 + 150_f64.to_radians())),
            Keyframe::linear(ticks(30), turn(0.3 + 300_f64.to_radians())),
        ];
        builder = builder.track(String::from("abcdefgh").split_off(index), keys);
    }
    builder.build().unwrap()
}

#[test]
fn baked_rotations_stay_within_the_stated_error() {
    let clip = rotations(6);
    let mut batch = ClipBatch::baked(&clip, RATE, Repeat::Once).unwrap();
    batch.push(Tick::ZERO);
    let (mut worst, mut pose): (f64, _) = (0.0, Vec::new());
    for step in 0..30 * 64 {
        let (tick, alpha) = (Tick::new(step / 64), (step % 64) as f32 / 64.0);
        batch.sample_into(tick, alpha, &mut pose);
        let at = batch.position(0, tick, alpha).unwrap();
        for (path, Column { first, stride, .. }) in batch.columns() {
            let found = Quat::from([0, 1, 2, 3].map(|i| pose[first + i * stride]));
            let Quat { x, y, z, w } = found;
            let length = [x, y, z, w].map(f64::from).map(|part| part * part).iter().sum::<f64>();
            assert!((length.sqrt() - 1.0).abs() < 3e-7, "{length}");
            let right = clip.track::<Quat>(path).unwrap().sample(at);
            let Vec3 { x, y, z } = right.minus(&found).vector;
            let off = [x, y, z].map(f64::from).map(|part| part * part).iter().sum::<f64>().sqrt();
            worst = worst.max(off.to_degrees());
        }
    }
    assert!((0.0010..=0.0014).contains(&worst), "{worst} degrees");
}

#[test]
fn unused_places_of_a_pack_hold_no_rotation() {
    let batch = ClipBatch::baked(&rotations(5), RATE, Repeat::Once).unwrap();
    assert_eq!(batch.width(), 32);
    let columns: Vec<_> =
        batch.columns().map(|(_, column)| (column.first, column.stride)).collect();
    assert_eq!(columns, [(0, 4), (1, 4), (2, 4), (3, 4), (16, 4)]);
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

/// The laws above and below reach it: of the tracks of `any_clip`, two share their places.
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

fn repeat() -> impl Strategy<Value = Repeat> {
    prop_oneof![Just(Repeat::Once), Just(Repeat::Forever), (1..5_u64).prop_map(Repeat::Times)]
}

proptest! {
    /// Sampled from keyframes, batch and clip give the same bits at any time.
    #[test]
    fn a_batch_samples_as_its_clip_does(
        clip in any_clip(), repeat in repeat(), rate in prop_oneof![Just(RATE), Just(TickRate::NTSC_30)],
        starts in prop::collection::vec(-200_i64..200, 1..200), now in -100_i64..100,
        alpha in prop_oneof![Just(0.0), 0.0..1.0_f32],
    ) {
        let mut batch = ClipBatch::new(&clip, rate, repeat).unwrap();
        starts.iter().for_each(|start| batch.push(Tick::new(*start)));
        let (now, mut poses, mut pose) = (Tick::new(now), Vec::new(), Vec::new());
        batch.sample_into(now, alpha, &mut poses);
        prop_assert_eq!(poses.len(), starts.len() * batch.width());
        for (index, found) in poses.chunks(batch.width()).enumerate() {
            let at = batch.position(index, now, alpha).unwrap();
            prop_assert_eq!(bits(found), bits(&wanted(&clip, &batch, at)), "at {}", at);
            prop_assert!(batch.sample_one_into(index, now, alpha, &mut pose));
            prop_assert_eq!(bits(found), bits(&pose));
        }
    }

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

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_give_the_same_bits(
        clip in any_clip(), starts in prop::collection::vec(-200_i64..200, 1..9),
        many in 1_usize..800, alpha in 0.0..1.0_f32,
    ) {
        for new in [ClipBatch::new, ClipBatch::baked] {
            let mut batch = new(&clip, RATE, Repeat::Forever).unwrap();
            starts.iter().cycle().take(many * starts.len()).for_each(|start| batch.push(Tick::new(*start)));
            let (mut one, mut several) = (Vec::new(), Vec::new());
            batch.sample_into(Tick::new(7), alpha, &mut one);
            batch.sample_into_in_parallel(Tick::new(7), alpha, &mut several);
            prop_assert_eq!(bits(&one), bits(&several));
        }
    }

    /// On a tick, a baked batch gives the values of the clip, except for the sign of quaternions.
    #[test]
    fn a_baked_batch_equals_its_clip_on_ticks(
        clip in any_clip(), repeat in repeat(), starts in prop::collection::vec(-200_i64..200, 1..100),
        now in -100_i64..100, alpha in 0.0..1.0_f32,
    ) {
        // A clip of a whole number of ticks.
        let whole = ClipDuration::Cut(ticks(1 + RATE.ticks_in(clip.duration())));
        let clip = ClipBuilder::from(clip.clone()).duration(whole).build().unwrap();
        let mut batch = ClipBatch::baked(&clip, RATE, repeat).unwrap();
        starts.iter().for_each(|start| batch.push(Tick::new(*start)));
        let (now, mut poses, mut pose) = (Tick::new(now), Vec::new(), Vec::new());
        batch.sample_into(now, 0.0, &mut poses);
        for (index, found) in poses.chunks(batch.width()).enumerate() {
            let right = wanted(&clip, &batch, batch.position(index, now, 0.0).unwrap());
            for (_, column) in batch.columns() {
                let of = |pose: &[f32]| -> Vec<f32> {
                    (0..column.numbers).map(|i| pose[column.first + i * column.stride]).collect()
                };
                let (found, right) = (of(found), of(&right));
                let negative: Vec<f32> = found.iter().map(|number| -number).collect();
                let turned = column.kind == ValueKind::Rotation && bits(&negative) == bits(&right);
                prop_assert!(turned || bits(&found) == bits(&right), "{:?} {:?}", found, right);
            }
        }
        batch.sample_into(now, alpha, &mut poses);
        for (index, found) in poses.chunks(batch.width()).enumerate() {
            batch.sample_one_into(index, now, alpha, &mut pose);
            prop_assert_eq!(bits(found), bits(&pose));
        }
    }
}

proptest! {
    /// Between two rows, a baked clip of any duration at any rate is linear between the samples at the rows, and rows
    /// are at most a tick apart. Rotations are linear except for their length and their sign.
    #[test]
    fn a_baked_batch_is_on_the_chords_of_its_clip(
        clip in any_clip(), repeat in repeat(),
        rate in prop::sample::select(&[RATE, TickRate::NTSC_30, TickRate::HZ_144, TickRate::HZ_24][..]),
        starts in prop::collection::vec(-200_i64..200, 1..9), now in -100_i64..100, alpha in 0.0..1.0_f32,
    ) {
        let mut batch = ClipBatch::baked(&clip, rate, repeat).unwrap();
        starts.iter().for_each(|start| batch.push(Tick::new(*start)));
        let (now, mut poses) = (Tick::new(now), Vec::new());
        batch.sample_into(now, alpha, &mut poses);
        let duration = clip.duration();
        let whole = rate.ticks_in(duration);
        let on_ticks = rate.span_of(whole) == duration;
        let last = u32::try_from(if on_ticks { whole } else { whole + 1 }).unwrap();
        let row = |row: u32| Span::from_flicks(if on_ticks {
            rate.span_of(row.into()).flicks()
        } else {
            time_of(row, last, duration)
        });
        for (index, found) in poses.chunks(batch.width()).enumerate() {
            let at = batch.position(index, now, alpha).unwrap();
            let before = (0..=last).rev().find(|one| row(*one) <= at).unwrap();
            let after = (before + 1).min(last);
            let (from, to) = (wanted(&clip, &batch, row(before)), wanted(&clip, &batch, row(after)));
            prop_assert!(row(after) - row(before) <= rate.span_of(1));
            let part = if after > before { (at - row(before)).ratio(row(after) - row(before)) } else { 0.0 };
            for (path, Column { kind, first, numbers, stride }) in batch.columns() {
                let of = |pose: &[f32]| -> Vec<f64> {
                    (0..numbers).map(|i| f64::from(pose[first + i * stride])).collect()
                };
                let (found, from, mut to) = (of(found), of(&from), of(&to));
                let dot: f64 = from.iter().zip(&to).map(|(from, to)| from * to).sum();
                let turns = kind == ValueKind::Rotation;
                let is_unit = |of: &[f64]| (of.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-5;
                if turns && !(is_unit(&from) && is_unit(&to)) {
                    continue; // keyframes that are no rotations are not normalized
                }
                if turns && dot < 0.0 {
                    to.iter_mut().for_each(|to| *to = -*to);
                }
                let mut right: Vec<f64> =
                    from.iter().zip(&to).map(|(from, to)| from + (to - from) * part).collect();
                let mut sign = 1.0;
                if turns {
                    let length = right.iter().map(|part| part * part).sum::<f64>().sqrt();
                    right.iter_mut().for_each(|part| *part /= length);
                    let same: f64 = right.iter().zip(&found).map(|(right, found)| right * found).sum();
                    sign = same.signum();
                }
                for (i, right) in right.iter().enumerate() {
                    // A flick is up to 1e-6 of the distance between two rows here.
                    let size = from[i].abs().max(to[i].abs());
                    let near = if turns { 2e-6 } else { size * 4e-7 + (to[i] - from[i]).abs() * near_flick(rate) };
                    prop_assert!((sign * found[i] - right).abs() <= near, "{} at {}: {:?} {}", path, at, found, right);
                }
            }
        }
    }
}

/// A position is rounded to a flick, and so is the time of a row.
fn near_flick(rate: TickRate) -> f64 {
    3.0 / rate.span_of(1).flicks() as f64
}

/// A walk of 42.5 ticks, as in glTF files, that loops without a jump.
#[test]
fn a_clip_of_half_a_tick_more_keeps_its_speed_over_many_passes() {
    let end = TickRate::hz(120).unwrap().span_of(85);
    let keys = [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(end, 85.0)];
    let clip = ClipBuilder::new("walk").track("x", keys).build().unwrap();
    let mut batch = ClipBatch::baked(&clip, RATE, Repeat::Forever).unwrap();
    batch.push(Tick::ZERO);
    let mut pose = Vec::new();
    for tick in [0, 1, 42, 43, 84, 85, 86, 85_000_000] {
        batch.sample_into(Tick::new(tick), 0.25, &mut pose);
        let wanted = (2.0 * tick as f64 + 0.5) % 85.0;
        assert!((f64::from(pose[0]) - wanted).abs() < 2e-5, "{} at {tick}", pose[0]);
    }
}

fn some_batches() -> impl Iterator<Item = (Clip, ClipBatch)> {
    [Repeat::Once, Repeat::Times(3), Repeat::Forever].into_iter().flat_map(|repeat| {
        let clip = rotations(5);
        [
            ClipBatch::new(&clip, TickRate::HZ_60, repeat),
            ClipBatch::baked(&clip, TickRate::HZ_60, repeat),
        ]
        .map(|batch| {
            let mut batch = batch.unwrap();
            [0, -7, 1 << 40].into_iter().for_each(|start| batch.push(Tick::new(start)));
            (clip.clone(), batch)
        })
    })
}

#[test]
fn a_loaded_batch_equals_the_saved_one() {
    for (clip, batch) in some_batches() {
        assert_eq!(batch.save().load(&clip), Ok(batch.clone()));
        let (mut poses, mut loaded) = (Vec::new(), Vec::new());
        batch.sample_into(Tick::new(30), 0.5, &mut poses);
        batch.save().load(&clip).unwrap().sample_into(Tick::new(30), 0.5, &mut loaded);
        assert_eq!(bits(&poses), bits(&loaded));
        let other = ClipBuilder::new("other").track("x", [Keyframe::linear(ticks(9), 1.0_f32)]);
        assert_eq!(batch.save().load(&other.build().unwrap()), Err(ClipBatchError::Changed));
    }
}

#[test]
fn batches_that_differ_in_anything_are_not_equal() {
    let mut batches: Vec<_> = some_batches().map(|(_, batch)| batch).collect();
    let mut later = batches[0].clone();
    later.push(Tick::new(3));
    batches.push(later);
    assert_all_differ(&batches);
}

#[cfg(feature = "serde")]
#[test]
fn a_saved_batch_is_one_block_of_bytes() {
    use crate::batch::saved::testing::assert_is_one_block;

    for (_, batch) in some_batches() {
        assert_is_one_block(&batch.save(), 4); // no kind has this number
    }
}

#[test]
fn a_baked_clip_of_many_tracks_shows_each_of_them() {
    let keys =
        |to: u16| [Keyframe::linear(ticks(0), 0.0_f32), Keyframe::linear(ticks(4), f32::from(to))];
    let clip = ClipBuilder::new("many");
    let clip = (0..70).fold(clip, |clip, to| clip.track(std::format!("{to}"), keys(to)));
    let mut batch = ClipBatch::baked(&clip.build().unwrap(), RATE, Repeat::Once).unwrap();
    batch.push(Tick::ZERO);
    let mut pose = Vec::new();
    for (tick, alpha, part) in [(0, 0.0, 0.0), (3, 0.5, 0.875), (4, 0.0, 1.0), (9, 0.5, 1.0)] {
        batch.sample_into(Tick::new(tick), alpha, &mut pose);
        for (path, column) in batch.columns() {
            let to: f32 = path.parse().unwrap();
            assert_eq!(pose[column.first], to * part, "{path} at {tick}");
        }
    }
}

#[test]
fn the_last_instance_takes_the_place_of_a_removed_one() {
    let mut batch = ClipBatch::new(&rotations(1), RATE, Repeat::Once).unwrap();
    assert!(batch.is_empty());
    (0..3).for_each(|start| batch.push(Tick::new(start)));
    assert!(batch.swap_remove(0));
    let mut wanted = ClipBatch::new(&rotations(1), RATE, Repeat::Once).unwrap();
    [2, 1].into_iter().for_each(|start| wanted.push(Tick::new(start)));
    assert_eq!(batch, wanted);
    assert!(!batch.swap_remove(2), "two are left");
    assert!(!batch.is_empty() && batch == wanted);
}
