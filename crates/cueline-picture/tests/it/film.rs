//! Films: what is read back is what was handed over, for as long as it was to show.

use std::{
    env,
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
    process,
};

use cueline_picture::{Film, Format, Run};

/// A folder that goes with its value.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("cueline-film-{}-{name}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn film(&self, format: Format, size: (u16, u16), fps: u32) -> Film {
        Film { output: self.0.join("turn.film"), format, size, fps }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays harms no other test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

type Frames = Vec<(Vec<u8>, Run)>;

/// Writes a film.
fn write(film: &Film, frames: &Frames) {
    let samples = frames.iter().map(|(pixels, _)| pixels.clone());
    let mut encoder = film.encoder(frames.len(), samples).unwrap();
    for (pixels, run) in frames {
        encoder.frame(pixels, *run).unwrap();
    }
    encoder.finish().unwrap();
}

/// Frames one after another that show for so long.
fn frames(pixels: impl IntoIterator<Item = (Vec<u8>, u64)>) -> Frames {
    let mut start = 0;
    let run = |(pixels, length): (Vec<u8>, u64)| {
        let run = Run { start, end: start + length };
        start = run.end;
        (pixels, run)
    };
    pixels.into_iter().map(run).collect()
}

const SIZE: (u16, u16) = (7, 5);

/// A frame whose pixels depend on their places and on a number.
fn painted(number: u8) -> Vec<u8> {
    let pixel = |at: u8| [at * 7, at ^ number, number.wrapping_mul(20), 255];
    (0..35).flat_map(pixel).collect()
}

/// The same frame with these pixels changed.
fn changed(frame: &[u8], pixels: &[usize]) -> Vec<u8> {
    let mut frame = frame.to_vec();
    for at in pixels {
        frame[at * 4] = 255 - frame[at * 4];
    }
    frame
}

/// A film in which nothing, one pixel, a corner, some and all pixels change.
fn turn() -> Frames {
    let first = painted(3);
    let one = changed(&first, &[17]);
    let corner = changed(&one, &[34]);
    let some = changed(&corner, &[8, 9, 16, 22]);
    let all = [
        (first.clone(), 1),
        (first, 2),
        (one.clone(), 1),
        (corner.clone(), 3),
        (some, 1),
        (painted(9), 25),
        (one, 1),
    ];
    frames(all)
}

/// What a viewer shows: each picture, and for how many of its units of time it does.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    pixels: Vec<u8>,
    /// Length of its part of the file, as a numerator and a denominator of seconds.
    delay: (u64, u64),
    /// Width and height of what is drawn again.
    area: (u32, u32),
}

/// Draws a part of a film over what shows; what is transparent lets it through.
fn draw(screen: &mut [u8], part: &[u8], left: usize, top: usize, width: usize) {
    for (at, pixel) in part.chunks_exact(4).enumerate() {
        let to = ((top + at / width) * usize::from(SIZE.0) + left + at % width) * 4;
        if pixel[3] != 0 {
            screen[to..to + 4].copy_from_slice(pixel);
        }
    }
}

fn shown_by_apng(path: &Path) -> (Vec<Shown>, u32) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    let mut screen = vec![0; reader.output_buffer_size().unwrap()];
    let mut all = Vec::new();
    for _ in 0..control.num_frames {
        let mut part = vec![0; screen.len()];
        let info = reader.next_frame(&mut part).unwrap();
        part.truncate(info.buffer_size());
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!(frame.dispose_op, png::DisposeOp::None);
        let [left, top] = [frame.x_offset, frame.y_offset].map(|at| at as usize);
        draw(&mut screen, &part, left, top, frame.width as usize);
        all.push(Shown {
            pixels: screen.clone(),
            delay: (frame.delay_num.into(), frame.delay_den.into()),
            area: (frame.width, frame.height),
        });
    }
    (all, control.num_plays)
}

fn shown_by_gif(path: &Path) -> (Vec<Shown>, gif::Repeat) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(BufReader::new(File::open(path).unwrap())).unwrap();
    let size = usize::from(reader.width()) * usize::from(reader.height()) * 4;
    let (mut screen, mut all) = (vec![0; size], Vec::new());
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        let [left, top] = [frame.left, frame.top].map(usize::from);
        if size == painted(0).len() {
            draw(&mut screen, &frame.buffer, left, top, frame.width.into());
        } else {
            screen = frame.buffer.to_vec();
        }
        all.push(Shown {
            pixels: screen.clone(),
            delay: (frame.delay.into(), 100),
            area: (frame.width.into(), frame.height.into()),
        });
    }
    (all, reader.repeat())
}

#[test]
fn an_ending_says_what_a_film_is() {
    let cases = [
        ("turn.gif", Some(Format::Gif)),
        ("a.b/turn.APNG", Some(Format::Apng)),
        ("turn.png", Some(Format::Png)),
        ("turn.jpg", None),
        ("gif", None),
    ];
    for (path, format) in cases {
        assert_eq!(Format::of(Path::new(path)), format, "{path}");
    }
    for format in [Format::Gif, Format::Apng, Format::Png] {
        assert!(format.usual_fps() <= format.most_fps(), "{format:?}");
    }
    // Two hundredths of a second are the shortest delay that viewers keep.
    assert_eq!((Format::Gif.most_fps(), Format::Gif.usual_fps()), (100 / 2, 100 / 4));
    assert_eq!(Format::Apng.usual_fps(), Format::Png.usual_fps());
    assert_eq!(Format::Png.usual_fps(), 60);
}

#[test]
fn an_animated_png_shows_each_frame_as_long_as_it_was_to() {
    let (folder, film) = (Folder::new("apng"), turn());
    let file = folder.film(Format::Apng, SIZE, 60);
    write(&file, &film);
    let (shown, plays) = shown_by_apng(&file.output);
    assert_eq!((shown.len(), plays), (film.len(), 0), "each frame once, and the whole for ever");
    for (shown, (pixels, run)) in shown.iter().zip(&film) {
        assert!(shown.pixels == *pixels, "{run:?}");
        let (num, den) = shown.delay;
        assert_eq!(num * 60, (run.end - run.start) * den, "{run:?}");
    }
    let areas: Vec<_> = shown.iter().map(|shown| shown.area).collect();
    // Nothing; a pixel; a pixel in the last corner; columns 1 and 2 of rows 1 to 3; all of it, twice.
    assert_eq!(areas, [(7, 5), (1, 1), (1, 1), (1, 1), (2, 3), (7, 5), (7, 5)]);
}

#[test]
fn a_long_hold_of_an_animated_png_is_in_whole_seconds() {
    let folder = Folder::new("apng-long");
    for (fps, length, seconds) in
        [(64, 64 * 2048, 2048), (100_000, 300_000, 3), (1, 1 << 40, 65535)]
    {
        let file = folder.film(Format::Apng, SIZE, fps);
        write(&file, &frames([(painted(1), length)]));
        assert_eq!(shown_by_apng(&file.output).0[0].delay, (seconds, 1), "{length} frames");
    }
}

#[test]
fn a_gif_shows_each_frame_and_its_delays_never_drift() {
    let folder = Folder::new("gif");
    for fps in [25, 50, 60, 7] {
        let film = turn();
        let file = folder.film(Format::Gif, SIZE, fps);
        write(&file, &film);
        let (shown, repeat) = shown_by_gif(&file.output);
        assert_eq!((shown.len(), repeat), (film.len(), gif::Repeat::Infinite));
        let mut begun = 0;
        for (shown, (pixels, run)) in shown.iter().zip(&film) {
            assert!(shown.pixels == *pixels, "{run:?}");
            // To the nearest hundredth: |begun / 100 - start / fps| is at most half of one.
            assert!(
                (begun * u64::from(fps) * 2).abs_diff(run.start * 200) <= fps.into(),
                "{run:?}"
            );
            begun += shown.delay.0;
        }
        let areas: Vec<_> = shown.iter().map(|shown| shown.area).collect();
        assert_eq!(areas, [(7, 5), (1, 1), (1, 1), (1, 1), (2, 3), (7, 5), (7, 5)]);
    }
}

#[test]
fn a_long_hold_of_a_gif_goes_on_in_frames_that_change_nothing() {
    let folder = Folder::new("gif-long");
    let file = folder.film(Format::Gif, SIZE, 10);
    write(&file, &frames([(painted(1), 20_000), (painted(2), 1)]));
    let (shown, _) = shown_by_gif(&file.output);
    let (last, first) = shown.split_last().unwrap();
    assert!(last.pixels == painted(2) && first.iter().all(|shown| shown.pixels == painted(1)));
    // A delay has 16 bits, of hundredths.
    let delays: Vec<_> = first.iter().map(|shown| shown.delay.0).collect();
    assert_eq!(delays, [65_535, 65_535, 65_535, 200_000 - 3 * 65_535]);
    assert!(first[1..].iter().all(|shown| shown.area == (1, 1)));
}

#[test]
fn every_frame_of_numbered_files_is_a_file_of_its_own() {
    let (folder, film) = (Folder::new("png"), turn());
    let file = Film { output: folder.0.join("turn.png"), ..folder.film(Format::Png, SIZE, 60) };
    assert_eq!(file.numbered(12), folder.0.join("turn-00012.png"));
    write(&file, &film);
    for (pixels, run) in &film {
        for number in run.start..run.end {
            let read = cueline_picture::Image::from_png(&fs::read(file.numbered(number)).unwrap());
            let read = read.unwrap();
            assert_eq!((read.width(), read.height()), SIZE);
            assert!(read.rgba() == pixels, "frame {number}");
        }
    }
    let files = fs::read_dir(&folder.0).unwrap().count() as u64;
    assert_eq!(files, film[film.len() - 1].1.end, "and no other file");
}

/// A device that is full takes a file and nothing of what is written.
#[cfg(target_os = "linux")]
#[test]
fn a_film_that_cannot_be_written_says_so() {
    for format in [Format::Gif, Format::Apng] {
        let film = Film { output: "/dev/full".into(), format, size: SIZE, fps: 25 };
        let mut encoder = film.encoder(1, [painted(1)].into_iter()).unwrap();
        let framed = encoder.frame(&painted(1), Run { start: 0, end: 1 });
        assert!(framed.and_then(|()| encoder.finish()).is_err(), "{format:?}");
    }
    let nowhere =
        Film { output: "/nowhere/at/all.png".into(), format: Format::Png, size: SIZE, fps: 25 };
    let mut encoder = nowhere.encoder(1, [].into_iter()).unwrap();
    assert!(encoder.frame(&painted(1), Run { start: 0, end: 1 }).is_err());
    let gif = Film { format: Format::Gif, ..nowhere };
    assert!(gif.encoder(1, [].into_iter()).is_err());
}

#[test]
fn as_many_colours_as_a_palette_holds_are_kept_exactly() {
    let folder = Folder::new("colours");
    for colours in [1_u8, 80, 254, 255] {
        let pixel = |at: u8| {
            let at = at % colours;
            [at, at.wrapping_mul(91), at.wrapping_mul(37), 255]
        };
        let pixels: Vec<u8> = (0..=255).flat_map(pixel).collect();
        let file = folder.film(Format::Gif, (16, 16), 25);
        write(&file, &frames([(pixels.clone(), 1)]));
        assert!(shown_by_gif(&file.output).0[0].pixels == pixels, "{colours} colours");
    }
}

/// Each pixel of a picture of up to 600,000 counts.
#[test]
fn a_colour_of_one_pixel_in_a_large_picture_is_kept_exactly() {
    let folder = Folder::new("rare");
    let mut pixels = [9, 9, 9, 255].repeat(512 * 256);
    for rare in 0..250_u8 {
        let at = (usize::from(rare) * 521 + 1) * 4;
        pixels[at..at + 3].copy_from_slice(&[rare, 255 - rare, 200]);
    }
    let file = folder.film(Format::Gif, (512, 256), 25);
    write(&file, &frames([(pixels.clone(), 1)]));
    assert!(shown_by_gif(&file.output).0[0].pixels == pixels);
}

/// Green counts most to the eye, blue least: five, three and two parts of the square of what differs.
#[test]
fn a_colour_that_no_sample_has_becomes_the_one_that_looks_nearest() {
    let folder = Folder::new("nearest");
    let pixel = |at: u8, by: [u8; 3]| by.map(|by| at.wrapping_mul(by)).into_iter().chain([255]);
    let sample: Vec<u8> = (0..64).flat_map(|at| pixel(at, [101, 59, 173])).collect();
    let film = folder.film(Format::Gif, (64, 64), 25);
    let mut encoder = film.encoder(1, [sample.clone()].into_iter()).unwrap();
    let other: Vec<u8> =
        (0..16).flat_map(|_| (0..=255).flat_map(|at| pixel(at, [7, 13, 29]))).collect();
    encoder.frame(&other, Run { start: 0, end: 1 }).unwrap();
    encoder.finish().unwrap();
    let shown = shown_by_gif(&film.output).0.remove(0).pixels;
    let apart = |a: &[u8], b: &[u8]| {
        let parts = a.iter().zip(b).zip([3, 5, 2]);
        parts.map(|((a, b), weight)| u32::from(a.abs_diff(*b)).pow(2) * weight).sum::<u32>()
    };
    for (shown, pixel) in shown.chunks_exact(4).zip(other.chunks_exact(4)) {
        let nearest = sample.chunks_exact(4).map(|known| apart(&known[..3], &pixel[..3])).min();
        assert_eq!(Some(apart(&shown[..3], &pixel[..3])), nearest, "{pixel:?} became {shown:?}");
    }
}
