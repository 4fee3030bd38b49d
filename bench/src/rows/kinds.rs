//! W1k: one frame of tweens of rotations, of colours, and of structs of a place, a rotation and a colour.

use cueline::{
    time::Tick,
    value::{Color, Easing, Quat, Vec3},
};
use cueline_batch::{Lanes, Tween, TweenBatch};

use fearless_simd::{Level, Simd};

use crate::harness::{Bench, Case, Rival};

const N: usize = 100_000;
const TICKS: u32 = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Lanes)]
struct Shard {
    place: Vec3,
    rotation: Quat,
    color: Color,
}

fn shard(i: usize) -> [Shard; 2] {
    let (f, turn) = (i as f32 * 0.37, |angle: f32| {
        let axis = Vec3::new(angle.sin(), 1.0, angle.cos());
        Quat::about(axis, f64::from(angle) % 3.0)
    });
    let color = |of: f32| Color::new(of.sin().abs(), 0.5, of.cos().abs(), 1.0);
    [
        Shard { place: Vec3::new(f % 9.0, 0.5, -1.0), rotation: turn(f), color: color(f) },
        Shard {
            place: Vec3::new(1.0, f % 7.0, 3.0),
            rotation: turn(f + 0.9),
            color: color(f + 1.0),
        },
    ]
}

/// What a floor writes at once.
const CHUNK: usize = 64;

/// Straight ways of `L` numbers, in flat arrays.
struct Straight<const L: usize> {
    from: [Vec<f32>; L],
    delta: [Vec<f32>; L],
}

impl<const L: usize> Straight<L> {
    fn new(ways: impl Fn(usize) -> [[f32; L]; 2]) -> Self {
        let lane = |of: &dyn Fn([[f32; L]; 2]) -> f32| (0..N).map(|i| of(ways(i))).collect();
        Self {
            from: std::array::from_fn(|l| lane(&|[from, _]| from[l])),
            delta: std::array::from_fn(|l| lane(&|[from, to]| to[l] - from[l])),
        }
    }

    #[inline(always)]
    fn blend(&self, begin: usize, shares: &[f32; CHUNK], out: &mut [[f32; CHUNK]; L]) {
        for ((out, from), delta) in out.iter_mut().zip(&self.from).zip(&self.delta) {
            let (from, delta) = (&from[begin..][..CHUNK], &delta[begin..][..CHUNK]);
            for i in 0..CHUNK {
                out[i] = from[i] + delta[i] * shares[i];
            }
        }
    }
}

/// Shortest ways at an even speed: two unit quaternions, at right angles to each other, and the angle of the way.
struct Turns {
    from: [Vec<f32>; 4],
    across: [Vec<f32>; 4],
    angle: Vec<f32>,
}

impl Turns {
    fn new(ways: impl Fn(usize) -> [Quat; 2]) -> Self {
        let way = |i: usize| {
            let [a, b] = ways(i).map(|q| <[f32; 4]>::from(q).map(f64::from));
            let dot: f64 = (0..4).map(|k| a[k] * b[k]).sum();
            let angle = dot.abs().min(1.0).acos();
            let across =
                std::array::from_fn::<f64, 4, _>(|k| b[k] * dot.signum() - a[k] * dot.abs());
            let length = across.iter().map(|q| q * q).sum::<f64>().sqrt();
            (a.map(|q| q as f32), across.map(|q| (q / length) as f32), angle as f32)
        };
        Self {
            from: std::array::from_fn(|k| (0..N).map(|i| way(i).0[k]).collect()),
            across: std::array::from_fn(|k| (0..N).map(|i| way(i).1[k]).collect()),
            angle: (0..N).map(|i| way(i).2).collect(),
        }
    }

    #[inline(always)]
    fn blend(&self, begin: usize, shares: &[f32; CHUNK], out: &mut [[f32; CHUNK]; 4]) {
        let angle = &self.angle[begin..][..CHUNK];
        let (mut sines, mut cosines) = ([0.0; CHUNK], [0.0; CHUNK]);
        for i in 0..CHUNK {
            let x = angle[i] * shares[i];
            let u = x * x;
            let p = -1.984_108_7e-4 + u * (2.753_646_4e-6 + u * -2.408_019e-8);
            sines[i] = x + x * u * (-0.166_666_67 + u * (0.008_333_333 + u * p));
            let p = -0.001_388_888_9 + u * (2.480_06e-5 + u * -2.725_71e-7);
            cosines[i] = 1.0 + u * (-0.5 + u * (0.041_666_667 + u * p));
        }
        for ((out, from), across) in out.iter_mut().zip(&self.from).zip(&self.across) {
            let (from, across) = (&from[begin..][..CHUNK], &across[begin..][..CHUNK]);
            for i in 0..CHUNK {
                out[i] = from[i] * cosines[i] + across[i] * sines[i];
            }
        }
    }
}

/// The hand-written loop: all start at once, so that it has an array less to read, and end much later.
struct Floor<B> {
    now: i32,
    start: Vec<i32>,
    inverse: Vec<f32>,
    kind: B,
}

impl<B> Floor<B> {
    fn new(kind: B) -> Self {
        Self { now: 0, start: vec![0; N], inverse: vec![1.0 / TICKS as f32; N], kind }
    }

    fn frame<V>(&mut self, out: &mut [V], write: impl Fn(&B, usize, &[f32; CHUNK], &mut [V])) {
        self.now += 1;
        match Level::new().as_avx2() {
            Some(avx2) => avx2.vectorize(
                #[inline(always)]
                || self.run(out, write),
            ),
            None => self.run(out, write),
        }
    }

    #[inline(always)]
    fn run<V>(&self, out: &mut [V], write: impl Fn(&B, usize, &[f32; CHUNK], &mut [V])) {
        for (chunk, out) in out.chunks_exact_mut(CHUNK).enumerate() {
            let begin = chunk * CHUNK;
            let (start, inverse) = (&self.start[begin..][..CHUNK], &self.inverse[begin..][..CHUNK]);
            let mut shares = [0.0; CHUNK];
            for i in 0..CHUNK {
                let t = (self.now - start[i]) as f32 * inverse[i];
                shares[i] = if t < 1.0 { t } else { 1.0 };
            }
            write(&self.kind, begin, &shares, out);
        }
    }
}

type Parts = (Straight<3>, Turns, Straight<4>);

#[inline(always)]
fn write_turns(turns: &Turns, begin: usize, shares: &[f32; CHUNK], out: &mut [Quat]) {
    let mut lanes = [[0.0; CHUNK]; 4];
    turns.blend(begin, shares, &mut lanes);
    for (i, out) in out.iter_mut().enumerate() {
        *out = Quat::new(lanes[0][i], lanes[1][i], lanes[2][i], lanes[3][i]);
    }
}

#[inline(always)]
fn write_colors(colors: &Straight<4>, begin: usize, shares: &[f32; CHUNK], out: &mut [Color]) {
    let mut lanes = [[0.0; CHUNK]; 4];
    colors.blend(begin, shares, &mut lanes);
    for (i, out) in out.iter_mut().enumerate() {
        *out = Color::new(lanes[0][i], lanes[1][i], lanes[2][i], lanes[3][i]);
    }
}

#[inline(always)]
fn write_shards(
    (places, turns, colors): &Parts,
    begin: usize,
    shares: &[f32; CHUNK],
    out: &mut [Shard],
) {
    let mut place = [[0.0; CHUNK]; 3];
    places.blend(begin, shares, &mut place);
    let mut turn = [[0.0; CHUNK]; 4];
    turns.blend(begin, shares, &mut turn);
    let mut color = [[0.0; CHUNK]; 4];
    colors.blend(begin, shares, &mut color);
    for (i, out) in out.iter_mut().enumerate() {
        *out = Shard {
            place: Vec3::new(place[0][i], place[1][i], place[2][i]),
            rotation: Quat::new(turn[0][i], turn[1][i], turn[2][i], turn[3][i]),
            color: Color::new(color[0][i], color[1][i], color[2][i], color[3][i]),
        };
    }
}

fn batch<V: Lanes>(ways: impl Fn(usize) -> [V; 2]) -> TweenBatch<V> {
    let mut batch = TweenBatch::new("batch", Tick::ZERO);
    for i in 0..N {
        let [from, to] = ways(i);
        let tween = Tween { from, to, ticks: TICKS, delay: 0, easing: Easing::LINEAR };
        batch.start(&tween).expect("a length that is allowed");
    }
    batch
}

fn frame<V: Lanes>(batch: &mut TweenBatch<V>, out: &mut Vec<V>) {
    batch.advance_to(batch.now().next()).expect("forwards");
    batch.sample_into(0.0, out);
}

/// Compares with a closed form in `f64`.
fn check(name: &str, now: u32, i: usize, got: Shard) {
    let t = f64::from(now) / f64::from(TICKS);
    let [from, to] = shard(i);
    let straight = |from: f32, to: f32| f64::from(from) + f64::from(to - from) * t;
    let (got_place, from_place, to_place) =
        (<[f32; 3]>::from(got.place), <[f32; 3]>::from(from.place), <[f32; 3]>::from(to.place));
    for k in 0..3 {
        let wanted = straight(from_place[k], to_place[k]);
        assert!((f64::from(got_place[k]) - wanted).abs() < 1e-5, "{name}: place {i} at {now}");
    }
    let (got_color, from_color, to_color) =
        (<[f32; 4]>::from(got.color), <[f32; 4]>::from(from.color), <[f32; 4]>::from(to.color));
    for k in 0..4 {
        let wanted = straight(from_color[k], to_color[k]);
        assert!((f64::from(got_color[k]) - wanted).abs() < 1e-6, "{name}: colour {i} at {now}");
    }
    let [a, b] = [from, to].map(|shard| <[f32; 4]>::from(shard.rotation).map(f64::from));
    let dot: f64 = (0..4).map(|k| a[k] * b[k]).sum();
    let angle = dot.abs().min(1.0).acos();
    let weights =
        [((1.0 - t) * angle).sin(), (t * angle).sin() * dot.signum()].map(|w| w / angle.sin());
    for (k, got) in <[f32; 4]>::from(got.rotation).into_iter().enumerate() {
        let wanted = weights[0] * a[k] + weights[1] * b[k];
        assert!((f64::from(got) - wanted).abs() < 1e-6, "{name}: rotation {i} at {now}");
    }
}

pub fn run(bench: &mut Bench) {
    let whole = N / CHUNK * CHUNK;
    let rotation = |i: usize| shard(i).map(|shard| shard.rotation);
    let color = |i: usize| shard(i).map(|shard| shard.color);

    let mut floor_turns = Floor::new(Turns::new(rotation));
    let mut floor_colors = Floor::new(Straight::<4>::new(|i| color(i).map(<[f32; 4]>::from)));
    let mut floor_shards = Floor::new((
        Straight::<3>::new(|i| shard(i).map(|shard| shard.place.into())),
        Turns::new(rotation),
        Straight::<4>::new(|i| color(i).map(<[f32; 4]>::from)),
    ));
    let (mut turns, mut colors, mut shards) = (batch(rotation), batch(color), batch(shard));
    let (mut turns_out, mut colors_out, mut shards_out) = (Vec::new(), Vec::new(), Vec::new());
    let mut floor_turns_out = vec![Quat::default(); whole];
    let mut floor_colors_out = vec![Color::default(); whole];
    let mut floor_shards_out = vec![shard(0)[0]; whole];

    // Half of the way, then on.
    let half = TICKS / 2;
    turns.advance_to(Tick::new(half.into())).expect("forwards");
    colors.advance_to(Tick::new(half.into())).expect("forwards");
    shards.advance_to(Tick::new(half.into())).expect("forwards");
    (floor_turns.now, floor_colors.now, floor_shards.now) = (half as i32, half as i32, half as i32);
    for now in half + 1..half + 4 {
        frame(&mut turns, &mut turns_out);
        frame(&mut colors, &mut colors_out);
        frame(&mut shards, &mut shards_out);
        floor_turns.frame(&mut floor_turns_out, write_turns);
        floor_colors.frame(&mut floor_colors_out, write_colors);
        floor_shards.frame(&mut floor_shards_out, write_shards);
        for i in (0..whole).step_by(7) {
            check("derived struct", now, i, shards_out[i]);
            check("floor", now, i, floor_shards_out[i]);
            let (rotation, color) = (turns_out[i], colors_out[i]);
            check("one by one", now, i, Shard { rotation, color, ..shards_out[i] });
            let (rotation, color) = (floor_turns_out[i], floor_colors_out[i]);
            check("floor, one by one", now, i, Shard { rotation, color, ..shards_out[i] });
        }
    }
    let case = |case| Case { row: "W1k", case, n: whole, unit: "ns/tween", most_laps: 200 };
    let rivals = vec![
        Rival::new("floor", || floor_turns.frame(&mut floor_turns_out, write_turns)),
        Rival::new("Cueline TweenBatch<Quat>", || frame(&mut turns, &mut turns_out)),
    ];
    bench.measure(&case("rotations"), rivals);
    let rivals = vec![
        Rival::new("floor", || floor_colors.frame(&mut floor_colors_out, write_colors)),
        Rival::new("Cueline TweenBatch<Color>", || frame(&mut colors, &mut colors_out)),
    ];
    bench.measure(&case("colours"), rivals);
    let rivals = vec![
        Rival::new("floor", || floor_shards.frame(&mut floor_shards_out, write_shards)),
        Rival::new("Cueline TweenBatch<Shard>", || frame(&mut shards, &mut shards_out)),
    ];
    bench.measure(&case("place, rotation, colour"), rivals);
}
