//! Cost against the number of items, both in powers of ten.

use plotters::prelude::*;

use crate::harness::Line;

type Drawn<T> = Result<T, Box<dyn std::error::Error>>;

/// An SVG with one panel for each case of a row. None where nothing was measured at more than one size.
pub fn svg(lines: &[Line], row: &str) -> Drawn<Option<String>> {
    let lines: Vec<&Line> = lines.iter().filter(|line| line.row == row).collect();
    let mut cases: Vec<&str> = lines.iter().map(|line| line.case).collect();
    cases.dedup();
    cases.sort_unstable();
    cases.dedup();
    if lines.iter().all(|line| line.n == lines[0].n) {
        return Ok(None);
    }
    let mut picture = String::new();
    let size = (520 * u32::try_from(cases.len())?, 720);
    {
        let root = SVGBackend::with_string(&mut picture, size).into_drawing_area();
        root.fill(&WHITE)?;
        for (area, case) in root.split_evenly((1, cases.len())).iter().zip(cases) {
            panel(area, &lines, row, case)?;
        }
        root.present()?;
    }
    Ok(Some(picture))
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    all: &[&Line],
    row: &str,
    case: &str,
) -> Drawn<()> {
    let lines: Vec<&&Line> = all.iter().filter(|line| line.case == case).collect();
    let sizes = || lines.iter().map(|line| line.n as f64);
    let costs = || lines.iter().map(|line| line.median);
    let least = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(f64::MAX, f64::min);
    let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.fold(0.0, f64::max);
    let (from, to) = (least(&mut sizes()), most(&mut sizes()));
    // Room for the names of the lines above them.
    let (low, high) = (least(&mut costs()) / 2.0, most(&mut costs()) * 5000.0);
    let unit = lines.first().map_or("", |line| line.unit);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{row}, {case}: {unit}"), ("sans-serif", 16))
        .margin(10)
        // Half of the last number below stands beyond the end of its axis.
        .margin_right(40)
        .x_label_area_size(30)
        .y_label_area_size(50)
        .build_cartesian_2d((from..to).log_scale(), (low..high).log_scale())?;
    let number = |number: &f64| format!("{number}");
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("n").y_desc(unit).x_label_formatter(&number).y_label_formatter(&number).draw()?;
    for (peer, style) in styles(all) {
        let points = lines.iter().filter(|line| line.peer == peer);
        let points: Vec<_> = points.map(|line| (line.n as f64, line.median)).collect();
        if points.is_empty() {
            continue;
        }
        let series = chart.draw_series(LineSeries::new(points, style).point_size(3))?;
        series.label(peer).legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// How each peer is drawn, in all panels alike: what is written by hand in grey, Cueline in thick blue,
/// others in colours.
fn styles<'a>(lines: &[&'a Line]) -> Vec<(&'a str, ShapeStyle)> {
    const BY_HAND: [RGBColor; 5] = [
        RGBColor(40, 40, 40),
        RGBColor(120, 120, 120),
        RGBColor(180, 180, 180),
        RGBColor(150, 135, 120),
        RGBColor(120, 135, 150),
    ];
    const OURS: [RGBColor; 3] =
        [RGBColor(0, 50, 200), RGBColor(50, 130, 255), RGBColor(130, 180, 255)];
    const OTHERS: [RGBColor; 11] = [
        RGBColor(0, 110, 50),
        RGBColor(90, 180, 60),
        RGBColor(0, 160, 150),
        RGBColor(130, 130, 0),
        RGBColor(240, 140, 0),
        RGBColor(200, 90, 20),
        RGBColor(120, 70, 50),
        RGBColor(220, 0, 120),
        RGBColor(140, 60, 180),
        RGBColor(190, 20, 30),
        RGBColor(90, 0, 60),
    ];
    let mut styles: Vec<(&str, ShapeStyle)> = Vec::new();
    let mut taken = [0; 3];
    for line in lines {
        if styles.iter().any(|(peer, _)| *peer == line.peer) {
            continue;
        }
        let (kind, colors, width) = match line.peer {
            peer if peer.starts_with("floor") || peer.contains("hand") => (0, &BY_HAND[..], 2),
            peer if peer.starts_with("Cueline") => (1, &OURS[..], 3),
            _ => (2, &OTHERS[..], 2),
        };
        styles.push((line.peer, colors[taken[kind] % colors.len()].stroke_width(width)));
        taken[kind] += 1;
    }
    styles
}
