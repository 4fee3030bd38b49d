//! The text of the file, with its problems.

use cueline_assets::Severity;
use eframe::egui::{self, Color32, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{Studio, part::PART};

impl Studio {
    /// The text, with its problems in red.
    pub(super) fn text(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        if !file.model.is_editable() {
            ui.label("This file is not in Cueline's own form: it is shown only. Save a copy as RON to edit it.");
            return;
        }
        let reveal = file.text.reveal.take();
        let version = Some(file.model.version());
        let outside = reveal.is_some_and(|at| !file.text.range.contains(&at));
        if file.text.version != version || outside {
            let around = reveal.unwrap_or(file.text.range.start + file.text.range.len() / 2);
            file.text.take(file.model.text(), around);
            file.text.version = version;
        }
        if file.text.range.len() < file.model.text().len() {
            let (first, last) = (file.text.first_line + 1, file.text.first_line + PART);
            ui.label(
                RichText::new(format!("lines {first} to {last}; what you select is scrolled to"))
                    .weak(),
            );
        }
        let start = file.text.range.start;
        let wrong: Vec<(usize, usize)> = file
            .model
            .problems()
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
            .filter_map(|problem| problem.place)
            .filter_map(|place| Some((place.offset.checked_sub(start)?, place.length.max(1))))
            .take(50)
            .collect();
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, _: f32| {
            ui.fonts_mut(|fonts| {
                fonts.layout_job(job(text.as_str(), &wrong, ui.visuals().text_color()))
            })
        };
        let row = ui.text_style_height(&egui::TextStyle::Monospace);
        let mut scroll = ScrollArea::both().id_salt("source").auto_shrink([false, false]);
        if let Some(at) = reveal.and_then(|at| at.checked_sub(start)) {
            let before = file.text.buffer.get(..at).unwrap_or_default();
            let mut y = 0.0;
            before.bytes().filter(|byte| *byte == b'\n').for_each(|_| y += row);
            scroll = scroll.vertical_scroll_offset((y - ui.available_height() * 0.3).max(0.0));
        }
        let height = ui.available_height();
        let changed = scroll
            .show(ui, |ui| {
                let id = ui.make_persistent_id("text");
                indent(ui, id, &file.text.buffer);
                let edit = TextEdit::multiline(&mut file.text.buffer)
                    .id(id)
                    .code_editor()
                    .desired_width(f32::INFINITY)
                    .min_size(vec2(0.0, height))
                    .layouter(&mut layouter);
                let response = ui.add(edit);
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Source")
                });
                response.changed()
            })
            .inner;
        if changed {
            let (text, range) = (file.model.text(), file.text.range.clone());
            let new = [&text[..range.start], &file.text.buffer, &text[range.end..]].concat();
            file.text.range.end = range.start + file.text.buffer.len();
            file.model.set_text(new);
            file.text.version = Some(file.model.version());
        }
    }
}

/// Lets Enter begin the next line of a text with the spaces of this one.
fn indent(ui: &Ui, id: egui::Id, text: &str) {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let state = egui::text_edit::TextEditState::load(ui.ctx(), id);
    let Some(range) = state.and_then(|state| state.cursor.char_range()) else { return };
    let cursor: usize = range.primary.index.min(range.secondary.index).into();
    let before = text.char_indices().nth(cursor).map_or(text.len(), |(at, _)| at);
    let line = text[..before].rsplit('\n').next().unwrap_or_default();
    let spaces = line.len() - line.trim_start_matches(' ').len();
    if spaces == 0 {
        return;
    }
    let begun = format!("\n{}", &line[..spaces]);
    ui.input_mut(|input| {
        for event in &mut input.events {
            if let egui::Event::Key { key: egui::Key::Enter, pressed: true, modifiers, .. } = event
                && modifiers.is_none()
            {
                *event = egui::Event::Text(begun.clone());
            }
        }
    });
}

/// The text with problems on a red background and dim comments.
fn job(text: &str, wrong: &[(usize, usize)], ink: Color32) -> egui::text::LayoutJob {
    use egui::text::{LayoutJob, TextFormat};
    let font = egui::FontId::monospace(12.5);
    let mut red = vec![false; text.len()];
    for (at, length) in wrong {
        let end = (at + length).min(text.len());
        if let Some(bytes) = red.get_mut((*at).min(end)..end) {
            bytes.fill(true);
        }
    }
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut begin = 0;
    let mut dim = false;
    let mut quoted = false;
    let format = |red: bool, dim: bool| {
        let color = if dim { ink.gamma_multiply(0.5) } else { ink };
        let mut format = TextFormat::simple(font.clone(), color);
        if red {
            format.background = Color32::from_rgb(110, 34, 30);
        }
        format
    };
    let mut last = (red.first().copied().unwrap_or(false), false);
    let bytes = text.as_bytes();
    for (at, char) in text.char_indices() {
        match char {
            '\n' => (dim, quoted) = (false, false),
            '"' if !dim && (at == 0 || bytes[at - 1] != b'\\') => quoted = !quoted,
            '/' if !quoted && bytes.get(at + 1) == Some(&b'/') => dim = true,
            _ => {}
        }
        let now = (red[at], dim);
        if now != last {
            job.append(&text[begin..at], 0.0, format(last.0, last.1));
            (begin, last) = (at, now);
        }
    }
    job.append(&text[begin..], 0.0, format(last.0, last.1));
    job
}
