//! The text of a room that has one, with its problems.

use cueline_assets::{Problem, Severity};
use eframe::egui::{
    self, Color32, FontId, RichText, ScrollArea, TextBuffer, TextEdit, Ui, WidgetInfo, WidgetType,
    text::{LayoutJob, TextFormat},
};

use crate::Room;

/// The height of the box, in points.
const HEIGHT: f32 = 260.0;
/// A longer text is played and not shown.
const LONGEST: usize = 60_000;
const WRONG: Color32 = Color32::from_rgb(240, 92, 84);

/// Shows the text, if the room has one, and gives the room what is typed; says whether something was.
pub(super) fn show(ui: &mut Ui, room: &mut dyn Room) -> bool {
    let Some(document) = room.document() else { return false };
    ui.horizontal_wrapped(|ui| {
        ui.strong(document.name);
        ui.weak("Type in it, or drop a file of your own: it plays at once.");
    });
    for problem in document.problems.iter().take(3) {
        let wrong = problem.severity == Severity::Error;
        let words = RichText::new(problem.to_string()).monospace();
        ui.label(if wrong { words.color(WRONG) } else { words.weak() });
    }
    if document.text.len() > LONGEST {
        ui.weak(format!("Its {} bytes are too many for this box.", document.text.len()));
        return false;
    }
    let lines = document.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let wrong: Vec<u32> = lines.filter_map(line).collect();
    let mut text = document.text.to_owned();
    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
        let ink = ui.visuals().text_color();
        ui.fonts_mut(|fonts| fonts.layout_job(job(text.as_str(), &wrong, ink)))
    };
    let list = ScrollArea::both().id_salt("text").max_height(HEIGHT).auto_shrink([false, false]);
    let changed = list.show(ui, |ui| {
        let field = TextEdit::multiline(&mut text).code_editor().desired_width(f32::INFINITY);
        let response = ui.add(field.layouter(&mut layouter));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "The file"));
        response.changed()
    });
    if changed.inner {
        room.edit(text);
    }
    changed.inner
}

fn line(problem: &Problem) -> Option<u32> {
    problem.place.map(|place| place.line)
}

/// The text with wrong lines in red and dim comments.
fn job(text: &str, wrong: &[u32], ink: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (number, line) in (1_u32..).zip(text.split_inclusive('\n')) {
        let comment = line.trim_start().starts_with("//");
        let color = if comment { ink.gamma_multiply(0.6) } else { ink };
        let color = if wrong.contains(&number) { WRONG } else { color };
        job.append(line, 0.0, TextFormat::simple(FontId::monospace(12.5), color));
    }
    if text.is_empty() {
        job.append("", 0.0, egui::TextFormat::simple(FontId::monospace(12.5), ink));
    }
    job
}
