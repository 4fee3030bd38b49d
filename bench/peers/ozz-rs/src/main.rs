//! Characters played by ozz-animation-rs, in a process of its own: `cueline-bench-ozz-rs DRIVER KEYS ROW CASE N`.
//! `bench/README.md` describes its protocol, and `src/characters/work.rs` the numbers it is handed.
//!
//! The crate plays what ozz's own tools have built. So DRIVER, the driver of ozz, is handed the same numbers, and writes
//! the skeleton and the clips as archives.

use std::{
    cell::RefCell,
    error::Error,
    io::{BufRead, Read, Write, stdin, stdout},
    path::Path,
    process::{Command, Stdio},
    rc::Rc,
    time::Instant,
};

use glam::Mat4;
use ozz_animation_rs::{
    Animation, BlendingJob, BlendingLayer, LocalToModelJob, SamplingContext, SamplingJob, Skeleton,
    SoaTransform,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Pose = Rc<RefCell<Vec<SoaTransform>>>;

/// The numbers of the work, one after the other.
struct Numbers<'a>(&'a [[u8; 4]]);

impl Numbers<'_> {
    fn next(&mut self) -> Result<f32> {
        let (first, rest) = self.0.split_first().ok_or("the work ends early")?;
        self.0 = rest;
        Ok(f32::from_le_bytes(*first))
    }

    fn whole(&mut self) -> Result<usize> {
        Ok(self.next()? as usize)
    }

    fn skip(&mut self, count: usize) -> Result<()> {
        self.0 = self.0.get(count..).ok_or("the work ends early")?;
        Ok(())
    }
}

/// A layer of all characters.
struct Layer {
    duration: f64,
    /// In frames.
    ahead: f64,
    job: SamplingJob,
    /// One for each character.
    contexts: Vec<Option<SamplingContext>>,
}

struct Game {
    layers: Vec<Layer>,
    /// Where there are several layers.
    blending: Option<BlendingJob>,
    to_model: LocalToModelJob,
    models: Rc<RefCell<Vec<Mat4>>>,
    /// In the order of ozz, which sorts joints depth first.
    binds: Vec<Mat4>,
    /// Where ozz has each joint.
    places: Vec<usize>,
    palettes: Vec<Mat4>,
    frame: i64,
}

impl Game {
    fn new(mut work: Numbers<'_>, archives: &Path, characters: usize) -> Result<Self> {
        let skeleton = Rc::new(Skeleton::from_path(archives.join("skeleton.ozz"))?);
        let (joints, clips, _unit) = (work.whole()?, work.whole()?, work.next()?);
        // Parents and rest poses, as the archive has them.
        work.skip(joints * 11)?;
        let (mut binds, mut places) = (vec![Mat4::IDENTITY; joints], Vec::new());
        for joint in 0..joints {
            let place = skeleton.joint_by_name(&joint.to_string()).ok_or("a joint is missing")?;
            let mut rows =
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
            for number in &mut rows[..12] {
                *number = work.next()?;
            }
            places.push(place as usize);
            binds[place as usize] = Mat4::from_cols_array(&rows).transpose();
        }
        let mut animations = Vec::new();
        for clip in 0..clips {
            let duration = f64::from(work.next()?);
            for _ in 0..joints {
                // Keys of translations, rotations and scales, each with its time.
                for numbers in [4, 5, 4] {
                    let keys = work.whole()?;
                    work.skip(keys * numbers)?;
                }
            }
            let animation = Animation::from_path(archives.join(format!("clip{clip}.ozz")))?;
            animations.push((duration, Rc::new(animation)));
        }
        let pose =
            || Rc::new(RefCell::new(vec![SoaTransform::default(); skeleton.num_soa_joints()]));
        let (mut layers, mut inputs) = (Vec::new(), Vec::<(Pose, f32)>::new());
        for _ in 0..work.whole()? {
            let (duration, animation) = animations.get(work.whole()?).ok_or("no such clip")?;
            let (ahead, weight) = (f64::from(work.next()?), work.next()?);
            let mut job = SamplingJob::default();
            let local = pose();
            job.set_animation(animation.clone());
            job.set_output(local.clone());
            inputs.push((local, weight));
            let contexts = (0..characters).map(|_| Some(SamplingContext::new(joints))).collect();
            layers.push(Layer { duration: *duration, ahead, job, contexts });
        }
        let mut shown = inputs.first().ok_or("no layer")?.0.clone();
        let blending = (inputs.len() > 1).then(|| {
            let mut job = BlendingJob::default();
            shown = pose();
            job.set_skeleton(skeleton.clone());
            job.set_output(shown.clone());
            let of = inputs
                .iter()
                .map(|(pose, weight)| BlendingLayer::with_weight(pose.clone(), *weight));
            job.layers_mut().extend(of);
            job
        });
        let models = Rc::new(RefCell::new(vec![Mat4::IDENTITY; joints]));
        let mut to_model = LocalToModelJob::default();
        to_model.set_skeleton(skeleton);
        to_model.set_input(shown);
        to_model.set_output(models.clone());
        let palettes = vec![Mat4::IDENTITY; characters * joints];
        Ok(Self { layers, blending, to_model, models, binds, places, palettes, frame: 0 })
    }

    /// The palettes of all characters.
    fn lap(&mut self) -> Result<()> {
        self.frame += 1;
        for (index, palette) in self.palettes.chunks_exact_mut(self.binds.len()).enumerate() {
            for layer in &mut self.layers {
                let begun = (13 * index % 997) as f64;
                let at = (self.frame as f64 + 0.25 + begun + layer.ahead) / 60.0;
                let context = layer.contexts[index].take().ok_or("no context")?;
                layer.job.set_context(context);
                layer.job.set_ratio((at % layer.duration / layer.duration) as f32);
                layer.job.run()?;
                layer.contexts[index] = layer.job.take_context();
            }
            if let Some(blending) = &mut self.blending {
                blending.run()?;
            }
            self.to_model.run()?;
            let models = self.models.borrow();
            for ((matrix, model), bind) in palette.iter_mut().zip(models.iter()).zip(&self.binds) {
                *matrix = *model * *bind;
            }
        }
        Ok(())
    }

    /// The palettes of every so-manieth character: three rows of each joint.
    fn values(&self, every: usize) -> Vec<String> {
        let palettes = self.palettes.chunks_exact(self.binds.len()).step_by(every);
        let matrices = palettes.flat_map(|palette| self.places.iter().map(|place| palette[*place]));
        let rows = matrices.flat_map(|matrix| (0..3).map(move |row| matrix.row(row).to_array()));
        rows.flatten().map(|number| number.to_string()).collect()
    }
}

/// Reads the work, and lets the driver write its archives. None where the driver refuses it, and has said so.
fn game(driver: &str, keys: &str, characters: usize) -> Result<Option<Game>> {
    let mut work = Vec::new();
    let mut input = stdin().lock();
    input.read_until(b'\n', &mut work)?;
    let (first, count) = (work.len(), String::from_utf8_lossy(&work).trim().parse::<usize>()?);
    work.resize(first + count * 4, 0);
    input.read_exact(&mut work[first..])?;

    let folder = std::env::temp_dir().join(format!("cueline-bench-ozz-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let made = archives(driver, keys, &folder, &work).and_then(|refused| {
        if refused.is_empty() {
            return Game::new(Numbers(work[first..].as_chunks().0), &folder, characters).map(Some);
        }
        print!("{refused}");
        Ok(None)
    });
    std::fs::remove_dir_all(&folder)?;
    made
}

/// Lets the driver write them. What the driver says: nothing, or why it refuses.
fn archives(driver: &str, keys: &str, folder: &Path, work: &[u8]) -> Result<String> {
    let mut command = Command::new(driver);
    command.arg("archives").arg(folder).arg(keys);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no pipe")?.write_all(work)?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err(format!("no archives: {}", output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn play() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, driver, keys, _row, _case, characters] = &arguments[..] else {
        return Err("DRIVER KEYS ROW CASE N".into());
    };
    let Some(mut game) = game(driver, keys, characters.parse()?)? else { return Ok(()) };
    for line in stdin().lock().lines() {
        let line = line?;
        if let Some(every) = line.strip_prefix("values ") {
            println!("{{\"values\":[{}]}}", game.values(every.parse()?).join(","));
        } else {
            let laps: u32 = line.parse()?;
            let begun = Instant::now();
            for _ in 0..laps {
                game.lap()?;
            }
            println!("{{\"ns\":{}}}", begun.elapsed().as_nanos());
        }
        stdout().flush()?;
    }
    Ok(())
}

fn main() {
    if let Err(why) = play() {
        println!("{{\"refused\":{:?}}}", why.to_string());
    }
}
