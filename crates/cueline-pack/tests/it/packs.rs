//! What packs promise.

use cueline::{
    clip::{ClipBuilder, Cue, Flipbook, Keyframe},
    time::ms,
    timeline::{TimelineBuilder, clip, from_to},
};
use cueline_pack::{Pack, PackError};

fn pack() -> Pack {
    let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    let hop = ClipBuilder::new("a#hop").track("y", keys).cue(Cue::effect(ms(400), "land"));
    let hop = hop.build().unwrap();
    let scene = TimelineBuilder::new("scene").then(clip(hop.clone(), str::to_owned)).then(from_to(
        "x".into(),
        0.0,
        1.0,
    ));
    Pack {
        clips: vec![hop],
        flipbooks: vec![("a#walk".into(), Flipbook::equal(4, ms(100)).unwrap())],
        timelines: vec![("a#scene".into(), scene)],
    }
}

#[test]
fn a_pack_comes_back_from_its_bytes() {
    for pack in [pack(), Pack::default()] {
        let bytes = pack.to_bytes().unwrap();
        assert_eq!(Pack::from_bytes(&bytes).unwrap(), pack);
    }
}

#[test]
fn bytes_that_are_cut_changed_too_many_or_foreign_are_refused() {
    let bytes = pack().to_bytes().unwrap();
    for end in 0..bytes.len() {
        let error = if end < 8 { PackError::Foreign } else { PackError::Damaged };
        assert_eq!(Pack::from_bytes(&bytes[..end]), Err(error), "{end} bytes");
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(Pack::from_bytes(&changed).is_err(), "bit {bit}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Pack::from_bytes(&longer), Err(PackError::Damaged));
    let mut later = bytes;
    later[8] = 2;
    assert_eq!(Pack::from_bytes(&later), Err(PackError::Version(2)));
    assert_eq!(Pack::from_bytes(b"(version: 1)"), Err(PackError::Foreign));
}

/// The bytes behind the header of a pack may change only with its version.
#[test]
fn a_pack_of_version_1_is_still_read() {
    let bytes = include_bytes!("../door.cuepack");
    let pack = Pack::from_bytes(bytes).unwrap();
    assert_eq!(pack.to_bytes().unwrap(), bytes);
    let names = (pack.clips[0].name(), &*pack.flipbooks[0].0, &*pack.timelines[0].0);
    assert_eq!(names, ("door.ron#open", "door.ron#walk", "door.ron#enter"));
    for (name, timeline) in pack.timelines {
        assert!(timeline.build().is_ok(), "{name}");
    }
}
