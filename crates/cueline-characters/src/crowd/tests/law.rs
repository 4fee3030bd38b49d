//! Random rigs, clips and layers.
#![expect(
    clippy::cast_possible_truncation,
    reason = "random numbers, and a reference that is rounded at last"
)]

use cueline::{
    clip::{Channel, Interpolation},
    value::Easing,
};
use proptest::{
    prelude::any,
    test_runner::{Config, TestRunner},
};

use super::*;
use crate::crowd::{lanes::LANES, reduce::size_of_rest};
use cueline_assets::rig::skin_distance;

/// Numbers from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }

    /// From -1 to 1.
    fn number(&mut self) -> f32 {
        ((self.roll() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) as f32
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    /// From 0.5 to 1.5.
    fn scale(&mut self) -> Vec3 {
        let Vec3 { x, y, z } = self.vector();
        Vec3::new(1.0 + x / 2.0, 1.0 + y / 2.0, 1.0 + z / 2.0)
    }

    fn turn(&mut self, most: f64) -> Quat {
        let angle = f64::from(self.number()) * most;
        Quat::about(self.vector(), angle)
    }
}

/// The greatest turn of a key from the rotation of its node at rest, in radians.
const SWING: f64 = 0.5;

struct Case {
    rig: Rig,
    clips: Vec<Clip>,
    masks: Vec<Vec<(String, f32)>>,
    layers: Vec<Layer>,
}

fn node(index: usize) -> String {
    format!("n{index}")
}

fn case(dice: &mut Dice) -> Case {
    let mut skeleton = Skeleton::default();
    let nodes = if dice.below(8) == 0 { 1 } else { 1 + dice.below(24) };
    for index in 0..nodes {
        let deep = dice.below(3) > 0;
        let above = if deep { index.checked_sub(1) } else { index.checked_sub(1 + dice.below(4)) };
        let scale = if dice.below(2) == 0 { Vec3::new(1.0, 1.0, 1.0) } else { dice.scale() };
        let rest = Transform { scale, rotation: dice.turn(3.1), translation: dice.vector() };
        skeleton
            .nodes
            .insert(node(index), Node { parent: above.map(node), rest, ..Node::default() });
    }
    let joints: Vec<usize> = (0..nodes).filter(|_| dice.below(4) > 0).collect();
    let inverse_binds = joints.iter().map(|_| {
        let (rotation, translation) = (dice.turn(3.1), dice.vector());
        Transform { rotation, translation, ..Transform::default() }.compose()
    });
    let inverse_binds = inverse_binds.collect();
    let joints = joints.into_iter().map(node).collect();
    skeleton.skins.insert("skin".into(), Skin { joints, inverse_binds });
    let rig = Rig::new(&skeleton).unwrap();
    // In some cases clips move only a few nodes.
    let one_in = [2, 2, 12][dice.below(3)];
    let clips = (0..1 + dice.below(4)).map(|_| clip(dice, &skeleton, one_in));
    let clips: Vec<Clip> = clips.collect();
    let masks = (0..2).map(|_| {
        let some = (0..nodes).filter(|_| dice.below(3) > 0).map(node).collect::<Vec<_>>();
        some.into_iter().map(|node| (node, [1.0, 0.5, 0.0][dice.below(3)])).collect()
    });
    let masks: Vec<Vec<(String, f32)>> = masks.collect();
    let layer = |dice: &mut Dice| {
        let clip = dice.below(clips.len());
        let duration = clips[clip].duration().flicks();
        let ends = [0, duration / 2, duration];
        let at = match dice.below(4) {
            0 => ends[dice.below(3)],
            _ => dice.below(usize::try_from(duration).unwrap() + 1) as i64,
        };
        let mask = [None, None, Some(MaskId(0)), Some(MaskId(1))][dice.below(4)];
        let add = Mode::Add(PoseId(u16::try_from(dice.below(2)).unwrap()));
        let mode = if dice.below(4) == 0 { add } else { Mode::Mean };
        let weight = [0.0, 1.0, dice.number().abs(), dice.number().abs()][dice.below(4)];
        let clip = ClipIndex(u16::try_from(clip).unwrap());
        Layer { clip, at: Span::from_flicks(at), weight, mask, mode }
    };
    let count = dice.below(5);
    let layers = (0..count).map(|_| layer(dice)).collect();
    Case { rig, clips, masks, layers }
}

/// Keys on frames of one rate; tracks of some nodes, some of them of one key only, and some that belong to no node.
fn clip(dice: &mut Dice, skeleton: &Skeleton, one_in: usize) -> Clip {
    // Between keys that are half a second apart, rows follow an easing.
    let (hz, eases) = [(24, false), (30, false), (60, false), (2, true)][dice.below(4)];
    let rate = TickRate::hz(hz).unwrap();
    let frames = 1 + dice.below(if eases { 5 } else { 20 });
    let mut builder = ClipBuilder::new(format!("clip {}", dice.roll()));
    let times = |dice: &mut Dice| {
        let some = dice.below(5) > 0;
        let mut all: Vec<usize> = (1..frames).filter(|_| some && dice.below(2) > 0).collect();
        all.insert(0, 0);
        if some {
            all.push(frames);
        }
        all.into_iter().map(move |frame| Span::from_frames(frame as i64, rate))
    };
    for (name, node) in &skeleton.nodes {
        if dice.below(one_in) == 0 {
            let keys: Vec<_> = times(dice)
                .map(|at| {
                    let Vec3 { x, y, z } = dice.vector();
                    let mut key = Keyframe::linear(at, Vec3::default());
                    let from = node.rest.translation;
                    key.value = Vec3::new(from.x + x / 10.0, from.y + y / 10.0, from.z + z / 10.0);
                    if eases && dice.below(2) == 0 {
                        key.interpolation = Interpolation::Eased(Easing::IN_OUT_SINE.into());
                    }
                    key
                })
                .collect();
            builder = builder.track(format!("{name}/translation"), keys);
        }
        if dice.below(one_in) == 0 {
            let keys: Vec<_> = times(dice)
                .map(|at| Keyframe::linear(at, node.rest.rotation * dice.turn(SWING)))
                .collect();
            builder = builder.track(format!("{name}/rotation"), keys);
        }
        if dice.below(3 * one_in) == 0 {
            let keys: Vec<_> = times(dice).map(|at| Keyframe::linear(at, dice.scale())).collect();
            builder = builder.track(format!("{name}/scale"), keys);
        }
    }
    // Some clips end between two frames.
    let end = Span::from_frames(frames as i64, rate).flicks() + [0, 1_234_567][dice.below(2)];
    let stray = Keyframe::hold(Span::from_flicks(end), Vec3::default());
    builder.track("stray/translation", [stray]).build().unwrap()
}

/// With all rows.
fn bind(case: &Case) -> Crowd {
    let mut builder = CrowdBuilder::new(&case.rig, "skin").tolerance(0.0, 0.0);
    for clip in &case.clips {
        builder = builder.clip(clip);
    }
    for (index, mask) in case.masks.iter().enumerate() {
        builder = builder.mask(index.to_string(), mask.clone());
    }
    builder.pose("start", ClipIndex(0), Span::ZERO).build().unwrap()
}

/// What a rig shows, in `f64`, by the rules of the page.
fn reference(case: &Case) -> Vec<Mat4> {
    let rig = &case.rig;
    let sample = |layer: &Layer| {
        let mut pose = rig.rest();
        rig.sample(&case.clips[usize::from(layer.clip.0)], layer.at, &mut pose);
        pose.locals
    };
    let wide = |rotation: Quat| {
        let wide: [f64; 4] = <[f32; 4]>::from(rotation).map(f64::from);
        Quat::from(wide).normalized()
    };
    let mut pose = rig.rest();
    for (index, name) in rig.nodes().enumerate() {
        let weight = |layer: &Layer| {
            let of = |mask: MaskId| {
                let mask = &case.masks[usize::from(mask.0)];
                mask.iter().find(|(node, _)| node == name).map_or(0.0, |(_, weight)| *weight)
            };
            f64::from(layer.weight) * f64::from(layer.mask.map_or(1.0, of))
        };
        let rest = rig.rest().locals[index];
        let (mut total, mut t, mut q, mut s) = (0.0, [0.0; 3], [0.0; 4], [0.0; 3]);
        for layer in case.layers.iter().filter(|layer| layer.mode == Mode::Mean) {
            let (local, weight) = (sample(layer)[index], weight(layer));
            total += weight;
            let [translation, scale]: [[f32; 3]; 2] =
                [local.translation.into(), local.scale.into()];
            for axis in 0..3 {
                t[axis] += weight * f64::from(translation[axis]);
                s[axis] += weight * f64::from(scale[axis]);
            }
            // All rotations of a node lie near its rest.
            let rotation: [f64; 4] = wide(local.rotation).into();
            let at_rest: [f64; 4] = wide(rest.rotation).into();
            let side: f64 = rotation.iter().zip(at_rest).map(|(a, b)| a * b).sum();
            for (sum, number) in q.iter_mut().zip(rotation) {
                *sum += weight * side.signum() * number;
            }
        }
        let (mut t, mut q, mut s) = if total > 0.0 {
            (t.map(|n| n / total), Quat::from(q).normalized(), s.map(|n| n / total))
        } else {
            let [t, s]: [[f32; 3]; 2] = [rest.translation.into(), rest.scale.into()];
            (t.map(f64::from), wide(rest.rotation), s.map(f64::from))
        };
        for layer in &case.layers {
            let Mode::Add(less) = layer.mode else { continue };
            let start = Layer::new(ClipIndex(0), Span::ZERO);
            let less = if less == PoseId::REST { rest } else { sample(&start)[index] };
            let (local, weight) = (sample(layer)[index], weight(layer));
            let pairs: [[[f32; 3]; 2]; 2] = [
                [local.translation.into(), less.translation.into()],
                [local.scale.into(), less.scale.into()],
            ];
            for axis in 0..3 {
                t[axis] += weight * f64::from(pairs[0][0][axis] - pairs[0][1][axis]);
                s[axis] += weight * f64::from(pairs[1][0][axis] - pairs[1][1][axis]);
            }
            let turn: Quat<f64> = wide(local.rotation) * wide(less.rotation).inverse();
            let side = turn.w.signum();
            let [x, y, z, w] = <[f64; 4]>::from(turn).map(|number| side * number);
            let part = Quat::new(weight * x, weight * y, weight * z, 1.0 + weight * (w - 1.0));
            q = part.normalized() * q;
        }
        pose.locals[index] = Transform {
            translation: Vec3::from(t.map(|n| n as f32)),
            rotation: <[f64; 4]>::from(q).map(|n| n as f32).into(),
            scale: Vec3::from(s.map(|n| n as f32)),
        };
    }
    rig.palette("skin", &rig.globals(&pose)).unwrap()
}

/// How far the numbers of each joint's matrix may lie from the reference: what the page states of one node, added up
/// along its chain. The greatest numbers are those of the generator.
fn allowed(case: &Case) -> Vec<f64> {
    let added = case.layers.iter().filter(|layer| layer.mode != Mode::Mean).count() as f64;
    // A mean of lengths that differ by the cosine of half the swing; two errors for each difference.
    let each = 2e-4 * (1.0 + 3.0 * added);
    let rounding = 2e-6 * (1.0 + added);
    let (offset, size) = (1.1 * 3.0_f64.sqrt() * (1.0 + 2.0 * added), 1.5 * (1.0 + added));
    let mut all: Vec<[f64; 4]> = Vec::new(); // axes, their error; place, its error
    for index in 0..case.rig.nodes().len() {
        let [axes, axes_off, place, place_off] = match case.rig.parent(index) {
            Some(parent) => all[parent],
            None => [1.0, 0.0, 0.0, 0.0],
        };
        let local_off = size * (each * 3.0 + rounding);
        all.push([
            axes * size,
            axes_off * (size + local_off) + axes * local_off,
            place + axes * offset,
            place_off + axes_off * offset + (axes + axes_off) * offset * (each + rounding),
        ]);
    }
    let joints = case.rig.joints("skin").unwrap();
    // The inverse bind matrix turns, and moves by up to the root of 3.
    joints.map(|(node, _)| all[node][1] * (1.0 + 3.0_f64.sqrt()) + all[node][3]).collect()
}

/// What the generator has reached.
#[derive(Debug, Default)]
struct Reached {
    blends: usize,
    masked: usize,
    added: usize,
    short_last_rows: usize,
    still_joints: usize,
    deep: usize,
    eased: usize,
    /// A skin of one joint, in a rig of one node.
    one_joint: usize,
    /// A scale moves.
    scaled: usize,
    /// Nothing but additive layers, or no layer.
    at_rest: usize,
    /// How near the greatest error of all came to what is allowed.
    most: f64,
}

#[test]
fn a_crowd_is_its_rig() {
    let reached = std::cell::RefCell::new(Reached::default());
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(200) });
    let run = runner.run(&any::<u64>(), |seed| {
        let case = case(&mut Dice(seed));
        let crowd = bind(&case);
        let found = palette(&crowd, &case.layers, None);
        let mut reached = reached.borrow_mut();
        for ((found, wanted), allowed) in found.iter().zip(reference(&case)).zip(allowed(&case)) {
            for (index, found) in found.iter().enumerate() {
                let off = f64::from(found - wanted.0[index % 4 * 4 + index / 4]).abs();
                assert!(off <= allowed, "{off} of {allowed}, seed {seed}");
                reached.most = reached.most.max(off / allowed);
            }
        }
        assert_eq!(found.len(), reference(&case).len());
        let of_mean =
            case.layers.iter().filter(|layer| layer.mode == Mode::Mean && layer.weight > 0.0);
        reached.blends += usize::from(of_mean.count() > 1);
        reached.masked += usize::from(case.layers.iter().any(|layer| layer.mask.is_some()));
        reached.added += usize::from(case.layers.iter().any(|layer| layer.mode != Mode::Mean));
        let short = |rows: &Rows| rows.duration % rows.step != 0;
        reached.short_last_rows += usize::from(crowd.clips.iter().any(short));
        reached.still_joints += usize::from(crowd.bones.len() < crowd.joints.len());
        let eased = |clip: &Clip| {
            clip.channels().any(|(_, channel)| match channel {
                Channel::Vec3(track) => {
                    let eased =
                        |key: Keyframe<Vec3>| matches!(key.interpolation, Interpolation::Eased(_));
                    track.keyframes().any(eased)
                }
                _ => false,
            })
        };
        reached.eased += usize::from(case.clips.iter().any(eased));
        reached.deep += usize::from(crowd.bones.len() > 2 * LANES);
        reached.one_joint += usize::from(case.rig.nodes().len() == 1 && crowd.joints.len() == 1);
        let scaled = |clip: &Clip| clip.channels().any(|(path, _)| path.ends_with("/scale"));
        reached.scaled += usize::from(case.clips.iter().any(scaled));
        reached.at_rest += usize::from(case.layers.iter().all(|layer| layer.mode != Mode::Mean));
        Ok(())
    });
    run.unwrap();
    let reached = reached.into_inner();
    let Reached { blends, masked, added, short_last_rows, still_joints, deep, eased, .. } = reached;
    let Reached { one_joint, scaled, at_rest, most, .. } = reached;
    let all = [blends, masked, added, short_last_rows, still_joints, deep, eased];
    assert!(all.into_iter().chain([one_joint, scaled, at_rest]).min() > Some(10), "{reached:?}");
    assert!(most > 1e-3, "the bound says nothing: {most}");
}

/// At every row, for every bone and its skin.
#[test]
fn a_reduced_clip_lies_within_its_distance() {
    let (mut all, mut fewer, mut nearest) = (0, 0, 0.0_f64);
    for seed in 0..150 {
        let mut dice = Dice(seed);
        let Case { rig, clips, .. } = case(&mut dice);
        let joints: Vec<_> = rig.joints("skin").unwrap().collect();
        let size = size_of_rest(&rig, joints.iter().map(|(node, _)| *node));
        // One joint has no size.
        let size = if size > 0.0 { size } else { 1.0 };
        let (distance, reach) = (size * [1e-3, 1e-2, 5e-2][dice.below(3)], size / 20.0);
        for clip in &clips {
            let builder = || CrowdBuilder::new(&rig, "skin").clip(clip);
            let whole = builder().tolerance(0.0, reach).build().unwrap();
            let crowd = builder().tolerance(distance, reach).build().unwrap();
            // What the rounding of rotations alone comes to.
            let most = distance.max(whole.distance(ClipIndex(0)).unwrap());
            assert!(crowd.distance(ClipIndex(0)).unwrap() <= most, "seed {seed}");
            let bytes = [&whole, &crowd].map(|crowd| crowd.bytes(ClipIndex(0)).unwrap());
            all += bytes[0];
            fewer += bytes[1];
            let rows = &crowd.clips[0];
            for row in 0..=i64::from(rows.last) {
                let at = Span::from_flicks((row * rows.step).min(rows.duration));
                let mut pose = rig.rest();
                rig.sample(clip, at, &mut pose);
                let wanted = rig.globals(&pose);
                let mut layers = Layers::default();
                layers.push(&[Layer::new(ClipIndex(0), at)]);
                let (mut scratch, mut out) = (Scratch::default(), Vec::new());
                let all = Selection::default();
                crowd.palettes_into(&layers, all, &mut scratch, &mut out).unwrap();
                for (bone, found) in crowd.bones().zip(scratch.models()) {
                    let mut matrix = Mat4::<f64>::default();
                    for (index, number) in found.iter().enumerate() {
                        matrix.0[index % 4 * 4 + index / 4] = f64::from(*number);
                    }
                    let off = skin_distance(&matrix, &wanted[rig.node(bone).unwrap()], reach);
                    assert!(off <= most, "{off} of {distance} at {bone}, row {row}, seed {seed}");
                    // Where rounding decides, the distance does not.
                    if most <= distance && distance > 0.0 {
                        nearest = nearest.max(off / distance);
                    }
                }
            }
        }
    }
    assert!(fewer < all * 9 / 10, "{fewer} of {all} bytes");
    assert!(nearest > 0.8 && nearest <= 1.0, "{nearest} of the distance is used");
}

/// Characters of one crowd, many of them alike in nothing.
fn many(case: &Case, dice: &mut Dice) -> Layers {
    let mut layers = Layers::default();
    for _ in 0..37 {
        let mut of: Vec<Layer> = case.layers.clone();
        for layer in &mut of {
            let duration = case.clips[usize::from(layer.clip.0)].duration().flicks();
            layer.at = Span::from_flicks(dice.below(usize::try_from(duration).unwrap() + 1) as i64);
            layer.weight = dice.number().abs();
        }
        layers.push(&of);
    }
    layers
}

fn bits(palettes: &[[f32; 12]]) -> Vec<u32> {
    palettes.iter().flatten().map(|number| number.to_bits()).collect()
}

/// Levels that this machine does not have are left out.
#[test]
fn every_width_and_number_of_threads_gives_the_same_bits() {
    let mut levels = vec![Level::baseline()];
    let best = Level::new();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    levels.extend(
        [
            best.as_sse4_2().map(Level::Sse4_2),
            best.as_avx2().map(Level::Avx2),
            best.as_avx512().map(Level::Avx512),
        ]
        .into_iter()
        .flatten(),
    );
    levels.push(best);
    for seed in 0..30 {
        let mut dice = Dice(seed);
        let case = case(&mut dice);
        let crowd = bind(&case);
        let layers = many(&case, &mut dice);
        let mut scratch = Scratch::default();
        let mut plain = vec![[0.0; 12]; layers.len() * crowd.joints()];
        crowd.run(levels[0], &layers, Selection::default(), &mut scratch, &mut plain);
        for level in &levels[1..] {
            let mut wide = vec![[1.0; 12]; plain.len()];
            crowd.run(*level, &layers, Selection::default(), &mut scratch, &mut wide);
            assert_eq!(bits(&plain), bits(&wide), "{level:?}, seed {seed}");
        }
        if crowd.joints() == 0 {
            continue;
        }
        let all: Vec<usize> = (0..layers.len()).collect();
        for each in [1, 5, 36] {
            let mut out = vec![[1.0; 12]; plain.len()];
            std::thread::scope(|scope| {
                for (list, out) in all.chunks(each).zip(out.chunks_mut(each * crowd.joints())) {
                    let (crowd, layers) = (&crowd, &layers);
                    scope.spawn(move || {
                        let some = Selection { characters: Some(list), bones: None };
                        crowd.palettes(layers, some, &mut Scratch::default(), out).unwrap();
                    });
                }
            });
            assert_eq!(bits(&plain), bits(&out), "{each} for a thread, seed {seed}");
        }
    }
}

/// Two layers to the bit, as sums of two do not depend on order; more, within the rounding of a sum.
#[test]
fn a_mean_does_not_depend_on_the_order_of_its_layers() {
    let mut exact = 0;
    for seed in 0..100 {
        let mut case = case(&mut Dice(seed));
        case.layers.retain(|layer| layer.mode == Mode::Mean);
        let crowd = bind(&case);
        let forth = palette(&crowd, &case.layers, None);
        case.layers.reverse();
        let back = palette(&crowd, &case.layers, None);
        if case.layers.len() == 2 {
            exact += 1;
            assert_eq!(bits(&forth), bits(&back), "seed {seed}");
        }
        // What rounding alone may do to the chain: a hundredth of all that is allowed.
        for ((forth, back), allowed) in forth.iter().zip(&back).zip(allowed(&case)) {
            for (forth, back) in forth.iter().zip(back) {
                let off = f64::from(forth - back).abs();
                assert!(off <= 0.01 * allowed, "{off} of {allowed}, seed {seed}");
            }
        }
    }
    assert!(exact > 10, "{exact} pairs");
}

#[test]
fn a_steady_crowd_allocates_nothing() {
    let some = (0..).map(|seed| case(&mut Dice(seed)));
    let mut some = some.filter(|case| case.layers.len() > 3);
    let case = some.find(|case| bind(case).bones.len() > LANES).unwrap();
    let (crowd, layers) = (bind(&case), many(&case, &mut Dice(5)));
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    let mut kept = layers.clone();
    let mut frame = || {
        kept.clear();
        (0..layers.len()).for_each(|index| {
            kept.push(layers.get(index).unwrap());
        });
        crowd.palettes_into(&kept, Selection::default(), &mut scratch, &mut out).unwrap();
    };
    frame();
    assert_eq!(allocation_counter::measure(frame).count_total, 0);
}
