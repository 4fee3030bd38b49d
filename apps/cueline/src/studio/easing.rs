//! A menu with a picture of each easing.

use std::collections::BTreeSet;

use cueline::value::AnyEasing;
use cueline_assets::easing;
use eframe::egui::{self, Color32, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

/// Interpolations of keys that are not easings.
pub(super) const OF_KEYS: [&str; 3] = ["hold", "linear", "hermite"];

/// A button with the present easing that opens the pictures. Returns the choice.
pub(super) fn choose(ui: &mut Ui, current: &str, also: &[&str]) -> Option<String> {
    let mut chosen = None;
    let shown = if current.is_empty() { "default" } else { current };
    ui.menu_button(format!("Easing: {shown}"), |ui| {
        ui.set_max_width(660.0);
        let names = also.iter().map(|name| (*name).to_owned()).chain(easing::names());
        // Names that need numbers are written in the text.
        let mut seen = BTreeSet::new();
        let names = names.filter(|name| seen.insert(name.clone()));
        let drawn: Vec<_> = names.filter_map(|name| Some((curve(&name)?, name))).collect();
        egui::Grid::new("easings").spacing(vec2(4.0, 4.0)).show(ui, |ui| {
            for (index, (points, name)) in drawn.iter().enumerate() {
                if picture(ui, name, points, name == current) {
                    chosen = Some(name.clone());
                    ui.close();
                }
                if index % 8 == 7 {
                    ui.end_row();
                }
            }
        });
    });
    chosen
}

/// The values of an easing or interpolation at 25 moments; `None` if the name needs numbers.
fn curve(name: &str) -> Option<Vec<f32>> {
    let at: Box<dyn Fn(f64) -> f64> = match name {
        "hold" => Box::new(|t| if t < 1.0 { 0.0 } else { 1.0 }),
        "hermite" => Box::new(|t| t * t * (3.0 - 2.0 * t)),
        _ => {
            let easing: AnyEasing = easing::parse(name).ok()?;
            Box::new(move |t| easing.at(t))
        }
    };
    #[expect(clippy::cast_possible_truncation, reason = "a place on the screen")]
    Some((0..=24_u8).map(|step| at(f64::from(step) / 24.0) as f32).collect())
}

fn picture(ui: &mut Ui, name: &str, points: &[f32], selected: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(76.0, 58.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    let painter = ui.painter_at(rect);
    let fill = if response.hovered() || selected { 40 } else { 12 };
    painter.rect_filled(rect, 3.0, Color32::from_white_alpha(fill));
    let area = Rect::from_min_max(rect.min + vec2(8.0, 10.0), rect.max - vec2(8.0, 22.0));
    let mut x = area.left();
    let step = area.width() / 24.0;
    let mut line = Vec::new();
    for value in points {
        line.push(pos2(x, area.bottom() - value * area.height()));
        x += step;
    }
    painter.line(line, Stroke::new(1.5, Color32::from_rgb(255, 196, 80)));
    let at = pos2(rect.center().x, rect.bottom() - 9.0);
    let font = egui::FontId::proportional(10.5);
    let ink = ui.visuals().text_color();
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 4.0);
    let text = painter.layout_job(job);
    let place = egui::Align2::CENTER_CENTER.anchor_size(at, text.size());
    painter.galley(place.min, text, ink);
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_names_have_a_picture_that_ends_at_one() {
        let drawn: Vec<_> = easing::names().filter(|name| curve(name).is_some()).collect();
        assert!(drawn.len() >= 30, "{drawn:?}");
        assert!(drawn.contains(&"out-back".to_owned()));
        let back = curve("out-back").unwrap();
        assert!(back.iter().any(|value| *value > 1.05), "it overshoots");
        assert!((back[24] - 1.0).abs() < 1e-6);
    }
}
