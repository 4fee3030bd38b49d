//! `cueline plot`: the values of a track over time.

use std::{collections::BTreeSet, path::Path, sync::Once};

use cueline::{clip::Value, time::Span};
use cueline_assets::{InFile, Keys};
use plotters::{
    backend::{BitMapBackend, SVGBackend},
    chart::{ChartBuilder, SeriesLabelPosition},
    coord::Shift,
    drawing::{DrawingArea, IntoDrawingArea},
    element::{Circle, PathElement, Text},
    prelude::DrawingBackend,
    series::{DashedLineSeries, LineSeries},
    style::{
        BLACK, Color, FontStyle, IntoFont, RGBColor, TRANSPARENT, WHITE, register_font,
        text_anchor::{HPos, Pos, VPos},
    },
};
use serde_json::json;

use super::{cli::Plot, input::open, output::say, report::print};
use crate::{
    bars::seconds,
    failure::Failure,
    numbers::numbers,
    open::{ENDLESS, Opened, Thing},
};

/// Pixels up to which a picture is drawn larger first.
const SMOOTHED: u32 = 4_000_000;

/// Distinguishable with colour blindness, too (Okabe and Ito, "Color Universal Design", 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];
/// Number of steps of a drawn curve.
const STEPS: u32 = 960;

/// The content of a plot.
struct Curves {
    title: String,
    /// By name: points in seconds and the unit of the value.
    lines: Vec<(&'static str, Vec<(f64, f64)>)>,
    /// The time of each key, and its numbers.
    keys: Vec<(f64, Vec<f64>)>,
    /// Both ends of short lines.
    tangents: Vec<[(f64, f64); 2]>,
    cues: Vec<(f64, String)>,
    length: f64,
}

pub(crate) fn run(job: &Plot) -> Result<(), Failure> {
    let ending = job.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_svg = match ending.as_deref() {
        Some("svg") => true,
        Some("png") => false,
        _ => {
            let output = job.output.display();
            return Err(Failure::usage(format!("{output}: its ending must be .svg or .png")));
        }
    };
    let opened = open(&job.file)?;
    print(&opened.notes, &opened.source);
    let curves = curves(&opened, job)?;
    register_fonts();
    let size = (u32::from(job.size.0), u32::from(job.size.1));
    let drawn = if is_svg {
        draw(&curves, &SVGBackend::new(&job.output, size).into_drawing_area(), 1)
    } else {
        // Larger, and made smaller again: edges are smooth.
        let times = if size.0 * size.1 <= SMOOTHED { 3 } else { 1 };
        let large = (size.0 * times, size.1 * times);
        let mut pixels = vec![0; large.0 as usize * large.1 as usize * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, large).into_drawing_area();
        let drawn = draw(&curves, &area, times);
        drop(area);
        drawn.and_then(|()| write_png(&job.output, size, &averaged(&pixels, size.0, times)))
    };
    drawn.map_err(|error| Failure::file(&job.output, error))?;
    let (output, lines, keys) = (job.output.display(), curves.lines.len(), curves.keys.len());
    let plural = if lines == 1 { "" } else { "s" };
    let about = json!({"output": output.to_string(), "curves": lines, "keys": keys});
    say(job.json, &format!("{output}: {lines} curve{plural}, {keys} keys"), &about)
}

/// Pixels of three bytes, each the average of a square of this many in width and height.
fn averaged(large: &[u8], width: u32, times: u32) -> Vec<u8> {
    let (width, times) = (width as usize, times as usize);
    let row = width * times * 3;
    let mut pixels = Vec::with_capacity(large.len() / (times * times));
    for rows in large.chunks_exact(row * times) {
        for place in (0..row).step_by(times * 3).flat_map(|x| [x, x + 1, x + 2]) {
            let bytes =
                rows[place..].chunks(row).flat_map(|line| line.iter().step_by(3).take(times));
            let sum: usize = bytes.map(|byte| usize::from(*byte)).sum();
            pixels.push(u8::try_from(sum / (times * times)).unwrap_or(u8::MAX));
        }
    }
    pixels
}

/// Writes pixels of three bytes.
fn write_png(
    output: &Path,
    (width, height): (u32, u32),
    pixels: &[u8],
) -> Result<(), Box<dyn std::error::Error>> {
    let file = std::io::BufWriter::new(std::fs::File::create(output)?);
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    Ok(writer.finish()?)
}

/// The program has its own font, so that pictures are the same on all machines.
fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let result = register_font("sans-serif", FontStyle::Normal, notosans::REGULAR_TTF);
        // If a font cannot be read, the chart has no words.
        drop(result);
    });
}

fn curves(opened: &Opened, job: &Plot) -> Result<Curves, Failure> {
    let mut found = opened.chosen(job.name.as_deref())?;
    let known: BTreeSet<String> = found
        .iter()
        .filter(|thing| !matches!(thing, Thing::Flipbook(..)))
        .flat_map(|thing| thing.values(Span::ZERO).into_iter().map(|(path, _)| path))
        .collect();
    found.retain(|thing| value(thing, &job.track, Span::ZERO).is_some());
    let [thing] = found.as_slice() else {
        let (file, track) = (&opened.name, &job.track);
        return Err(Failure::usage(if found.is_empty() {
            format!(
                "{file} has no track {track:?}; it has {}",
                known.into_iter().collect::<Vec<_>>().join(", ")
            )
        } else {
            let names: Vec<_> = found.iter().map(Thing::path).collect();
            format!("{track:?} is in {}; choose by --name", names.join(" and "))
        }));
    };
    let length = thing.length().unwrap_or(ENDLESS);
    let mut lines: Vec<(&'static str, Vec<(f64, f64)>)> = Vec::new();
    for step in 0..=STEPS {
        let flicks = i128::from(length.flicks()) * i128::from(step) / i128::from(STEPS);
        let at = Span::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX));
        let Some(value) = value(thing, &job.track, at) else { continue };
        for (index, (name, number)) in numbers(&value).into_iter().enumerate() {
            if lines.len() <= index {
                lines.push((name, Vec::new()));
            }
            lines[index].1.push((seconds(at), number));
        }
    }
    let mut curves = Curves {
        title: format!("{} {}", thing.path(), job.track),
        lines,
        keys: Vec::new(),
        tangents: Vec::new(),
        cues: Vec::new(),
        length: seconds(length).max(1e-3),
    };
    if let Thing::Clip(clip) = thing
        && let Some(keys) =
            opened.document.clips.get(clip.name()).and_then(|clip| clip.tracks.get(&job.track))
    {
        curves.cues = clip.cues().iter().map(|cue| (seconds(cue.at), cue.name.clone())).collect();
        let reach = curves.length / 24.0;
        for (when, slopes) in keys.times().iter().zip(slopes(keys)) {
            let at = when.span(clip.rate());
            let Some(value) = value(thing, &job.track, at) else { continue };
            let numbers: Vec<f64> = numbers(&value).iter().map(|(_, number)| *number).collect();
            let here = seconds(at);
            if let Some((before, behind)) = slopes {
                for (side, slopes) in [(-1.0, before), (1.0, behind)] {
                    curves.tangents.extend(numbers.iter().zip(slopes).map(|(&number, slope)| {
                        [(here, number), (here + side * reach, number + side * reach * slope)]
                    }));
                }
            }
            curves.keys.push((here, numbers));
        }
    }
    Ok(curves)
}

fn value(thing: &Thing, track: &str, at: Span) -> Option<Value> {
    match thing {
        Thing::Clip(clip) => clip.sample(track, at).ok(),
        Thing::Timeline(timeline) => timeline.value(track, at).ok(),
        Thing::Flipbook(..) => None,
    }
}

/// Draws everything so many times as large.
fn draw<B: DrawingBackend>(
    curves: &Curves,
    area: &DrawingArea<B, Shift>,
    times: u32,
) -> Result<(), Box<dyn std::error::Error>>
where
    B::ErrorType: 'static,
{
    let all = || curves.lines.iter().flat_map(|(_, points)| points.iter().map(|(_, y)| *y));
    let (low, high) =
        all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
    let room = if high > low { (high - low) * 0.08 } else { 1.0 };
    let (low, high) = if low.is_finite() { (low - room, high + room) } else { (0.0, 1.0) };
    let px = i32::try_from(times).unwrap_or(1);
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(&curves.title, ("sans-serif", 20 * px))
        .margin(14 * times)
        .x_label_area_size(36 * times)
        .y_label_area_size(56 * times)
        .build_cartesian_2d(0.0..curves.length, low..high)?;
    chart
        .configure_mesh()
        .x_desc("seconds")
        // Lines between the labels would compete with the curve.
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225).stroke_width(times))
        .axis_style(BLACK.stroke_width(times))
        .set_all_tick_mark_size(5 * times)
        .label_style(("sans-serif", 14 * px))
        .draw()?;
    for (at, name) in &curves.cues {
        let line = [(*at, low), (*at, high)];
        let grey = RGBColor(120, 120, 120);
        let _series = chart.draw_series(DashedLineSeries::new(
            line,
            4 * times,
            4 * times,
            grey.stroke_width(times),
        ))?;
        // Words stay inside the chart: left of the line where it is near the right edge.
        let side = if *at > curves.length * 0.85 { HPos::Right } else { HPos::Left };
        let words = ("sans-serif", 13 * px).into_font().color(&grey).pos(Pos::new(side, VPos::Top));
        let _text =
            chart.draw_series([Text::new(format!(" {name} "), (*at, high - room * 0.2), words)])?;
    }
    for (index, (name, points)) in curves.lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2 * times));
        let _legend = chart.draw_series(line)?.label(*name).legend(move |(x, y)| {
            PathElement::new([(x, y), (x + 16 * px, y)], colour.stroke_width(times))
        });
        let dots = curves.keys.iter().filter_map(|(at, numbers)| Some((*at, *numbers.get(index)?)));
        let _dots = chart.draw_series(dots.map(|dot| Circle::new(dot, 4 * px, colour.filled())))?;
    }
    let tangents = curves.tangents.iter();
    let _lines = chart.draw_series(
        tangents.map(|line| PathElement::new(*line, BLACK.mix(0.7).stroke_width(times))),
    )?;
    if curves.lines.len() > 1 {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.8))
            .label_font(("sans-serif", 14 * px))
            .legend_area_size(30 * px)
            .draw()?;
    }
    Ok(area.present()?)
}

/// The slopes before and behind each key of a smooth curve, in change per second, number by number; only for kinds
/// whose slopes have the same numbers as their values.
fn slopes(keys: &Keys) -> Vec<Option<(Vec<f64>, Vec<f64>)>> {
    use cueline::clip::Interpolation::{Hermite, HermiteEased};
    fn of<T: InFile>(
        keys: &[cueline_assets::Key<T>],
        numbers: impl Fn(&T::Delta) -> Vec<f64>,
    ) -> Vec<Option<(Vec<f64>, Vec<f64>)>> {
        let smooth =
            |key: &cueline_assets::Key<T>| matches!(key.interpolation, Hermite | HermiteEased(_));
        let one = |(index, key): (usize, &cueline_assets::Key<T>)| {
            let before = index > 0 && smooth(&keys[index - 1]);
            (before || smooth(key)).then(|| {
                let side = |on: bool, slope| if on { numbers(slope) } else { Vec::new() };
                (side(before, &key.tangent_in), side(smooth(key), &key.tangent_out))
            })
        };
        keys.iter().enumerate().map(one).collect()
    }
    match keys {
        Keys::F32(keys) => of(keys, |slope| vec![(*slope).into()]),
        Keys::F64(keys) => of(keys, |slope| vec![*slope]),
        Keys::Vec2(keys) => of(keys, |slope| vec![slope.x.into(), slope.y.into()]),
        Keys::Vec3(keys) => of(keys, |slope| vec![slope.x.into(), slope.y.into(), slope.z.into()]),
        _ => keys.times().iter().map(|_| None).collect(),
    }
}
