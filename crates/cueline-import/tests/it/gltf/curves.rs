//! Values of tracks, and times.

use cueline::{
    clip::Clip,
    time::{Span, TickRate},
    value::{Lerp, Quat, Vec3},
};
use gltf_json::{
    Node,
    accessor::{ComponentType, IndexComponentType, Type, sparse},
    animation::{
        Interpolation::{CubicSpline, Linear, Step},
        Property::{MorphTargetWeights, Rotation, Scale, Translation},
    },
    validation::{Checked::Valid, USize64},
};

use super::{
    make::{Make, accessor},
    notes, read,
};

fn clip(make: &Make) -> Clip {
    let [text, binary] = [make.text(), make.binary()].map(|file| {
        let read = read(&file).unwrap();
        let (name, clip) = read.document.clips.first().unwrap();
        clip.build(name).unwrap()
    });
    assert_eq!(text, binary, "both forms hold the same");
    text
}

fn ms(ms: i64) -> Span {
    Span::from_millis(ms)
}

#[test]
fn steps_and_lines_go_from_key_to_key() {
    let mut make = Make::default();
    make.node("arm.L", &[]);
    let times = [0.0, 0.5, 1.0];
    make.curve(0, Translation, Linear, &times, &[0.0, 0.0, 0.0, 2.0, 4.0, 6.0, 2.0, 4.0, 8.0]);
    make.curve(0, Scale, Step, &times, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    make.curve(
        0,
        Rotation,
        Linear,
        &times,
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, half, half, 0.0, 0.0, 1.0, 0.0],
    );
    let clip = clip(&make);
    assert_eq!(clip.name(), "move");
    assert_eq!(clip.duration(), ms(1000));
    let paths: Vec<_> = clip.channels().map(|(path, _)| path).collect();
    assert_eq!(paths, ["arm.L/rotation", "arm.L/scale", "arm.L/translation"]);

    let place = clip.track::<Vec3>("arm.L/translation").unwrap();
    assert_eq!(place.sample(ms(250)), Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(place.sample(ms(750)), Vec3::new(2.0, 4.0, 7.0));
    let scale = clip.track::<Vec3>("arm.L/scale").unwrap();
    assert_eq!(scale.sample(ms(499)).x, 1.0);
    assert_eq!(scale.sample(ms(500)).x, 2.0);
    let turn = clip.track::<Quat>("arm.L/rotation").unwrap();
    let eighth = turn.sample(ms(250));
    let wanted = Quat::about(Vec3::new(0.0, 0.0, 1.0), std::f64::consts::FRAC_PI_4);
    assert!((eighth.z - wanted.z).abs() < 1e-6 && (eighth.w - wanted.w).abs() < 1e-6, "{eighth:?}");
}

/// The cubic of the specification (glTF 2.0, appendix C.5), number by number.
fn spline(numbers: &[f32], width: usize, key: usize, seconds: f64, t: f64) -> Vec<f64> {
    let at = |key: usize, part: usize, i: usize| f64::from(numbers[(key * 3 + part) * width + i]);
    let (t2, t3) = (t * t, t * t * t);
    (0..width)
        .map(|i| {
            (2.0 * t3 - 3.0 * t2 + 1.0) * at(key, 1, i)
                + seconds * (t3 - 2.0 * t2 + t) * at(key, 2, i)
                + (-2.0 * t3 + 3.0 * t2) * at(key + 1, 1, i)
                + seconds * (t3 - t2) * at(key + 1, 0, i)
        })
        .collect()
}

#[test]
fn cubic_splines_are_those_of_the_specification() {
    let mut make = Make::default();
    make.node("a", &[]);
    let times = [0.0, 0.5, 2.0];
    // For each key the slope before it, the value, the slope after it.
    #[rustfmt::skip]
    let places = [
        0.0, 0.0, 0.0,   1.0, 2.0, 3.0,   4.0, -4.0, 0.5,
        1.0, 1.0, 1.0,   0.0, 5.0, 3.0,  -2.0, 0.25, 8.0,
        3.0, -3.0, 0.0,  7.0, 7.0, 7.0,   0.0, 0.0, 0.0,
    ];
    make.curve(0, Translation, CubicSpline, &times, &places);
    // A turn by 2 radians about an axis that moves, so that keys have to be added.
    #[rustfmt::skip]
    let turns = [
        0.0, 0.0, 0.0, 0.0,   0.0, 0.0, 0.0, 1.0,     0.5, 0.0, 1.0, 0.0,
        0.0, 1.0, 0.0, 0.0,   0.0, 0.6, 0.0, 0.8,     0.0, 1.0, 0.5, 0.0,
        0.3, 0.0, 0.0, -0.4,  0.8, 0.0, 0.0, -0.6,    0.0, 0.0, 0.0, 0.0,
    ];
    make.curve(0, Rotation, CubicSpline, &times, &turns);
    let clip = clip(&make);
    let reported = notes(&read(&make.text()).unwrap());
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(
        reported[0].contains("animations[0].channels[1]: found a spline of quaternions, to which"),
        "{reported:?}"
    );

    let place = clip.track::<Vec3>("a/translation").unwrap();
    let turn = clip.track::<Quat>("a/rotation").unwrap();
    for step in 0..200 {
        let at = Span::from_secs_f64(f64::from(step) / 100.0).unwrap();
        let (key, start, seconds) = if step < 50 { (0, 0.0, 0.5) } else { (1, 0.5, 1.5) };
        let t = (at.as_secs_f64() - start) / seconds;
        let wanted = spline(&places, 3, key, seconds, t);
        for (found, wanted) in <[f32; 3]>::from(place.sample(at)).iter().zip(wanted) {
            assert!((f64::from(*found) - wanted).abs() < 1e-5, "{found} {wanted} at {at}");
        }
        let wanted = spline(&turns, 4, key, seconds, t);
        let wanted = Quat::<f64>::new(wanted[0], wanted[1], wanted[2], wanted[3]).normalized();
        let found = <[f32; 4]>::from(turn.sample(at)).map(f64::from);
        let Vec3 { x, y, z } = Quat::from(found).minus(&wanted).vector;
        let off = (x * x + y * y + z * z).sqrt();
        assert!(off < 2e-4, "{off} rad at {at}");
    }
}

#[test]
fn whole_numbers_stand_for_parts_of_one() {
    let mut make = Make::default();
    make.node("a", &[]);
    let times = make.floats(Type::Scalar, &[0.0, 1.0]);
    let shorts: Vec<u8> =
        [0_i16, 0, 0, 32_767, -32_768, 0, 0, 0].iter().flat_map(|n| n.to_le_bytes()).collect();
    let turns = make.bytes(&shorts, ComponentType::I16, Type::Vec4, true);
    make.channel(0, Rotation, Step, times, turns);
    let weights = make.bytes(&[0, 255, 51, 102], ComponentType::U8, Type::Scalar, true);
    make.channel(0, MorphTargetWeights, Linear, times, weights);
    let clip = clip(&make);
    let turn = clip.track::<Quat>("a/rotation").unwrap();
    assert_eq!(turn.sample(ms(0)), Quat::new(0.0, 0.0, 0.0, 1.0));
    assert_eq!(turn.sample(ms(1000)), Quat::new(-1.0, 0.0, 0.0, 0.0), "no less than -1");
    let weight =
        |number: u32, at| clip.track::<f32>(&format!("a/weights/{number}")).unwrap().sample(ms(at));
    assert_eq!(
        (weight(0, 0), weight(1, 0), weight(0, 1000), weight(1, 1000)),
        (0.0, 1.0, 0.2, 0.4)
    );
}

#[test]
fn cubic_weights_lie_side_by_side() {
    let mut make = Make::default();
    make.node("a", &[]);
    // Two keys of two targets: slopes before, values, slopes after.
    #[rustfmt::skip]
    let numbers = [
        9.0, 9.0,  0.0, 1.0,  1.0, -1.0,
        1.0, -1.0,  1.0, 0.0,  9.0, 9.0,
    ];
    make.curve(0, MorphTargetWeights, CubicSpline, &[0.0, 1.0], &numbers);
    let clip = clip(&make);
    for step in 0..=10_u8 {
        let (at, t) = (ms(i64::from(step) * 100), f32::from(step) / 10.0);
        let weight = |path| clip.track::<f32>(path).unwrap().sample(at);
        assert!((weight("a/weights/0") - t).abs() < 1e-6, "the slopes make straight lines");
        assert!((weight("a/weights/1") - (1.0 - t)).abs() < 1e-6);
    }
}

#[test]
fn sparse_accessors_change_what_is_there_or_zeros() {
    for with_base in [true, false] {
        let mut make = Make::default();
        make.node("a", &[]);
        let times = make.floats(Type::Scalar, &[0.0, 1.0, 2.0]);
        let base: Vec<u8> = [1.0_f32; 9].iter().flat_map(|n| n.to_le_bytes()).collect();
        let base = make.view(&base);
        let indices = make.view(&1_u16.to_le_bytes());
        let values: Vec<u8> = [5.0_f32, 6.0, 7.0].iter().flat_map(|n| n.to_le_bytes()).collect();
        let values = make.view(&values);
        let mut places =
            accessor(with_base.then_some(base), ComponentType::F32, Type::Vec3, 3, false);
        places.sparse = Some(sparse::Sparse {
            count: USize64(1),
            indices: sparse::Indices {
                buffer_view: indices,
                byte_offset: USize64(0),
                component_type: Valid(IndexComponentType(ComponentType::U16)),
                extensions: None,
                extras: Default::default(),
            },
            values: sparse::Values {
                buffer_view: values,
                byte_offset: USize64(0),
                extensions: None,
                extras: Default::default(),
            },
            extensions: None,
            extras: Default::default(),
        });
        let places = make.root.push(places);
        make.channel(0, Translation, Step, times, places);
        let clip = clip(&make);
        let place = clip.track::<Vec3>("a/translation").unwrap();
        let rest = if with_base { 1.0 } else { 0.0 };
        assert_eq!(place.sample(ms(0)), Vec3::new(rest, rest, rest));
        assert_eq!(place.sample(ms(1000)), Vec3::new(5.0, 6.0, 7.0));
        assert_eq!(place.sample(ms(2000)), Vec3::new(rest, rest, rest));
    }
}

#[test]
fn keys_lie_exactly_on_their_frames() {
    for (rate, hz) in [(TickRate::HZ_24, 24.0), (TickRate::HZ_30, 30.0), (TickRate::HZ_60, 60.0)] {
        let mut make = Make::default();
        make.node("a", &[]);
        let times: Vec<f32> = (0..120_u8).map(|frame| f32::from(frame) / hz).collect();
        let places: Vec<f32> = (0..360_u16).map(f32::from).collect();
        make.curve(0, Translation, Linear, &times, &places);
        assert_eq!(notes(&read(&make.text()).unwrap()), [""; 0]);
        let clip = clip(&make);
        assert_eq!(clip.rate(), rate);
        let track = clip.track::<Vec3>("a/translation").unwrap();
        for (frame, key) in (0..).zip(track.keyframes()) {
            assert_eq!(key.at, rate.span_of(frame), "frame {frame} at {rate}");
        }
    }
}

#[test]
fn times_on_no_frame_are_reported() {
    let mut make = Make::default();
    make.node("a", &[]);
    make.curve(0, Translation, Linear, &[0.0, 0.1234], &[0.0; 6]);
    let read = read(&make.text()).unwrap();
    assert_eq!(
        notes(&read),
        [
            "note: animations[0]: found 1 key times on no frame of 24 Hz, which are rounded to the nearest flick"
        ]
    );
    let wanted = Span::from_secs_f64(f64::from(0.1234_f32)).unwrap();
    assert_eq!(clip(&make).duration(), wanted);
}

#[test]
fn every_animation_is_a_clip_and_every_name_is_one() {
    let mut make = Make::default();
    make.node("bone", &[]);
    make.node("bone", &[]);
    make.root.push(Node::default());
    make.node("bone#1", &[]);
    for name in ["walk", "walk"] {
        make.animation(name);
        for node in 0..4 {
            make.curve(node, Translation, Step, &[0.0], &[1.0, 2.0, 3.0]);
        }
    }
    let read = read(&make.text()).unwrap();
    let names: Vec<_> = read.document.clips.keys().collect();
    assert_eq!(names, ["walk", "walk#1"]);
    let paths: Vec<_> = read.document.clips["walk"].tracks.keys().collect();
    let names = ["bone", "bone#1", "nodes[2]", "bone#1#3"];
    assert_eq!(paths, names.map(|name| format!("{name}/translation")).iter().collect::<Vec<_>>());
    let reported = notes(&read);
    assert_eq!(
        reported[0],
        "note: nodes[1]: found \"bone\", the name of an earlier item, called \"bone#1\" here"
    );
    assert_eq!(reported.len(), 3, "{reported:?}");
}

#[test]
fn keys_of_interleaved_buffers_are_found() {
    let mut make = Make::default();
    make.node("a", &[]);
    let times = make.floats(Type::Scalar, &[0.0, 1.0]);
    // Two values of three numbers, with four bytes between them.
    let numbers: Vec<u8> =
        [1.0_f32, 2.0, 3.0, 99.0, 4.0, 5.0, 6.0].iter().flat_map(|n| n.to_le_bytes()).collect();
    let view = make.view(&numbers);
    make.root.buffer_views[view.value()].byte_stride = Some(gltf_json::buffer::Stride(16));
    let places = make.root.push(accessor(Some(view), ComponentType::F32, Type::Vec3, 2, false));
    make.channel(0, Translation, Step, times, places);
    let clip = clip(&make);
    assert_eq!(
        clip.track::<Vec3>("a/translation").unwrap().sample(ms(1000)),
        Vec3::new(4.0, 5.0, 6.0)
    );
}
