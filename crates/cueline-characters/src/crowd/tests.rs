//! A crowd against its rig, and what it must not depend on.

mod law;

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    time::{Span, TickRate, ms},
    value::{Mat4, Quat, Transform, Vec3},
};
use cueline_assets::{Node, Skeleton, Skin, rig::Rig};
use fearless_simd::Level;

use super::*;
use crate::{Layer, MaskId, Mode, PoseId};

const Z: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

/// A chain along y with a link at each unit; links `a`, `b`, `c`, ... as a skin that is bound at rest.
fn chain(links: usize) -> Rig {
    let mut skeleton = Skeleton::default();
    let names: Vec<String> = (0..links).map(name).collect();
    let mut skin = Skin { joints: names.clone(), ..Skin::default() };
    for (index, link) in names.iter().enumerate() {
        let parent = index.checked_sub(1).map(name);
        let height = if index == 0 { 0.0 } else { 1.0 };
        let rest = Transform { translation: Vec3::new(0.0, height, 0.0), ..Transform::default() };
        skeleton.nodes.insert(link.clone(), Node { parent, rest, ..Node::default() });
        let mut bind = Mat4::default();
        bind.0[13] = -(index as f32);
        skin.inverse_binds.push(bind);
    }
    skeleton.skins.insert("skin".into(), skin);
    Rig::new(&skeleton).unwrap()
}

fn name(index: usize) -> String {
    char::from(b'a' + u8::try_from(index).unwrap()).to_string()
}

/// From no turn to a quarter turn about z within a second.
fn turn(clip: &str, node: &str) -> Clip {
    let quarter = Quat::about(Z, std::f64::consts::FRAC_PI_2);
    let keys = [Keyframe::linear(ms(0), Quat::default()), Keyframe::linear(ms(1000), quarter)];
    ClipBuilder::new(clip).track(format!("{node}/rotation"), keys).build().unwrap()
}

/// A clip that holds a node at a height.
fn hold(clip: &str, node: &str, y: f32) -> Clip {
    let key = Keyframe::hold(ms(0), Vec3::new(0.0, y, 0.0));
    ClipBuilder::new(clip).track(format!("{node}/translation"), [key]).build().unwrap()
}

fn palette(crowd: &Crowd, layers: &[Layer], bones: Option<usize>) -> Vec<[f32; 12]> {
    let mut list = Layers::default();
    list.push(layers);
    let mut out = Vec::new();
    let selection = Selection { bones, ..Selection::default() };
    crowd.palettes_into(&list, selection, &mut Scratch::default(), &mut out).unwrap();
    out
}

fn place_of(matrix: &[f32; 12], [x, y, z]: [f32; 3]) -> [f32; 3] {
    [0, 4, 8]
        .map(|row| matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z + matrix[row + 3])
}

fn near(found: [f32; 3], wanted: [f32; 3]) {
    let off = found.iter().zip(wanted).any(|(found, wanted)| (found - wanted).abs() > 1e-5);
    assert!(!off, "{found:?} is not {wanted:?}");
}

#[test]
fn a_turned_joint_carries_what_hangs_on_it() {
    let (rig, clip) = (chain(3), turn("turn", "b"));
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap();
    let out = palette(&crowd, &[Layer::new(ClipIndex(0), ms(1000))], None);
    near(place_of(&out[0], [0.0, 1.0, 0.0]), [0.0, 1.0, 0.0]);
    near(place_of(&out[2], [0.0, 3.0, 0.0]), [-2.0, 1.0, 0.0]);
    assert_eq!(crowd.bones().collect::<Vec<_>>(), ["a", "b"], "nothing moves c in b");
}

/// Its skeleton has no size, from which a default could come.
#[test]
fn a_skin_of_one_joint_turns_as_its_clip() {
    let rig = chain(1);
    let angle = |frame: i64| (frame * frame) as f64 / 400.0;
    let keys = (0..=20).map(|frame| Keyframe::linear(ms(40 * frame), Quat::about(Z, angle(frame))));
    let clip = ClipBuilder::new("swing").track("a/rotation", keys).build().unwrap();
    for (distance, reach) in
        [(f64::NAN, f64::NAN), (0.001, f64::NAN), (f64::NAN, 1.0), (0.001, 1.0), (0.0, 0.0)]
    {
        let crowd =
            CrowdBuilder::new(&rig, "skin").clip(&clip).tolerance(distance, reach).build().unwrap();
        assert_eq!((crowd.joints(), crowd.bones().len()), (1, 1));
        for frame in 0..=20 {
            let layer = Layer::new(ClipIndex(0), ms(40 * frame));
            let found = place_of(&palette(&crowd, &[layer], None)[0], [1.0, 0.0, 0.0]);
            let (sin, cos) = (libm::sin(angle(frame)), libm::cos(angle(frame)));
            let off = libm::hypot(f64::from(found[0]) - cos, f64::from(found[1]) - sin);
            // The distance, and rotations in 16 bits.
            assert!(off < 0.001 + 1e-4, "{distance}, {reach}, frame {frame}: {off}");
        }
    }
}

#[test]
fn without_layers_a_character_is_at_rest() {
    let (rig, clip) = (chain(3), turn("turn", "b"));
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap();
    let walk = Layer::new(ClipIndex(0), ms(700));
    let at_rest = [[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]; 3];
    assert_eq!(palette(&crowd, &[], None), at_rest);
    assert_eq!(palette(&crowd, &[Layer { weight: 0.0, ..walk }], None), at_rest);
    assert_eq!(palette(&crowd, &[Layer { weight: -1.0, ..walk }], None), at_rest);
}

#[test]
fn a_mask_divides_a_body() {
    let rig = chain(3);
    let clips = [hold("low", "b", 3.0), hold("high", "b", 5.0), hold("hand", "c", 7.0)];
    let crowd = CrowdBuilder::new(&rig, "skin")
        .clip(&clips[0])
        .clip(&clips[1])
        .clip(&clips[2])
        .mask("b", [("b", 1.0)])
        .mask("half", [("b", 0.5), ("c", 0.25)])
        .build()
        .unwrap();
    let [low, high, hand] = [0, 1, 2].map(|clip| Layer::new(ClipIndex(clip), Span::ZERO));
    let height = |layers: &[Layer], joint: u16| {
        let palette = palette(&crowd, layers, None);
        place_of(&palette[usize::from(joint)], [0.0, f32::from(joint), 0.0])[1]
    };
    let same = |found: f32, wanted: f32| near([found, 0.0, 0.0], [wanted, 0.0, 0.0]);
    let masked = |layer: Layer, name| Layer { mask: crowd.mask(name), ..layer };
    // Both move b, and count the same where both have weight.
    same(height(&[low, high], 1), 4.0);
    same(height(&[low, masked(high, "half")], 1), (3.0 + 0.5 * 5.0) / 1.5);
    // The mask leaves c to the other clip: 1 above b.
    same(height(&[masked(low, "b"), masked(high, "half")], 1), (3.0 + 0.5 * 5.0) / 1.5);
    let b = height(&[masked(low, "b"), masked(hand, "half")], 1);
    same(b, (3.0 + 0.5 * 1.0) / 1.5); // the hand's clip has b at rest
    same(height(&[masked(low, "b"), masked(hand, "half")], 2), b + 7.0);
    same(height(&[masked(hand, "b")], 2), 2.0); // without any weight c is at rest
}

#[test]
fn an_additive_layer_adds_its_difference_from_a_pose() {
    let rig = chain(2);
    let (base, lean, up) = (turn("base", "a"), turn("lean", "b"), hold("up", "b", 1.5));
    let crowd = CrowdBuilder::new(&rig, "skin")
        .clip(&base)
        .clip(&lean)
        .clip(&up)
        .pose("leant", ClipIndex(1), ms(500))
        .build()
        .unwrap();
    let add = |clip, at, weight, pose| Layer {
        mode: Mode::Add(pose),
        weight,
        ..Layer::new(ClipIndex(clip), at)
    };
    let rest = Layer::new(ClipIndex(0), ms(0));
    let tip = |layers: &[Layer]| place_of(&palette(&crowd, layers, None)[1], [0.0, 2.0, 0.0]);
    near(tip(&[rest, add(2, ms(0), 0.5, PoseId::REST)]), [0.0, 2.25, 0.0]);
    near(tip(&[rest, add(1, ms(1000), 1.0, PoseId::REST)]), [-1.0, 1.0, 0.0]);
    let leant = crowd.pose("leant").unwrap();
    let root = std::f32::consts::FRAC_1_SQRT_2;
    near(tip(&[rest, add(1, ms(1000), 1.0, leant)]), [-root, 1.0 + root, 0.0]);
    near(tip(&[rest, add(1, ms(0), 1.0, leant)]), [root, 1.0 + root, 0.0]);
    // On a body that lies on its side already.
    let lying = Layer::new(ClipIndex(0), ms(1000));
    near(tip(&[lying, add(1, ms(1000), 1.0, PoseId::REST)]), [-1.0, -1.0, 0.0]);
}

#[test]
fn joints_beyond_the_first_bones_follow_as_they_were_bound() {
    let (rig, a, c) = (chain(4), turn("a", "a"), turn("c", "c"));
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&a).clip(&c).build().unwrap();
    assert_eq!(crowd.bones().collect::<Vec<_>>(), ["a", "b", "c"]);
    let layers = [
        Layer::new(ClipIndex(0), ms(1000)),
        Layer { mode: Mode::Add(PoseId::REST), ..Layer::new(ClipIndex(1), ms(1000)) },
    ];
    let (all, two) = (palette(&crowd, &layers, None), palette(&crowd, &layers, Some(2)));
    assert_eq!((&all[..2], all[2] == two[2]), (&two[..2], false));
    near(place_of(&all[3], [0.0, 3.0, 0.0]), [-2.0, -1.0, 0.0]);
    near(place_of(&two[3], [0.0, 3.0, 0.0]), [-3.0, 0.0, 0.0]);
    assert_eq!(two[3], two[1], "as one with b");
    let none = palette(&crowd, &layers, Some(0));
    near(place_of(&none[3], [0.0, 3.0, 0.0]), [0.0, 3.0, 0.0]);
    assert_eq!(palette(&crowd, &layers, Some(9)), all);
}

/// Short of a row at the end: 2.5 ticks of 10 Hz.
#[test]
fn any_rate_takes_any_clip() {
    let rig = chain(2);
    let up = |at, y| Keyframe::linear(ms(at), Vec3::new(0.0, y, 0.0));
    let clip =
        ClipBuilder::new("up").track("b/translation", [up(0, 1.0), up(250, 11.0)]).build().unwrap();
    let rate = TickRate::hz(10).unwrap();
    let crowd = CrowdBuilder::new(&rig, "skin").clip_at(&clip, rate).build().unwrap();
    assert_eq!(crowd.step(ClipIndex(0)), Some(ms(100)));
    for (at, height) in
        [(0, 1.0), (50, 3.0), (200, 9.0), (225, 10.0), (250, 11.0), (999, 11.0), (-9, 1.0)]
    {
        let out = palette(&crowd, &[Layer::new(ClipIndex(0), ms(at))], None);
        near(place_of(&out[1], [0.0, 1.0, 0.0]), [0.0, height, 0.0]);
    }
}

#[test]
fn a_clip_gets_the_rate_of_its_keys() {
    let rig = chain(2);
    let at = |frame, hz| Span::from_frames(frame, TickRate::hz(hz).unwrap());
    let zigzag = |hz| {
        let key = |frame: i64| {
            let y = if frame % 2 == 0 { 0.0 } else { 1.0 };
            Keyframe::linear(at(frame, hz), Vec3::new(0.0, y, 0.0))
        };
        ClipBuilder::new("zigzag").track("b/translation", (0..18).map(key)).build().unwrap()
    };
    for hz in [24, 25, 30, 60, 100] {
        let clip = zigzag(hz);
        let crowd = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap();
        assert_eq!(crowd.step(ClipIndex(0)), Some(at(1, hz)), "{hz} Hz");
    }
}

#[test]
fn a_rotation_is_even_between_two_rows() {
    let rig = chain(2);
    for degrees in [1.0_f64, 10.0, 43.0, 86.0] {
        let whole = degrees.to_radians();
        let keys =
            [0, 1].map(|end| Keyframe::linear(ms(100 * end), Quat::about(Z, end as f64 * whole)));
        let clip = ClipBuilder::new("turn").track("a/rotation", keys).build().unwrap();
        let crowd = CrowdBuilder::new(&rig, "skin")
            .clip_at(&clip, TickRate::hz(10).unwrap())
            .build()
            .unwrap();
        let angle = |at| {
            let out = palette(&crowd, &[Layer::new(ClipIndex(0), ms(at))], None);
            libm::atan2(f64::from(out[0][4]), f64::from(out[0][0]))
        };
        let rounded = angle(100);
        assert!((rounded - whole).abs() < 6.2e-5, "{rounded} rad instead of {whole}");
        for at in 0..=100 {
            let off = (angle(at) - rounded * at as f64 / 100.0).abs();
            assert!(off < 2e-5, "{at} ms of {degrees} degrees: {off} rad");
        }
    }
}

#[test]
fn noise_is_no_motion() {
    let rig = chain(3);
    let clip = |noise: f32| {
        let key = |frame: i64| {
            let y = 1.0 + if frame % 2 == 0 { 0.0 } else { noise };
            Keyframe::linear(ms(100 * frame), Vec3::new(0.0, y, 0.0))
        };
        ClipBuilder::new("still").track("b/translation", (0..9).map(key)).build().unwrap()
    };
    for (noise, bones) in [(1e-6, 0), (1e-3, 2)] {
        let clip = clip(noise);
        let crowd = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap();
        assert_eq!(crowd.bones().len(), bones, "{noise}");
    }
}

/// A quarter of a turn on either side of a half: the quaternions of the two have opposite signs on the way.
#[test]
fn rotations_far_from_rest_blend_on_one_side() {
    let rig = chain(2);
    let at = |angle: f64| Quat::about(Z, angle);
    let pi = std::f64::consts::PI;
    let clip = |name: &str, angle| {
        ClipBuilder::new(name)
            .track("a/rotation", [Keyframe::hold(ms(0), at(angle))])
            .build()
            .unwrap()
    };
    let (less, more) = (clip("less", 0.75 * pi), clip("more", -0.75 * pi));
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&less).clip(&more).build().unwrap();
    let layers = [0, 1].map(|clip| Layer::new(ClipIndex(clip), ms(0)));
    near(place_of(&palette(&crowd, &layers, None)[1], [0.0, 1.0, 0.0]), [0.0, -1.0, 0.0]);
}

/// After a turn and a quarter the quaternion has the other sign than after a quarter.
#[test]
fn a_clip_that_turns_round_blends_as_what_it_shows() {
    let rig = chain(2);
    let eighth = |count: i64| {
        Keyframe::linear(
            ms(100 * count),
            Quat::about(Z, count as f64 * std::f64::consts::FRAC_PI_4),
        )
    };
    let spin = ClipBuilder::new("spin").track("a/rotation", (0..=12).map(eighth)).build().unwrap();
    let still = ClipBuilder::new("still").track("a/rotation", [eighth(0)]).build().unwrap();
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&spin).clip(&still).build().unwrap();
    let layers = [Layer::new(ClipIndex(0), ms(1000)), Layer::new(ClipIndex(1), ms(0))];
    let root = std::f32::consts::FRAC_1_SQRT_2;
    near(place_of(&palette(&crowd, &layers, None)[1], [0.0, 1.0, 0.0]), [-root, root, 0.0]);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let (rig, clip) = (chain(3), turn("turn", "b"));
    let builder = || CrowdBuilder::new(&rig, "skin").clip(&clip);
    let refused = |builder: CrowdBuilder<'_>| builder.build().unwrap_err();
    assert_eq!(
        refused(CrowdBuilder::new(&rig, "hat")).to_string(),
        "the rig has no skin named \"hat\""
    );
    let weight = CrowdError::MaskWeight { mask: "m".into(), node: "a".into() };
    assert_eq!(refused(builder().mask("m", [("a", f32::NAN)])), weight);
    let node = CrowdError::NoNode { mask: "m".into(), node: "toe".into() };
    assert_eq!(refused(builder().mask("m", [("toe", 1.0)])), node);
    let taken = CrowdError::NameTaken { name: "m".into() };
    assert_eq!(refused(builder().mask("m", [("a", 1.0)]).mask("m", [("b", 1.0)])), taken);
    let far = CrowdError::NoClip { pose: "p".into(), clip: 1 };
    assert_eq!(refused(builder().pose("p", ClipIndex(1), ms(0))), far);
    let fast = TickRate::hz(4_000_000).unwrap();
    let most = 1_000_000;
    let rows = CrowdError::TooManyRows { clip: "turn".into(), rows: 4_009_092, most };
    assert_eq!(refused(builder().clip_at(&clip, fast)), rows);

    let crowd = builder().mask("m", [("a", 1.0)]).build().unwrap();
    let good = Layer::new(ClipIndex(0), ms(0));
    let (character, layer) = (1, 1);
    let cases = [
        (Layer { clip: ClipIndex(1), ..good }, PaletteError::NoClip { character, layer }),
        (Layer { mask: Some(MaskId(1)), ..good }, PaletteError::NoMask { character, layer }),
        (Layer { mode: Mode::Add(PoseId(1)), ..good }, PaletteError::NoPose { character, layer }),
        (Layer { weight: f32::NAN, ..good }, PaletteError::Weight { character, layer }),
        (Layer { weight: f32::MAX, ..good }, PaletteError::Weight { character, layer }),
        (Layer { weight: -1.1e9, ..good }, PaletteError::Weight { character, layer }),
    ];
    let mut scratch = Scratch::default();
    let mut out = vec![[7.0; 12]; 2];
    let all = Selection::default();
    for (bad, error) in cases {
        let mut layers = Layers::default();
        layers.push(&[good]);
        layers.push(&[good, bad]);
        assert_eq!(crowd.palettes_into(&layers, all, &mut scratch, &mut out), Err(error));
        assert_eq!(out, [[7.0; 12]; 2]);
    }
    let mut layers = Layers::default();
    layers.push(&[good]);
    let size = PaletteError::Size { found: 2, needed: 3 };
    assert_eq!(crowd.palettes(&layers, all, &mut scratch, &mut out), Err(size));
    let missing = Selection { characters: Some(&[0, 1]), bones: None };
    let error = PaletteError::NoCharacter { character: 1 };
    assert_eq!(crowd.palettes_into(&layers, missing, &mut scratch, &mut out), Err(error));
}

#[test]
fn weights_at_their_limit_give_numbers() {
    let (rig, clip) = (chain(3), turn("turn", "b"));
    let crowd = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap();
    let one = Layer::new(ClipIndex(0), ms(400));
    let most = Layer { weight: 1e9, ..one };
    let (wanted, found) = (palette(&crowd, &[one], None), palette(&crowd, &[most; 9], None));
    for (wanted, found) in wanted.iter().flatten().zip(found.iter().flatten()) {
        assert!((wanted - found).abs() < 1e-5, "{found} is not {wanted}");
    }
}

/// A clip that holds node `a` in its place, with keys at these times.
fn constant(times: &[Span]) -> Clip {
    let keys = times.iter().map(|at| Keyframe::linear(*at, Vec3::new(0.0_f32, 2.0, 0.0)));
    ClipBuilder::new("long").track("a/translation", keys).build().unwrap()
}

#[test]
fn a_clip_far_too_long_is_refused_without_a_search() {
    let (rig, year) = (chain(1), cueline::time::secs(24.0 * 365.0 * 3600.0));
    let clip = constant(&[Span::ZERO, Span::FLICK, year]);
    let error = CrowdBuilder::new(&rig, "skin").clip(&clip).build().unwrap_err();
    let rows = 365 * 24 * 3600 * 240 + 1;
    assert_eq!(error, CrowdError::TooManyRows { clip: "long".into(), rows, most: 1_000_000 });
}

#[test]
fn a_clip_as_long_as_time_has_rows_on_its_keys_or_is_refused() {
    let rig = chain(1);
    let built = |times: &[Span], check: &dyn Fn(&Crowd)| {
        let clip = constant(times);
        CrowdBuilder::new(&rig, "skin").clip(&clip).build().map(|crowd| check(&crowd))
    };
    let shows_the_pose = |crowd: &Crowd| {
        for at in [Span::ZERO, Span::MAX / 3, Span::MAX] {
            let out = palette(crowd, &[Layer::new(ClipIndex(0), at)], None);
            near(place_of(&out[0], [0.0; 3]), [0.0, 2.0, 0.0]);
        }
    };
    assert_eq!(built(&[Span::ZERO, Span::MAX], &shows_the_pose), Ok(()));
    // Two steps of a half are a flick less than the whole, so rows on all keys would be a flick apart.
    let refused = built(&[Span::ZERO, Span::MAX / 2, Span::MAX], &|_| ());
    assert!(matches!(refused, Err(CrowdError::TooManyRows { .. })), "{refused:?}");
}

#[test]
fn a_large_rig_has_fewer_rows() {
    let (rig, clip) = (chain(150), turn("turn", "b"));
    let fast = TickRate::hz(500_000).unwrap();
    let error = CrowdBuilder::new(&rig, "skin").clip_at(&clip, fast).build().unwrap_err();
    let (rows, most) = (500_072, 64_000_000 / 150);
    assert_eq!(error, CrowdError::TooManyRows { clip: "turn".into(), rows, most });
}

#[test]
fn a_crowd_takes_as_many_clips_as_its_indices_count() {
    let (rig, clip) = (chain(1), hold("hold", "a", 3.0));
    let with = |clips: usize| {
        (0..clips).fold(CrowdBuilder::new(&rig, "skin"), |builder, _| builder.clip(&clip)).build()
    };
    let crowd = with(65_535).unwrap();
    let out = palette(&crowd, &[Layer::new(ClipIndex(65_534), ms(0))], None);
    near(place_of(&out[0], [0.0; 3]), [0.0, 3.0, 0.0]);
    assert_eq!(with(65_536).unwrap_err(), CrowdError::TooManyClips { clips: 65_536 });
}
