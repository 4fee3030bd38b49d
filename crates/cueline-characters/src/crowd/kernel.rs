//! From layers to a palette: the loops of a character.
//!
//! Block by block, eight lanes at once: the layers of a character are summed in registers, brought to length 1 and
//! turned into rows of matrices. Then bone by bone down the tree, and joint by joint into the palette. The operations
//! are sums, products, quotients and square roots, which round alike on every machine and at every width; none is
//! fused. A closure that is not inlined would lose the wide registers, so everything here is `inline(always)`.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x4, f32x8, prelude::*};

use super::{
    Crowd,
    affine::Affine,
    bones::{Bone, Joint, NONE},
    lanes::{ARC, LANES, Lanes, ROTATION, SCALE, TRANSLATION, Turns, WHOLE},
};
use crate::{Layer, Mode};

/// A layer with its place found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    clip: u16,
    /// [`NONE`] without a mask.
    mask: u32,
    /// The row at or before its time.
    row: u32,
    /// In flicks, within the clip.
    at: i64,
    weight: f32,
    /// The pose to subtract, for additive layers.
    less: u16,
}

/// Working memory of a crowd, empty at first. Several crowds can use one in turn; each thread needs its own.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    mean: Vec<Placed>,
    added: Vec<Placed>,
    /// For each block, the matrix of each lane.
    pub(super) locals: Vec<[[f32; 12]; LANES]>,
    pub(super) models: Vec<[f32; 12]>,
    /// The joints, if not all bones are computed.
    pub(super) followed: Vec<Joint>,
}

impl Scratch {
    /// The model-space matrices of the bones of the character computed last: three rows of four numbers each, in the
    /// order of [`Crowd::bones`].
    #[must_use]
    pub fn models(&self) -> &[[f32; 12]] {
        &self.models
    }
}

/// Sorts the layers of a character into those of the mean and those that are added.
#[inline(always)]
pub(super) fn place(crowd: &Crowd, layers: &[Layer], scratch: &mut Scratch) {
    scratch.mean.clear();
    scratch.added.clear();
    for layer in layers {
        let (row, at) = crowd.clips[usize::from(layer.clip.0)].place(layer.at);
        let mask = layer.mask.map_or(NONE, |mask| u32::from(mask.0));
        let (clip, weight) = (layer.clip.0, layer.weight);
        match layer.mode {
            Mode::Mean if weight != 0.0 => {
                scratch.mean.push(Placed { clip, mask, row, at, weight, less: 0 });
            }
            Mode::Add(pose) if weight != 0.0 => {
                scratch.added.push(Placed { clip, mask, row, at, weight, less: pose.0 });
            }
            _ => {}
        }
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, lanes: &Lanes) -> f32x8<S> {
    f32x8::simd_from(simd, lanes.0)
}

/// Three planes of a clip at a time.
#[inline(always)]
fn vector<S: Simd>(
    simd: S,
    crowd: &Crowd,
    layer: &Placed,
    block: usize,
    kind: usize,
) -> [f32x8<S>; 3] {
    let rows = &crowd.clips[usize::from(layer.clip)];
    let part = rows.parts[block][kind];
    let load_all = |[x, y, z]: &[Lanes; 3]| [load(simd, x), load(simd, y), load(simd, z)];
    if part.words == NONE {
        return match rows.vectors.get(part.still as usize) {
            Some(key) => load_all(key),
            None => {
                let rest = &crowd.poses[0].1[block];
                let first = if kind == TRANSLATION { 0 } else { 7 };
                load_all(&[rest[first], rest[first + 1], rest[first + 2]])
            }
        };
    }
    let (from, to, t) = rows.keys(part, layer.row, layer.at);
    let [a, b, c] = load_all(&rows.vectors[from]);
    if from == to {
        return [a, b, c];
    }
    let t = f32x8::splat(simd, t);
    let [x, y, z] = load_all(&rows.vectors[to]);
    [a + (x - a) * t, b + (y - b) * t, c + (z - c) * t]
}

/// The numbers of a rotation, times [`WHOLE`].
#[inline(always)]
fn turns<S: Simd>(simd: S, Turns(planes): &Turns) -> [f32x8<S>; 4] {
    [wide(simd, &planes[0]), wide(simd, &planes[1]), wide(simd, &planes[2]), wide(simd, &planes[3])]
}

#[inline(always)]
fn wide<S: Simd>(simd: S, [a, b, c, d, e, f, g, h]: &[i16; LANES]) -> f32x8<S> {
    let numbers = [
        f32::from(*a),
        f32::from(*b),
        f32::from(*c),
        f32::from(*d),
        f32::from(*e),
        f32::from(*f),
        f32::from(*g),
        f32::from(*h),
    ];
    f32x8::simd_from(simd, numbers)
}

/// A rotation of a clip between two keys, along the arc at an even speed, its length brought near 1.
#[inline(always)]
fn rotation<S: Simd>(simd: S, crowd: &Crowd, layer: &Placed, block: usize) -> [f32x8<S>; 4] {
    let rows = &crowd.clips[usize::from(layer.clip)];
    let part = rows.parts[block][ROTATION];
    let splat = |number: f32| f32x8::splat(simd, number);
    if part.words == NONE {
        return match rows.turns.get(part.still as usize) {
            Some(key) => scale(turns(simd, key), splat(1.0 / WHOLE)),
            None => {
                let rest = &crowd.poses[0].1[block];
                let rest = |plane: usize| load(simd, &rest[plane]);
                [rest(3), rest(4), rest(5), rest(6)]
            }
        };
    }
    let (from, to, t) = rows.keys(part, layer.row, layer.at);
    if from == to {
        return scale(turns(simd, &rows.turns[from]), splat(1.0 / WHOLE));
    }
    let (from, to) = (turns(simd, &rows.turns[from]), turns(simd, &rows.turns[to]));
    // As far along the arc as in time.
    let u = splat(1.0) - dot(from, to) * splat(1.0 / WHOLE / WHOLE);
    let middle = 1.0 - 2.0 * t;
    let bow = splat(t * (1.0 - t) * middle);
    let further = splat(ARC[0]) + u * splat(ARC[1] + ARC[2] * (middle * middle));
    let t = splat(t) + bow * u * further;
    // The square of its length is 1 - v; one over its root is a series.
    let v = (t - t * t) * (u + u);
    let longer = splat(1.0) + v * (splat(0.5) + v * (splat(0.375) + v * splat(0.3125)));
    let longer = longer * splat(1.0 / WHOLE);
    let more = longer * t;
    let less = longer - more;
    [
        from[0] * less + to[0] * more,
        from[1] * less + to[1] * more,
        from[2] * less + to[2] * more,
        from[3] * less + to[3] * more,
    ]
}

#[inline(always)]
fn dot<S: Simd>(a: [f32x8<S>; 4], b: [f32x8<S>; 4]) -> f32x8<S> {
    a[0] * b[0] + a[1] * b[1] + (a[2] * b[2] + a[3] * b[3])
}

#[inline(always)]
fn scale<S: Simd>(q: [f32x8<S>; 4], by: f32x8<S>) -> [f32x8<S>; 4] {
    [q[0] * by, q[1] * by, q[2] * by, q[3] * by]
}

/// `left * right`: first `right`, then `left`.
#[inline(always)]
fn turned<S: Simd>(
    [ax, ay, az, aw]: [f32x8<S>; 4],
    [bx, by, bz, bw]: [f32x8<S>; 4],
) -> [f32x8<S>; 4] {
    [
        aw * bx + ax * bw + (ay * bz - az * by),
        aw * by + ay * bw + (az * bx - ax * bz),
        aw * bz + az * bw + (ax * by - ay * bx),
        aw * bw - ax * bx - (ay * by + az * bz),
    ]
}

/// With length 1; `otherwise` where there is no length.
#[inline(always)]
fn unit<S: Simd>(simd: S, q: [f32x8<S>; 4], otherwise: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    let square = dot(q, q);
    let some = square.simd_gt(f32x8::splat(simd, 1e-20));
    let over = f32x8::splat(simd, 1.0) / square.sqrt();
    [
        some.select(q[0] * over, otherwise[0]),
        some.select(q[1] * over, otherwise[1]),
        some.select(q[2] * over, otherwise[2]),
        some.select(q[3] * over, otherwise[3]),
    ]
}

#[inline(always)]
fn weight<S: Simd>(simd: S, crowd: &Crowd, layer: &Placed, block: usize) -> f32x8<S> {
    let weight = f32x8::splat(simd, layer.weight);
    if layer.mask == NONE {
        return weight;
    }
    weight * load(simd, &crowd.masks[layer.mask as usize].1[block])
}

/// The rows of the matrices of one block of lanes, from all layers.
#[inline(always)]
fn block_into<S: Simd>(simd: S, crowd: &Crowd, block: usize, scratch: &mut Scratch) {
    let rest = &crowd.poses[0].1[block];
    let live = crowd.live[block];
    let zero = f32x8::splat(simd, 0.0);
    let (mut total, mut t, mut q, mut s) = (zero, [zero; 3], [zero; 4], [zero; 3]);
    for layer in &scratch.mean {
        let weight = weight(simd, crowd, layer, block);
        total += weight;
        if live[TRANSLATION] {
            let [x, y, z] = vector(simd, crowd, layer, block, TRANSLATION);
            t = [t[0] + x * weight, t[1] + y * weight, t[2] + z * weight];
        }
        if live[ROTATION] {
            let part = rotation(simd, crowd, layer, block);
            let mut side = weight;
            if !crowd.clips[usize::from(layer.clip)].parts[block][ROTATION].aligned {
                let [x, y, z, w] = &crowd.middle[block];
                let middle = [load(simd, x), load(simd, y), load(simd, z), load(simd, w)];
                let one = f32x8::splat(simd, 1.0);
                side = weight * one.copysign(dot(part, middle)); // a weight may be below zero
            }
            let part = scale(part, side);
            q = [q[0] + part[0], q[1] + part[1], q[2] + part[2], q[3] + part[3]];
        }
        if live[SCALE] {
            let [x, y, z] = vector(simd, crowd, layer, block, SCALE);
            s = [s[0] + x * weight, s[1] + y * weight, s[2] + z * weight];
        }
    }
    let some = total.simd_gt(zero);
    let over = f32x8::splat(simd, 1.0) / total;
    let rest = |plane: usize| load(simd, &rest[plane]);
    t = if live[TRANSLATION] {
        [
            some.select(t[0] * over, rest(0)),
            some.select(t[1] * over, rest(1)),
            some.select(t[2] * over, rest(2)),
        ]
    } else {
        [rest(0), rest(1), rest(2)]
    };
    let still = [rest(3), rest(4), rest(5), rest(6)];
    q = if live[ROTATION] {
        // Weights below zero alone have a direction, and no picture.
        let sum = [0, 1, 2, 3].map(|plane| some.select(q[plane], zero));
        unit(simd, sum, still)
    } else {
        still
    };
    s = if live[SCALE] {
        [
            some.select(s[0] * over, rest(7)),
            some.select(s[1] * over, rest(8)),
            some.select(s[2] * over, rest(9)),
        ]
    } else {
        [rest(7), rest(8), rest(9)]
    };
    for layer in &scratch.added {
        let less = &crowd.poses[usize::from(layer.less)].1[block];
        let less = |plane: usize| load(simd, &less[plane]);
        let weight = weight(simd, crowd, layer, block);
        if live[TRANSLATION] {
            let [x, y, z] = vector(simd, crowd, layer, block, TRANSLATION);
            t[0] += (x - less(0)) * weight;
            t[1] += (y - less(1)) * weight;
            t[2] += (z - less(2)) * weight;
        }
        if live[ROTATION] {
            let part = rotation(simd, crowd, layer, block);
            let turn = turned(part, [-less(3), -less(4), -less(5), less(6)]);
            // The short way round, from no turn at all to the whole of it.
            let one = f32x8::splat(simd, 1.0);
            let turn = scale(turn, one.copysign(turn[3]));
            let turn = [
                turn[0] * weight,
                turn[1] * weight,
                turn[2] * weight,
                one + (turn[3] - one) * weight,
            ];
            q = unit(simd, turned(turn, q), q);
        }
        if live[SCALE] {
            let [x, y, z] = vector(simd, crowd, layer, block, SCALE);
            s[0] += (x - less(7)) * weight;
            s[1] += (y - less(8)) * weight;
            s[2] += (z - less(9)) * weight;
        }
    }
    let [x, y, z, w] = q;
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = f32x8::splat(simd, 1.0);
    let lanes = &mut scratch.locals[block];
    let [sx, sy, sz] = s;
    store([(one - (yy + zz)) * sx, (xy - wz) * sy, (xz + wy) * sz, t[0]], 0, lanes);
    store([(xy + wz) * sx, (one - (xx + zz)) * sy, (yz - wx) * sz, t[1]], 1, lanes);
    store([(xz - wy) * sx, (yz + wx) * sy, (one - (xx + yy)) * sz, t[2]], 2, lanes);
}

/// A row of the matrix of each lane.
#[inline(always)]
fn store<S: Simd>(numbers: [f32x8<S>; 4], row: usize, lanes: &mut [Affine; LANES]) {
    let [(a, e), (b, f), (c, g), (d, h)] =
        [numbers[0].split(), numbers[1].split(), numbers[2].split(), numbers[3].split()];
    let mut four = [0.0; 16];
    for (half, numbers) in [[a, b, c, d], [e, f, g, h]].into_iter().enumerate() {
        f32x4::store_four_interleaved(numbers, &mut four);
        for lane in 0..4 {
            lanes[half * 4 + lane][row * 4..row * 4 + 4]
                .copy_from_slice(&four[lane * 4..lane * 4 + 4]);
        }
    }
}

/// First `right`, then `left`.
#[inline(always)]
fn product<S: Simd>(simd: S, left: &Affine, right: [f32x4<S>; 3]) -> [f32x4<S>; 3] {
    let last = f32x4::simd_from(simd, [0.0, 0.0, 0.0, 1.0]);
    let rows = load_rows(simd, left);
    let splat = |index: usize| f32x4::splat(simd, left[index]);
    [
        splat(0) * right[0] + splat(1) * right[1] + (splat(2) * right[2] + rows[0] * last),
        splat(4) * right[0] + splat(5) * right[1] + (splat(6) * right[2] + rows[1] * last),
        splat(8) * right[0] + splat(9) * right[1] + (splat(10) * right[2] + rows[2] * last),
    ]
}

#[inline(always)]
fn load_rows<S: Simd>(simd: S, m: &Affine) -> [f32x4<S>; 3] {
    // Not number by number, which compilers put together again in their own ways.
    [
        f32x4::from_slice(simd, &m[..4]),
        f32x4::from_slice(simd, &m[4..8]),
        f32x4::from_slice(simd, &m[8..]),
    ]
}

#[inline(always)]
fn store_rows<S: Simd>(rows: [f32x4<S>; 3], out: &mut Affine) {
    out[..4].copy_from_slice(&*rows[0]);
    out[4..8].copy_from_slice(&*rows[1]);
    out[8..].copy_from_slice(&*rows[2]);
}

/// One character: its layers are placed already.
#[inline(always)]
pub(super) fn character<S: Simd>(
    simd: S,
    crowd: &Crowd,
    bones: &[Bone],
    blocks: usize,
    joints: &[Joint],
    scratch: &mut Scratch,
    palette: &mut [Affine],
) {
    for block in 0..blocks {
        block_into(simd, crowd, block, scratch);
    }
    let models = &mut scratch.models[..bones.len()];
    let locals = scratch.locals.as_flattened();
    for (index, bone) in bones.iter().enumerate() {
        // No lane is `NONE`, which is out of range.
        let local = load_rows(simd, locals.get(bone.lane as usize).unwrap_or(&bone.local));
        let model = match models.get(bone.parent as usize) {
            Some(parent) => product(simd, parent, local),
            None => local,
        };
        store_rows(model, &mut models[index]);
    }
    for (joint, out) in joints.iter().zip(palette) {
        let Joint { bone, bind } = joint;
        match models.get(*bone as usize) {
            Some(model) => store_rows(product(simd, model, load_rows(simd, bind)), out),
            None => *out = *bind,
        }
    }
}
