use std::{mem::size_of, ops::RangeInclusive};

use proptest::{prelude::*, sample::Index};

use std::borrow::Cow;

use super::*;

fn track() -> Vec<Key<Quat>> {
    let key = |frame: i32| {
        let half = frame as f32 * 1e-3;
        let turn = Quat::new(libm::sinf(half), 0.0, 0.0, libm::cosf(half));
        Key::new(When::Frames(frame.into()), turn, Interpolation::Linear)
    };
    (0..5000).map(key).collect()
}

/// A track with all that it shares.
fn bytes(keys: &Keys) -> Vec<u8> {
    let mut packer = Packer::default();
    let track = packer.track("arm/rotation", keys).unwrap();
    postcard::to_allocvec(&(packer.shared(), track)).unwrap()
}

fn keys((shared, track): (Shared<'_>, PackedTrack<'_>)) -> Result<Keys, String> {
    let (path, keys) = Unpacker::new(&shared, 0)?.track(track)?;
    assert_eq!(path, "arm/rotation");
    Ok(keys)
}

#[test]
fn columns_stay_where_they_lie_and_only_the_keys_take_memory() {
    let bytes = bytes(&Keys::Rotation(track()));
    let packed: (Shared<'_>, PackedTrack<'_>) = postcard::from_bytes(&bytes).unwrap();
    let (shared, track_of_it) = &packed;
    let (_, Times::Frames(times)) = &shared.times[0] else { panic!("times in frames") };
    let (runs, values) = (&shared.interpolations[0].runs, &track_of_it.values.values);
    for Column(column) in [times, runs, values] {
        let Cow::Borrowed(column) = column else { panic!("a copy of a column") };
        assert!(bytes.as_ptr_range().contains(&column.as_ptr()));
    }
    let mut read = Ok(Keys::Rotation(Vec::new()));
    let memory = allocation_counter::measure(|| read = keys(packed));
    assert_eq!(read.unwrap(), Keys::Rotation(track()));
    let needed = (5000 * size_of::<Key<Quat>>()) as u64;
    let near: RangeInclusive<u64> = needed..=needed + 1000;
    assert!(near.contains(&memory.bytes_total), "{memory:?}, needed {needed}");
}

/// Two clips of one skeleton.
#[test]
fn names_times_and_interpolations_are_stored_once() {
    let joints = ["left hand", "left hand", "left hänge", "left häuser", "", "/", "left h"];
    let of = |keys: usize| Keys::Rotation(track()[..keys].to_vec());
    let mut packer = Packer::default();
    let mut tracks = Vec::new();
    for keys in [1, 7, 7] {
        for joint in joints {
            for path in [format!("{joint}/rotation"), format!("{joint}/scale"), joint.into()] {
                tracks.push((path.leak() as &str, of(keys)));
            }
        }
    }
    let pack = |(path, keys): &(&'static str, Keys)| packer.track(path, keys).unwrap();
    let packed: Vec<_> = tracks.iter().map(pack).collect();
    let shared = packer.shared();
    // Six joints, two properties, and nothing before the slash of "/".
    assert_eq!((shared.names.len(), shared.times.len(), shared.interpolations.len()), (8, 2, 1));
    let rest: Vec<_> = shared.names.iter().map(|Name(_, rest)| *rest).collect();
    // "left häuser" after "left hänge".
    assert!(rest.contains(&"user"), "{rest:?}");
    let mut unpacker = Unpacker::new(&shared, 0).unwrap();
    for (track, (path, keys)) in packed.into_iter().zip(tracks) {
        assert_eq!(unpacker.track(track).unwrap(), (path.into(), keys));
    }
}

/// Four bytes can say that a name begins as a long one before it, and a track can name both.
#[test]
fn a_small_file_does_not_grow_into_long_paths() {
    let long = "x".repeat(100_000);
    let length = u32::try_from(long.len()).unwrap();
    let same = (0..10_000).map(|_| Name(length, ""));
    let names: Vec<_> = std::iter::once(Name(0, &long)).chain(same).collect();
    let shared = Shared { names, ..Shared::default() };
    let refused = Unpacker::new(&shared, 140_000).err();
    assert_eq!(refused.as_deref(), Some("paths far longer than the file"));

    let mut packer = Packer::default();
    let path = format!("{long}/rotation");
    let mut track = || packer.track(&path, &Keys::Rotation(track()[..1].to_vec())).unwrap();
    let tracks: Vec<_> = (0..1_000).map(|_| track()).collect();
    let shared = packer.shared();
    let mut unpacker = Unpacker::new(&shared, 400_000).unwrap();
    let refused = tracks.into_iter().position(|track| unpacker.track(track).is_err());
    assert!(refused.is_some_and(|at| at < 200), "{refused:?}");
}

proptest! {
    /// The sum over a file detects damage, so this is about columns that never were right.
    #[test]
    fn columns_of_other_lengths_are_refused(
        cut in any::<Index>(),
        index in 0_usize..3,
        more in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let bytes = bytes(&Keys::Rotation(track()[..50].to_vec()));
        let mut packed: (Shared<'_>, PackedTrack<'_>) = postcard::from_bytes(&bytes).unwrap();
        let (shared, of_track) = &mut packed;
        let (_, Times::Frames(times)) = &mut shared.times[0] else { panic!("times in frames") };
        let runs = &mut shared.interpolations[0].runs;
        let Column(column) = [times, runs, &mut of_track.values.values][index];
        let column = column.to_mut();
        let whole = column.clone();
        column.truncate(cut.index(whole.len() + 1));
        column.extend(&more);
        prop_assume!(*column != whole);
        let is_same = column.len() == whole.len();
        // A number takes one byte or more, of which only the last one is below 128.
        let numbers = |column: &[u8]| column.iter().filter(|byte| **byte < 128).count();
        let as_many = index < 2 && numbers(column) == numbers(&whole);
        prop_assert!(keys(packed).is_err() || is_same || as_many, "read in spite of its length");
    }

    /// Whatever places a track names, and whatever beginnings a name has.
    #[test]
    fn places_that_are_not_there_are_refused(place in 0_usize..4, by in 1_u32..) {
        let bytes = bytes(&Keys::Rotation(track()[..50].to_vec()));
        let mut packed: (Shared<'_>, PackedTrack<'_>) = postcard::from_bytes(&bytes).unwrap();
        let PackedTrack { stem, leaf, times, interpolations, .. } = &mut packed.1;
        let place = [stem, leaf, times, interpolations].into_iter().nth(place).unwrap();
        *place = place.saturating_add(by.max(2));
        prop_assert!(keys(packed).is_err());
        let mut packed: (Shared<'_>, PackedTrack<'_>) = postcard::from_bytes(&bytes).unwrap();
        packed.0.names[1].0 = 4_u32.saturating_add(by);
        prop_assert!(keys(packed).is_err());
    }
}
