//! The middle of the window: the view, the time bar, the tools of the selection, and lanes or curves.

use cueline::time::{Span, TickRate, Time};
use cueline_egui::{CurveAction, EditorAction, Marker, Side};
use cueline_picture::{Picture, Rect as Area};
use eframe::egui::{self, Color32, Ui, vec2};

use super::{
    Sheet, Studio,
    tools::{item_tools, key_tools},
};
use crate::{
    open::Thing,
    scene::PAPER,
    studio::{
        edit::{self, Edit},
        rows::Target,
        trial::Trial,
    },
    transport::Command,
};

impl Studio {
    /// The view, the time bar, the tools of the selection, and lanes or curves.
    pub(super) fn middle(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        if file.animator().is_some() {
            return self.animator(ui);
        }
        let whole = ui.available_size();
        let (response, painter) =
            ui.allocate_painter(vec2(whole.x, whole.y * 0.42), egui::Sense::hover());
        if let Some(scene) = &file.scene {
            let mut picture: Picture<()> = Picture::new(PAPER);
            let area = Area::new(0.0, 0.0, response.rect.width(), response.rect.height());
            let at = file.transport.at();
            match &file.cards {
                Some(cards) => cards.draw(&mut picture, area.grown(-10.0), at),
                None => scene.draw(&mut picture, area, at),
            }
            self.painter.paint(&painter, response.rect.min, 1.0, &picture);
        } else {
            painter.rect_filled(response.rect, 0.0, Color32::from_rgb(28, 31, 38));
            let words = if file.model.has_nothing_good() {
                "The file has had an error since it was opened. It shows as soon as it has none."
            } else {
                "Nothing here has a time yet."
            };
            let font = egui::TextStyle::Body.resolve(ui.style());
            let galley =
                painter.layout(words.to_owned(), font, ui.visuals().text_color(), whole.x - 40.0);
            painter.galley(response.rect.center() - galley.size() / 2.0, galley, Color32::WHITE);
        }
        self.time(ui);
        self.selected(ui);
        let Some(file) = &mut self.file else { return };
        match (file.thing(), file.sheet) {
            (Some(Thing::Clip(_)), Sheet::Curves) => self.curves(ui),
            _ => self.lanes(ui),
        }
    }

    pub(super) fn time(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let mut markers = Vec::new();
        match file.thing() {
            Some(Thing::Clip(clip)) => {
                let marker = |cue: &cueline::clip::Cue| Marker {
                    at: Time::ZERO + cue.at,
                    name: cue.name.clone(),
                };
                markers.extend(clip.cues().iter().map(marker));
            }
            Some(Thing::Timeline(timeline)) => {
                let labels = timeline.labels_of(cueline::timeline::ItemId::WHOLE);
                markers.extend(
                    labels.map(|(name, at)| Marker { at: Time::ZERO + at, name: name.to_owned() }),
                );
            }
            None => {
                let inputs = file.trial.iter().flat_map(Trial::inputs);
                markers.extend(
                    inputs.map(|input| Marker { at: input.at, name: input.parameter.clone() }),
                );
            }
            Some(Thing::Flipbook(..)) => {}
        }
        file.transport.bar(ui, markers);
    }

    /// The selected item or key, with its tools.
    fn selected(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let (mut edit, mut drag) = (None, None);
        let editable = file.model.is_editable();
        ui.horizontal_wrapped(|ui| {
            if let Some(Thing::Clip(_)) = file.thing() {
                for (sheet, label) in [(Sheet::Lanes, "Lanes"), (Sheet::Curves, "Curves")] {
                    if ui.selectable_label(file.sheet == sheet, label).clicked() {
                        file.sheet = sheet;
                    }
                }
                ui.separator();
            }
            if !editable {
                return;
            }
            edit = match (file.thing().cloned(), file.sheet) {
                (Some(Thing::Clip(clip)), Sheet::Curves) => {
                    key_tools(ui, file, &clip, &mut self.new_name)
                }
                (Some(thing), _) => item_tools(ui, file, &thing, &mut self.new_name, &mut drag),
                (None, _) => None,
            };
        });
        if let Some(edit) = edit {
            self.carry_out(&edit, drag);
        }
    }

    fn lanes(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let duration = file.transport.length();
        let action = file.editor.ui(ui, &file.items, duration, file.transport.at());
        if action.is_some() {
            leave_text(ui);
        }
        let rate = file.rate();
        let snap = |at: Span| if self.snap { snapped(at, rate) } else { at };
        let (edit, done) = match action {
            Some(EditorAction::Seek(at)) => {
                file.transport.command(Command::Seek(snap(at)));
                file.editor.select(None);
                return;
            }
            Some(EditorAction::Select(row)) => {
                file.rename = None;
                match file.rows.get(row).map(|row| row.target.clone()) {
                    Some(Target::Item(placed)) => file.reveal(&placed.path),
                    Some(Target::Track { clip, path }) => {
                        file.reveal(&edit::track(&clip, &path));
                        file.curves.select(Some((&path, 0)));
                    }
                    Some(Target::Cue { clip, cue }) => {
                        file.reveal(&edit::clip(&clip).field("cues").index(cue));
                    }
                    _ => {}
                }
                return;
            }
            Some(EditorAction::Move { item, by, done }) => {
                let Some(row) = file.rows.get(item) else { return };
                // The rows move during a drag, so the editor says from where they were when it began.
                let begun = file.editor.drag_start().unwrap_or(row.item.start);
                let by = snap(begun + by) - begun;
                let edit = match &row.target {
                    Target::Item(placed) => Some(placed.moved(by)),
                    Target::Cue { clip, cue } => {
                        let at = (begun + by).max(Span::ZERO);
                        Some(Edit::MoveCue { clip: clip.clone(), cue: *cue, at })
                    }
                    _ => None,
                };
                (edit, done)
            }
            Some(EditorAction::Trim { item, end, done }) => {
                let Some(Target::Item(placed)) = file.rows.get(item).map(|row| &row.target) else {
                    return;
                };
                (placed.trimmed(snap(end)), done)
            }
            Some(EditorAction::TrimStart { item, start, end, done }) => {
                let Some(row) = file.rows.get(item) else { return };
                let Target::Item(placed) = &row.target else { return };
                let begun = file.editor.drag_start().unwrap_or(row.item.start);
                let start = snap(start).min(end);
                (placed.trimmed_at_start(start - begun, end - start), done)
            }
            None => return,
        };
        if let Some(edit) = edit {
            self.carry_out(&edit, Some(done));
        }
    }

    fn curves(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let Some(Thing::Clip(clip)) = file.thing().cloned() else { return };
        let action = file.curves.ui(ui, &clip, file.transport.at());
        if action.is_some() {
            leave_text(ui);
        }
        let rate = file.rate();
        let snap = |at: Span| if self.snap { snapped(at, rate) } else { at };
        let name = clip.name().to_owned();
        let (edit, drag) = match action {
            None => return,
            Some(CurveAction::Seek(at)) => {
                file.transport.command(Command::Seek(snap(at)));
                return;
            }
            Some(CurveAction::Select { track, key }) => {
                file.reveal(&edit::track(&name, &track).index(key));
                return;
            }
            Some(CurveAction::Move { track, key, component, at, value, done }) => {
                let at = at.map(snap);
                let value = value.map(|value| (component, value));
                (Edit::MoveKey { clip: name, track, key, at, value }, Some(done))
            }
            Some(CurveAction::Tangent { track, key, component, side, slope, done }) => {
                let field = if side == Side::In { "tangent_in" } else { "tangent_out" };
                (Edit::Tangent { clip: name, track, key, field, component, slope }, Some(done))
            }
            Some(CurveAction::Add { track, at }) => {
                let at = snap(at);
                let Ok(value) = clip.sample(&track, at) else { return };
                (Edit::AddKey { clip: name, track, at, value }, None)
            }
            Some(CurveAction::Remove { track, key }) => {
                file.curves.select(None);
                (Edit::Remove { list: edit::track(&name, &track), index: key }, None)
            }
        };
        self.carry_out(&edit, drag);
    }
}

/// The nearest whole frame.
fn snapped(at: Span, rate: TickRate) -> Span {
    let before = rate.span_of(rate.ticks_in(at));
    let after = rate.span_of(rate.ticks_in(at) + 1);
    if at - before <= after - at { before } else { after }
}

/// Gives the keys back to the window: after a drag of a bar, the space bar plays and is not typed.
fn leave_text(ui: &Ui) {
    ui.memory_mut(|memory| {
        memory.focused().into_iter().for_each(|id| memory.surrender_focus(id));
    });
}
