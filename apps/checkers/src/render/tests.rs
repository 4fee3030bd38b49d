use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use cueline::time::FLICKS_PER_SECOND;

use cueline_picture::Format;

use super::*;
use crate::stub::Stub;

fn job(output: PathBuf, fps: u32) -> Job {
    let format = Format::of(&output).unwrap();
    Job { film: Film { output, format, size: (96, 96), fps }, from: Span::ZERO, to: None }
}

/// Moves for a second, then two seconds of rest.
fn open() -> Result<Box<dyn Show>, Failure> {
    Ok(Box::new(Stub::new(Span::from_secs(1))))
}

fn rendered(output: PathBuf, fps: u32) -> Rendered {
    render(&open, &job(output, fps), &ProgressBar::hidden()).unwrap()
}

#[test]
fn a_gif_has_every_frame_and_delays_that_do_not_drift() {
    let folder = tempfile::tempdir().unwrap();
    for fps in [10, 25, 30, 50] {
        let output = folder.path().join(format!("{fps}.gif"));
        let result = rendered(output.clone(), fps);
        let mut decoder = gif::Decoder::new(File::open(output).unwrap()).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(u32::from(frame.delay));
        }
        assert_eq!(delays.len(), result.frames);
        assert_eq!(
            delays.len(),
            usize::try_from(fps).unwrap() + 1,
            "the rest is one frame, at {fps}"
        );
        assert_eq!(delays.iter().sum::<u32>(), 300, "at {fps}: one second and two of rest");
        let moving = &delays[..delays.len() - 1];
        assert!(moving.iter().all(|&delay| delay.abs_diff(100 / fps) <= 1), "{moving:?} at {fps}");
    }
}

#[test]
fn an_apng_shows_the_very_pixels_of_the_painter() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("clip.apng");
    let result = rendered(output.clone(), 30);
    let decoder = png::Decoder::new(std::io::BufReader::new(File::open(output).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames, 31);
    assert_eq!(result.frames, 31);

    let layout = Layout::new(96.0, 96.0, 1.0, Controls::Bare);
    let mut painter = SoftPainter::new(96, 96, 1.0).unwrap();
    let mut show = open().unwrap();
    let mut camera = Camera::new(&layout);
    let mut canvas = vec![0; 96 * 96 * 4];
    let mut length = 0.0;
    for index in 0..31 {
        let mut part = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut part).unwrap();
        let control = *reader.info().frame_control().unwrap();
        length += f64::from(control.delay_num) / f64::from(control.delay_den);
        let [width, height, left, top] =
            [control.width, control.height, control.x_offset, control.y_offset]
                .map(|n| usize::try_from(n).unwrap());
        for (number, pixel) in part.chunks_exact(4).take(width * height).enumerate() {
            let place = ((top + number / width) * 96 + left + number % width) * 4;
            match pixel[3] {
                0 => {} // As before.
                alpha => {
                    assert_eq!(alpha, 255);
                    canvas[place..place + 4].copy_from_slice(pixel);
                }
            }
        }
        assert!(painter.paint(&camera.picture(&mut *show)) == canvas, "frame {index}");
        show.advance(Span::from_flicks(FLICKS_PER_SECOND / 30));
    }
    assert!((length - 3.0).abs() < 1e-9, "{length}");
}

#[test]
fn numbered_pictures_are_one_for_each_frame() {
    let folder = tempfile::tempdir().unwrap();
    rendered(folder.path().join("turn.png"), 10);
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 30, "merged frames too");
    assert_eq!((names[0].as_str(), names[29].as_str()), ("turn-00000.png", "turn-00029.png"));
}

#[test]
fn two_renderings_are_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.gif", "b.gif"].map(|name| folder.path().join(name));
    for file in &files {
        rendered(file.clone(), 10);
    }
    assert!(fs::read(&files[0]).unwrap() == fs::read(&files[1]).unwrap());
}

#[test]
fn a_range_begins_and_ends_where_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (Span::from_millis(200), Some(Span::from_millis(700)));
    let job = Job { from, to, ..job(folder.path().join("a.gif"), 10) };
    let result = render(&open, &job, &ProgressBar::hidden()).unwrap();
    assert_eq!(result, Rendered { frames: 5, duration: Span::from_millis(500) });
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let missing = job(folder.path().join("no/such/folder/a.gif"), 10);
    assert!(render(&open, &missing, &ProgressBar::hidden()).is_err());
    let fast = job(folder.path().join("a.gif"), 60);
    let message = render(&open, &fast, &ProgressBar::hidden()).unwrap_err().to_string();
    assert!(message.contains("at most 50"), "{message}");
    assert!(Format::of(Path::new("a.mp4")).is_none());
}
