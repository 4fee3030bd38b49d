//! How small long clips get, how far off they are, and how long it takes to sample them.
#![expect(clippy::disallowed_methods, reason = "measures real time")]
use std::{error::Error, hint::black_box, time::Instant};

use cueline::{
    clip::Clip,
    time::Span,
    value::{Quat, Vec3},
};
use cueline_assets::{ClipSource, Document, Format, Key, Tolerance, write};

/// A minute of a body with 20 joints, as a motion capture gives it: a key for every sixtieth of a second.
fn captured() -> ClipSource {
    let mut clip = ClipSource::default();
    for joint in 0..20 {
        let pace = 0.5 + f64::from(joint) * 0.11;
        let frames = || (0..=3600_i32).map(|frame| (frame, f64::from(frame) / 60.0));
        let turned = frames().map(|(frame, seconds)| {
            let swing = Quat::about(Vec3::new(1.0_f32, 0.2, 0.0), (seconds * pace).sin() * 0.8);
            let twist =
                Quat::about(Vec3::new(0.0_f32, 1.0, 0.0), (seconds * pace * 1.7).cos() * 0.3);
            let still = seconds % 10.0 > 6.0; // stands for four seconds of ten
            let rotation = if still { Quat::default() } else { twist * swing };
            Key::linear(cueline_assets::When::Frames(frame.into()), rotation)
        });
        clip.tracks.insert(format!("joint {joint}.rotation"), turned.collect::<Vec<_>>().into());
    }
    let way = (0..=3600_i32).map(|frame| {
        let seconds = f64::from(frame) / 60.0;
        #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
        let place = Vec3::new(seconds as f32, (seconds * 5.0).sin() as f32 * 0.05, 0.0);
        Key::linear(cueline_assets::When::Frames(frame.into()), place)
    });
    clip.tracks.insert("hips.translation".into(), way.collect::<Vec<_>>().into());
    clip
}

fn sample(clip: &Clip) -> f64 {
    let start = Instant::now();
    let mut place = 1_u64;
    for _ in 0..20_000 {
        place = place.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = Span::from_millis(i64::try_from(place >> 40).unwrap_or(0) % 60_000);
        clip.for_each(at, |path, value| {
            black_box((path, value));
        });
    }
    start.elapsed().as_secs_f64() / 20_000.0 / 21.0 * 1e9
}

fn main() -> Result<(), Box<dyn Error>> {
    let original = captured();
    println!(
        "tolerance |   keys |      RON |   .cue | share | error (number, rad) | ns per sample"
    );
    let mut whole = 0.0;
    for error in [0.0, 0.0004, 0.001, 0.005, 0.02] {
        let mut clip = original.clone();
        let done = clip.compress(&Tolerance::of(error));
        let built = clip.build("captured")?;
        let clips = [("captured".to_owned(), clip)].into_iter().collect();
        let document = Document { clips, ..Document::default() };
        let text = write(&document, Format::Ron)?.len();
        let binary = write(&document, Format::Binary)?.len();
        if error == 0.0 {
            whole = binary as f64;
        }
        let mut times: Vec<f64> = (0..5).map(|_| sample(&built)).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{error:9} | {:6} | {text:8} | {binary:6} | {:4.1}% | {:.6}, {:.6} | {:.0}",
            done.keys_after,
            binary as f64 / whole * 100.0,
            done.numbers,
            done.radians,
            times[2],
        );
    }
    Ok(())
}
