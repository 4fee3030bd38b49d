//! An animator in the window: the character, its parameters, and what it has done.

use std::path::Path;

use cueline::time::{Span, Time, secs};
use cueline_assets::{
    DocumentPath,
    animator::{AnimatorSource, ConditionSource, MotionSource},
};
use cueline_characters::animator::{AnimatorState, Parameter, ParameterValue};
use cueline_egui::{EditorAction, EditorRow};
use cueline_import::aseprite::Selection;
use cueline_picture::{Picture, Rect as Area};
use eframe::egui::{self, Color32, ProgressBar, RichText, ScrollArea, Slider, Ui, vec2};

use super::{File, GOLD, Studio, WRONG};
use crate::{
    open::{ENDLESS, Needs, Opened, open_bytes},
    scene::PAPER,
    studio::trial::{Trial, Visit, missing},
    transport::Command,
};

/// The width of the part with the parameters, at most half of the room.
const SIDE: f32 = 270.0;

/// How far a drag over the whole width turns the view, in radians.
const TURN: f64 = 5.0;

impl File {
    /// Builds the chosen animator from the present text, and sets again what was set before.
    pub(super) fn try_animator(&mut self, others: &[Opened]) {
        let Some(name) = self.animator().map(str::to_owned) else {
            if let Some(looped) = self.looped.take()
                && looped != self.transport.is_looped()
            {
                self.transport.command(Command::Loop);
            }
            return;
        };
        if self.looped.is_none() {
            self.looped = Some(self.transport.is_looped());
            self.transport.set_length(ENDLESS);
            self.transport.command(Command::Seek(Span::ZERO));
            if self.transport.is_looped() {
                self.transport.command(Command::Loop);
            }
        }
        let files: Vec<&Opened> =
            core::iter::once(&self.model.good().opened).chain(others).collect();
        match Trial::new(&name, &files) {
            Ok(mut trial) => {
                if let Some(before) = &self.trial {
                    trial.repeat(before);
                }
                (self.trial, self.untried) = (Some(trial), None);
            }
            Err(message) => self.untried = Some(message),
        }
    }

    /// Lets an animator play on at the end of the time bar.
    pub(super) fn grow(&mut self) {
        let (at, length) = (self.transport.at(), self.transport.length());
        if self.trial.is_some() && !self.transport.is_looped() && at + secs(1.0) >= length {
            self.transport.set_length(length + ENDLESS);
        }
    }
}

impl Studio {
    /// Whether the chosen animator waits for clips of other files, or for a skeleton.
    pub(super) fn is_lacking(&self) -> bool {
        self.file.as_ref().is_some_and(|file| {
            file.animator().is_some()
                && file.trial.as_ref().is_none_or(|trial| trial.character.is_none())
        })
    }

    /// Whether the chosen animator waits for something that this file has.
    fn is_missing(&self, other: &Opened) -> bool {
        let Some(file) = self.file.as_ref().filter(|_| self.is_lacking()) else { return false };
        let Some(name) = file.animator() else { return false };
        let without: Vec<&Opened> =
            core::iter::once(&file.model.good().opened).chain(&self.others).collect();
        let with: Vec<&Opened> = without.iter().copied().chain([other]).collect();
        match (missing(name, &without), missing(name, &with)) {
            (Ok(0), Ok(0)) => Trial::new(name, &with).is_ok_and(|trial| trial.character.is_some()),
            (Ok(before), Ok(after)) => {
                // A body without clips is nothing to open.
                let is_body = other.shapes.is_some() || !other.document.skeletons.is_empty();
                after < before || is_body && other.things().is_empty()
            }
            _ => false,
        }
    }

    /// Takes a file that was dropped, if the chosen animator waits for what it has.
    pub(super) fn add_missing(&mut self, path: &Path, bytes: &[u8]) -> bool {
        if !self.is_lacking() {
            return false;
        }
        let needs = Needs::Picture(&Selection::default());
        let opened = open_bytes(path, bytes.to_vec(), needs);
        let Some(opened) = opened.ok().filter(|opened| self.is_missing(opened)) else {
            return false;
        };
        self.add(opened);
        true
    }

    /// Reads a file with clips, a skeleton or triangles for the animators of the open file.
    pub(super) fn add_other(&mut self, path: &Path, bytes: Vec<u8>) {
        match open_bytes(path, bytes, Needs::Picture(&Selection::default())) {
            Ok(opened) => self.add(opened),
            Err(failure) => self.message = Some(failure.line()),
        }
    }

    fn add(&mut self, opened: Opened) {
        self.others.retain(|other| other.name != opened.name);
        self.others.push(opened);
        if let Some(file) = &mut self.file {
            file.try_animator(&self.others);
        }
    }

    /// Reads the files that the user has named with the open one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn add_others(&mut self, paths: &[std::path::PathBuf]) {
        for path in paths {
            match super::files::read(path) {
                Ok(bytes) => self.add_other(path, bytes),
                Err(error) => self.message = Some(format!("{}: {error}", path.display())),
            }
        }
    }

    /// The character with its parameters, the time bar, and the states that it was in.
    pub(super) fn animator(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        if let Some(message) = &file.untried {
            ui.label(RichText::new(message).color(WRONG));
            ui.label("Drop a file here that has what is missing, or name it with --with.");
        }
        let Some(trial) = &mut file.trial else { return };
        let at = Time::ZERO + file.transport.at();
        let end = Time::ZERO + file.transport.length();
        let (state, visits) = match trial.at(at) {
            Ok((state, _)) => (state, trial.at(end).map(|(_, visits)| visits).unwrap_or_default()),
            Err(message) => {
                ui.label(RichText::new(message).color(WRONG));
                return;
            }
        };
        let whole = ui.available_size();
        let size = vec2(whole.x - SIDE.min(whole.x * 0.5), whole.y * 0.52);
        let mut set = None;
        ui.horizontal_top(|ui| {
            let (response, painter) = ui.allocate_painter(size, egui::Sense::drag());
            let way = response.drag_delta() / size.x.max(1.0);
            self.view.yaw -= f64::from(way.x) * TURN;
            self.view.pitch = (self.view.pitch + f64::from(way.y) * TURN).clamp(-1.5, 1.5);
            let layers = trial.layers(&state);
            match &mut trial.character {
                Some(character) => {
                    let mut picture: Picture<()> = Picture::new(PAPER);
                    let area = Area::new(0.0, 0.0, size.x, size.y);
                    // Layers of this animator fit to its character.
                    if character.pose(&layers).is_ok() {
                        character.draw(&mut picture, area, self.view);
                    }
                    self.painter.paint(&painter, response.rect.min, 1.0, &picture);
                }
                None => {
                    painter.rect_filled(response.rect, 0.0, Color32::from_rgb(28, 31, 38));
                    painter.text(
                        response.rect.center(),
                        egui::Align2::CENTER_CENTER,
                        "No skeleton fits to these clips: drop the file that has it here.",
                        egui::FontId::proportional(14.0),
                        ui.visuals().weak_text_color(),
                    );
                }
            }
            ui.vertical(|ui| {
                ScrollArea::vertical().id_salt("parameters").max_height(size.y).show(ui, |ui| {
                    set = parameters(ui, trial, &state);
                    ui.separator();
                    shown(ui, trial, &state, at);
                });
            });
        });
        match set {
            Some(Ask::Set(name, value)) => trial.set(at, &name, value),
            Some(Ask::Clear) => trial.clear(),
            None => {}
        }
        self.time(ui);
        self.visits(ui, &visits);
    }

    /// The states that the character was in, one below the other, and what was set.
    fn visits(&mut self, ui: &mut Ui, visits: &[Visit]) {
        let Some(file) = &mut self.file else { return };
        let Some(trial) = &file.trial else { return };
        let mut items: Vec<EditorRow> = visits
            .iter()
            .map(|visit| EditorRow {
                label: format!("{}: {}", visit.layer, visit.state),
                start: visit.start - Time::ZERO,
                end: visit.end.map(|end| end - Time::ZERO),
                ..EditorRow::default()
            })
            .collect();
        let names = trial.animator.parameters().map(|(name, _)| name);
        items.extend(names.filter_map(|name| {
            let marks = trial.inputs().iter().filter(|input| input.parameter == name);
            let marks: Vec<Span> = marks.map(|input| input.at - Time::ZERO).collect();
            let (start, end) = (*marks.first()?, marks.last().copied());
            Some(EditorRow { label: name.to_owned(), start, end, marks, ..EditorRow::default() })
        }));
        let action = file.editor.ui(ui, &items, file.transport.length(), file.transport.at());
        match action {
            Some(EditorAction::Seek(at)) => file.transport.command(Command::Seek(at)),
            Some(EditorAction::Select(row)) => {
                let Some(name) = file.animator() else { return };
                let animator = DocumentPath::root().field("animators").name(name);
                let path = match visits.get(row) {
                    Some(Visit { layer, state, .. }) => {
                        animator.field("layers").name(layer).field("states").name(state)
                    }
                    None => animator.field("parameters").name(&items[row].label),
                };
                file.reveal(&path);
            }
            _ => {}
        }
    }
}

/// What the user asks for.
enum Ask {
    Set(String, ParameterValue),
    Clear,
}

/// The parameters, each with what sets it.
fn parameters(ui: &mut Ui, trial: &Trial, state: &AnimatorState) -> Option<Ask> {
    let mut ask = None;
    for (name, parameter) in trial.animator.parameters() {
        let Ok(value) = state.get(&trial.animator, name) else { continue };
        let set = match (parameter, value) {
            (Parameter::Trigger { .. }, value) => {
                let waits = value == ParameterValue::Fire;
                let text = RichText::new(format!("Fire {name}"));
                let text = if waits { text.color(GOLD) } else { text };
                ui.button(text).clicked().then_some(ParameterValue::Fire)
            }
            (_, ParameterValue::Float(mut number)) => {
                let (low, high) = bounds(&trial.source, name);
                let slider = Slider::new(&mut number, low..=high).text(name);
                let slider = slider.clamping(egui::SliderClamping::Never);
                ui.add(slider).changed().then_some(ParameterValue::Float(number))
            }
            (_, ParameterValue::Integer(mut number)) => ui
                .add(egui::DragValue::new(&mut number).prefix(format!("{name} ")))
                .changed()
                .then_some(ParameterValue::Integer(number)),
            (_, ParameterValue::Bool(mut yes)) => {
                ui.checkbox(&mut yes, name).changed().then_some(ParameterValue::Bool(yes))
            }
            _ => None,
        };
        ask = set.map(|value| Ask::Set(name.to_owned(), value)).or(ask);
    }
    if !trial.inputs().is_empty() {
        let clear = ui.small_button("Forget what was set");
        if clear.on_hover_text("What is set counts from its time on, also in the past").clicked() {
            ask = Some(Ask::Clear);
        }
    }
    ask
}

/// The state of each layer, and the clips that show.
fn shown(ui: &mut Ui, trial: &Trial, state: &AnimatorState, at: Time) {
    for (index, layer) in trial.animator.layers().enumerate() {
        let Some(current) = state.state(&trial.animator, index) else { continue };
        let progress = state.progress(&trial.animator, index, at).unwrap_or_default();
        let changing = if state.is_changing(index) { ", changing" } else { "" };
        ui.label(format!("{layer}: {current}, pass {progress:.2}{changing}"));
    }
    let names: Vec<&str> = trial.animator.clips().collect();
    for layer in trial.layers(state) {
        let name = names.get(usize::from(layer.clip.0)).copied().unwrap_or_default();
        // Within one file short names are enough.
        let name = name.rsplit_once('#').map_or(name, |(_, name)| name);
        let words = format!("{name} {:.0} %", layer.weight * 100.0);
        ui.add(ProgressBar::new(layer.weight.clamp(0.0, 1.0)).text(words).desired_height(16.0));
    }
}

/// The least and the greatest number that means something for a parameter: those that its conditions compare with and its
/// clips lie at, and its first value, with some room above.
fn bounds(source: &AnimatorSource, name: &str) -> (f32, f32) {
    use ConditionSource::{AtLeast, AtMost, Greater, Less};
    let mut numbers = vec![0.0];
    if let Some(cueline_assets::animator::ParameterSource::Float(first)) =
        source.parameters.get(name)
    {
        numbers.push(*first);
    }
    for layer in source.layers.values() {
        for condition in layer.transitions.iter().flat_map(|transition| &transition.when) {
            match condition {
                Greater { parameter, value }
                | AtLeast { parameter, value }
                | Less { parameter, value }
                | AtMost { parameter, value }
                    if parameter == name =>
                {
                    numbers.push(*value);
                }
                _ => {}
            }
        }
        for state in layer.states.values() {
            match &state.motion {
                MotionSource::Blend { along, clips } if along == name => {
                    numbers.extend(clips.iter().map(|clip| clip.at));
                }
                MotionSource::Blend2 { plane, clips } => {
                    let axes = (0..2).filter(|axis| plane[*axis] == name);
                    numbers.extend(axes.flat_map(|axis| clips.iter().map(move |c| c.at[axis])));
                }
                _ => {}
            }
        }
    }
    let low = numbers.iter().copied().fold(f32::INFINITY, f32::min);
    let high = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if low < high { (low, high) } else { (low.min(0.0), high.max(1.0)) }
}
