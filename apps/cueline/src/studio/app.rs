//! The window of the studio: the content of the file, the view, the time bar, lanes, curves and the text.

mod animator;
mod middle;
#[cfg(target_arch = "wasm32")]
mod page;
mod part;
mod saving;
mod source;
mod tools;

use std::{path::PathBuf, time::Duration};

use cueline::time::{Span, TickRate};
use cueline_assets::Severity;
use cueline_egui::{Curves, EditorRow, TimelineEditor};
use cueline_picture::EguiPainter;
use eframe::egui::{self, Color32, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};
use web_time::Instant;

use self::part::TextPart;
use super::{
    cards::Cards,
    edit::{self, Edit},
    files::{self, Inbox, Recovery, Watch},
    model::{Good, Model},
    rows::{Row, Target, rows},
    trial::Trial,
};
use crate::{
    open::{Opened, Thing},
    scene::{Scene, View},
    transport::{Command, Transport},
};

const START: &str =
    "Drop a file here, or type its name above. A new name that ends with .ron begins a new file.";
const WRONG: Color32 = Color32::from_rgb(240, 120, 110);
const GOLD: Color32 = Color32::from_rgb(255, 196, 80);

/// The least width of the part in the middle, and of the text next to it. A narrower window shows no text.
const MIDDLE: f32 = 420.0;
const TEXT: f32 = 160.0;

/// The lower half of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sheet {
    Lanes,
    Curves,
}

/// The state of the window.
pub(crate) struct Studio {
    file: Option<File>,
    /// The content of the field for the name of a file.
    name: String,
    message: Option<String>,
    inbox: Inbox,
    painter: EguiPainter,
    snap: bool,
    last: Option<Instant>,
    /// The property or name for an added item.
    new_name: String,
    /// Files with clips, skeletons and triangles for the animators of the open file.
    others: Vec<Opened>,
    /// From where the characters of animators are seen.
    view: View,
}

/// The file that is open.
struct File {
    model: Model,
    /// The index of the item on show: first all that has a time, then the animators.
    chosen: usize,
    transport: Transport,
    scene: Option<Scene>,
    /// The cards, drawn instead of the bars of the scene if the properties describe cards.
    cards: Option<Cards>,
    /// The chosen animator as it is tried: the last version that could be built.
    trial: Option<Trial>,
    /// Why the present version of the chosen animator cannot be tried.
    untried: Option<String>,
    /// Whether the file looped before an animator was chosen, which does not.
    looped: Option<bool>,
    /// The version and the thing for which scene, rows and curves were built.
    made: Option<(u64, u64, usize)>,
    rows: Vec<Row>,
    items: Vec<EditorRow>,
    editor: TimelineEditor,
    curves: Curves,
    sheet: Sheet,
    text: TextPart,
    /// The recovery files of earlier sessions and their texts, until the user restores or drops them.
    recovered: Vec<(PathBuf, String)>,
    recovery: Recovery,
    /// Whether unsaved changes are kept.
    is_kept: bool,
    /// The recovery file whose text was restored, until the file is saved.
    restored: Option<Restored>,
    /// When the first change was made that is not in the recovery file.
    unkept: Option<Instant>,
    kept_version: u64,
    changed_outside: Option<String>,
    /// Why the last save failed, until one succeeds or the user closes the message.
    not_saved: Option<String>,
    /// Why unsaved changes are not kept, until they are.
    not_kept: Option<String>,
    watch: Option<Watch>,
    /// An item that was just added: it is selected as soon as it has a row.
    added: Option<cueline_assets::DocumentPath>,
    /// The name of the selected item while it is typed.
    rename: Option<(usize, String)>,
}

/// A recovery file of an earlier session whose text was restored.
struct Restored {
    path: PathBuf,
    text: String,
    /// How many changes could be undone then.
    steps: usize,
}

impl File {
    /// A file in the window, watched and checked in the background.
    fn open(mut model: Model, ctx: &egui::Context) -> Self {
        let window = ctx.clone();
        model.check_in_background(move || window.request_repaint());
        let recovered = if model.is_editable() {
            files::recovered(model.path(), model.text())
        } else {
            Vec::new()
        };
        let watch = Some(Watch::new(model.path().to_owned(), ctx.clone()));
        Self { recovered, watch, is_kept: true, ..Self::of(model) }
    }

    fn of(model: Model) -> Self {
        let mut transport = Transport::new(Span::from_secs(1));
        transport.command(Command::Toggle);
        Self {
            kept_version: model.version(),
            recovery: Recovery::new(model.path()),
            is_kept: false,
            model,
            chosen: 0,
            transport,
            scene: None,
            cards: None,
            trial: None,
            untried: None,
            looped: None,
            made: None,
            rows: Vec::new(),
            items: Vec::new(),
            editor: TimelineEditor::default(),
            curves: Curves::default(),
            sheet: Sheet::Lanes,
            text: TextPart::default(),
            recovered: Vec::new(),
            restored: None,
            unkept: None,
            changed_outside: None,
            not_saved: None,
            not_kept: None,
            watch: None,
            added: None,
            rename: None,
        }
    }

    fn thing(&self) -> Option<&Thing> {
        self.model.good().things.get(self.chosen)
    }

    /// The name of the chosen animator.
    fn animator(&self) -> Option<&str> {
        let Good { things, opened, .. } = self.model.good();
        let index = self.chosen.checked_sub(things.len())?;
        opened.document.animators.keys().nth(index).map(String::as_str)
    }

    /// Replaces the text by the last one that an earlier session has not saved. A text that was restored before is
    /// offered again.
    fn restore(&mut self) {
        let Some((path, text)) = self.recovered.pop() else { return };
        if let Some(Restored { path, text, .. }) = self.restored.take() {
            self.recovered.insert(0, (path, text));
        }
        self.model.set_text(text.clone());
        self.restored = Some(Restored { path, text, steps: self.model.steps() });
    }

    /// Takes back the last change. A restored text that is taken back is offered again.
    fn undo(&mut self) {
        self.text.reveal = self.model.undo().or(self.text.reveal);
        let steps = self.model.steps();
        if let Some(Restored { path, text, .. }) =
            self.restored.take_if(|restored| steps < restored.steps)
        {
            self.recovered.push((path, text));
        }
    }

    /// Removes the recovery file whose text was restored, as the saved file has it.
    ///
    /// # Errors
    ///
    /// Why it cannot be removed. The next save tries it again.
    fn drop_restored(&mut self) -> std::io::Result<()> {
        let Some(restored) = self.restored.take() else { return Ok(()) };
        let dropped = files::drop_recovered(&restored.path);
        self.restored = dropped.is_err().then_some(restored);
        dropped
    }

    /// Rebuilds scene, rows and curves if the file or the selected thing has changed.
    fn refresh(&mut self, message: &mut Option<String>, others: &[Opened]) {
        self.model.poll();
        let now = (self.model.good().revision, self.model.checks(), self.chosen);
        if self.made == Some(now) {
            return;
        }
        let other = self.made.is_none_or(|(_, _, chosen)| chosen != self.chosen);
        let same_version = self.made.is_some_and(|(revision, _, _)| revision == now.0) && !other;
        self.made = Some(now);
        let Good { things, opened, .. } = self.model.good();
        let count = things.len() + opened.document.animators.len();
        self.chosen = self.chosen.min(count.saturating_sub(1));
        if other {
            (self.trial, self.untried) = (None, None);
        }
        if !same_version {
            self.try_animator(others);
        }
        let Some(thing) = self.thing().cloned() else {
            (self.scene, self.cards) = (None, None);
            (self.rows, self.items) = (Vec::new(), Vec::new());
            return;
        };
        if !same_version {
            self.scene = match Scene::new(&self.model.good().opened, &thing) {
                Ok(scene) => Some(scene),
                Err(failure) => {
                    *message = Some(failure.line());
                    None
                }
            };
            let duration = self
                .scene
                .as_ref()
                .map_or_else(|| thing.length().unwrap_or_default(), Scene::length);
            self.transport.set_length(duration);
            let bars = self.scene.as_ref().is_some_and(Scene::is_bars);
            self.cards = if bars { Cards::new(&thing, duration) } else { None };
            if let Thing::Clip(clip) = &thing {
                self.curves.set(clip);
            }
        }
        self.rows = rows(&self.model, &thing);
        self.items = self.rows.iter().map(|row| row.item.clone()).collect();
        self.select_added();
        if other {
            self.editor.select(None);
            self.curves.select(None);
            let path = match &thing {
                Thing::Clip(clip) => edit::clip(clip.name()),
                Thing::Timeline(timeline) => edit::timeline(timeline.name()),
                Thing::Flipbook(name, _) => {
                    cueline_assets::DocumentPath::root().field("flipbooks").name(name)
                }
            };
            self.reveal(&path);
        }
    }

    /// Selects the item that was just added, if it has a row.
    fn select_added(&mut self) {
        let Some(path) = &self.added else { return };
        let is_added =
            |row: &Row| matches!(&row.target, Target::Item(placed) if placed.path == *path);
        if let Some(row) = self.rows.iter().position(is_added) {
            self.editor.select(Some(row));
            self.added = None;
        }
    }

    /// The path that an item has once this edit has added it.
    fn added_by(&self, edit: &Edit) -> Option<cueline_assets::DocumentPath> {
        match edit {
            Edit::AddItem { timeline, .. } => {
                let list = edit::timeline(timeline).field("items");
                let items = self.model.outline()?.at(&list).map(|part| part.content().items());
                Some(list.index(items.map_or(0, |items| items.len())))
            }
            Edit::Copy { list, index, .. } => Some(list.index(index + 1)),
            _ => None,
        }
    }

    /// Scrolls the text to an item.
    fn reveal(&mut self, path: &cueline_assets::DocumentPath) {
        let at =
            self.model.outline().and_then(|outline| outline.at(path)).map(|part| part.span().start);
        self.text.reveal = at.or(self.text.reveal);
    }

    /// The grid of times: frames of the file's rate, or 10 ms if it states none.
    fn rate(&self) -> TickRate {
        let document = &self.model.good().opened.document;
        let rate = match self.thing() {
            Some(Thing::Clip(clip)) => document.clips.get(clip.name()).and_then(|clip| clip.rate),
            Some(Thing::Timeline(timeline)) => {
                document.timelines.get(timeline.name()).and_then(|timeline| timeline.rate)
            }
            _ => None,
        };
        rate.or_else(|| TickRate::hz(100).ok()).unwrap_or(TickRate::HZ_60)
    }
}

/// A message for a window, whose font draws a grave accent over the letter beside it.
fn quoted(words: &str) -> String {
    words.replace('`', "'")
}

/// A message, until the user closes it.
fn warning(ui: &mut Ui, message: &mut Option<String>) {
    let Some(words) = message.clone() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(quoted(&words)).color(WRONG));
        if ui.small_button("Close").clicked() {
            *message = None;
        }
    });
}

impl Studio {
    /// An empty studio, or one with a file.
    pub(crate) fn new(file: Option<PathBuf>, ctx: &egui::Context) -> Self {
        let mut studio = Self {
            file: None,
            name: String::new(),
            message: None,
            inbox: Inbox::default(),
            painter: EguiPainter::default(),
            snap: true,
            last: None,
            new_name: String::new(),
            others: Vec::new(),
            view: View::default(),
        };
        if let Some(path) = file {
            studio.open(path, ctx);
        }
        studio
    }

    /// A studio with this file, which is not on a disk: without a watcher, and nothing of it is kept.
    pub(super) fn of(model: Model) -> Self {
        let mut studio = Self::new(None, &egui::Context::default());
        studio.file = Some(File::of(model));
        studio
    }

    /// Whether the open file has unsaved changes.
    pub(super) fn is_changed(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.model.is_changed())
    }

    /// Chooses a thing by name and goes to a time of it.
    pub(crate) fn show(&mut self, name: Option<&str>, at: Span) {
        let Some(file) = &mut self.file else { return };
        let Good { things, opened, .. } = file.model.good();
        let animators = opened.document.animators.keys().map(String::as_str);
        let mut names = things.iter().map(Thing::name).chain(animators);
        if let Some(found) = names.position(|known| Some(known) == name) {
            file.chosen = found;
        }
        file.refresh(&mut self.message, &self.others);
        file.transport.command(Command::Seek(at));
        if let Some(Thing::Clip(_)) = file.thing() {
            file.sheet = Sheet::Curves;
        }
    }

    /// Draws the window and handles input.
    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        self.pass(ui.ctx());
        self.keys(ui.ctx());
        self.dropped(ui.ctx());
        if let Some(file) = &mut self.file {
            file.refresh(&mut self.message, &self.others);
        }
        egui::Panel::top("file").show(ui, |ui| self.head(ui));
        if self.file.is_none() {
            egui::CentralPanel::default().show(ui, |ui| self.start(ui));
            return;
        }
        let width = ui.available_width();
        let things = 170.0_f32.min(width * 0.25);
        egui::Panel::left("things")
            .default_size(things)
            .max_size(width * 0.3)
            .show(ui, |ui| self.things(ui));
        let room = ui.available_width() - MIDDLE;
        if room >= TEXT {
            egui::Panel::right("text")
                .default_size(430.0_f32.min(room))
                .max_size(room)
                .show(ui, |ui| self.text(ui));
        }
        egui::CentralPanel::default().show(ui, |ui| self.middle(ui));
        self.keep_later(ui.ctx());
    }

    /// What shows while no file is open.
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unused_self, reason = "the page has files to open")]
    fn start(&mut self, ui: &mut Ui) {
        ui.centered_and_justified(|ui| ui.label(START));
    }

    /// Advances time while something plays. The window is not drawn again while nothing moves.
    fn pass(&mut self, ctx: &egui::Context) {
        let Some(file) = &mut self.file else { return };
        let now = Instant::now();
        if file.transport.is_playing() {
            let passed = self.last.map_or(Duration::ZERO, |last| now - last);
            file.transport.advance(Span::from(passed).min(Span::from_millis(250)));
            file.grow();
            self.last = Some(now);
            ctx.request_repaint();
        } else {
            self.last = None;
        }
        if file.watch.as_ref().is_some_and(Watch::has_changed)
            && let Some(text) =
                files::read(file.model.path()).ok().and_then(|it| String::from_utf8(it).ok())
            && file.model.is_editable()
        {
            if file.model.is_changed() {
                let is_known = text == file.model.text() || file.model.is_saved_as(&text);
                file.changed_outside = Some(text).filter(|_| !is_known);
            } else if text != file.model.text() {
                file.model.set_text(text);
                file.model.mark_saved();
            }
        }
    }

    fn keys(&mut self, ctx: &egui::Context) {
        let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND, Key::S) {
            self.save();
        }
        let redo = pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)
            || pressed(Modifiers::COMMAND, Key::Y);
        if redo {
            self.redo();
        } else if pressed(Modifiers::COMMAND, Key::Z) {
            self.undo();
        }
        let Some(file) = &mut self.file else { return };
        if !ctx.egui_wants_keyboard_input() {
            file.transport.keys(ctx);
        }
    }

    fn undo(&mut self) {
        if let Some(file) = &mut self.file {
            file.undo();
        }
    }

    fn redo(&mut self) {
        if let Some(file) = &mut self.file {
            file.text.reveal = file.model.redo().or(file.text.reveal);
        }
    }

    /// The name, the buttons and the messages of the program.
    fn head(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("File");
            let width = 280.0_f32.min(ui.available_width() * 0.4);
            let field = TextEdit::singleline(&mut self.name).desired_width(width);
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.button("Open").clicked() || entered {
                self.open(PathBuf::from(self.name.trim()), &ctx);
            }
            #[cfg(target_arch = "wasm32")]
            self.page_buttons(ui);
            let Some(file) = &self.file else { return };
            let (changed, editable) = (file.model.is_changed(), file.model.is_editable());
            let (can_undo, can_redo) = (file.model.can_undo(), file.model.can_redo());
            ui.separator();
            if editable {
                let save = egui::Button::new(if changed { "Save *" } else { "Save" });
                if ui.add_enabled(changed, save).on_hover_text("Ctrl+S").clicked() {
                    self.save();
                }
                if ui
                    .add_enabled(can_undo, egui::Button::new("Undo"))
                    .on_hover_text("Ctrl+Z")
                    .clicked()
                {
                    self.undo();
                }
                if ui
                    .add_enabled(can_redo, egui::Button::new("Redo"))
                    .on_hover_text("Ctrl+Shift+Z")
                    .clicked()
                {
                    self.redo();
                }
                let grid = "To frames of the file's rate, or to 10 ms if it states none";
                ui.checkbox(&mut self.snap, "Snap").on_hover_text(grid);
            } else {
                let format = file.model.good().opened.format;
                ui.label(format!("{format}, shown only"));
                if ui.button("Save a copy as RON").clicked() {
                    self.save_copy(&ctx);
                }
            }
        });
        self.notices(ui);
    }

    fn notices(&mut self, ui: &mut Ui) {
        warning(ui, &mut self.message);
        let Some(file) = &mut self.file else { return };
        warning(ui, &mut file.not_saved);
        warning(ui, &mut file.not_kept);
        if !file.recovered.is_empty() {
            ui.horizontal(|ui| {
                ui.label(
                    RichText::new("An earlier session ended with changes that were not saved.")
                        .color(GOLD),
                );
                if ui.button("Restore them").clicked() {
                    file.restore();
                }
                if ui.button("Drop them").clicked()
                    && let Some((recovery, _)) = file.recovered.pop()
                {
                    let dropped = files::drop_recovered(&recovery);
                    self.message = dropped.err().map(|error| error.to_string());
                }
            });
        }
        if let Some(text) = file.changed_outside.clone() {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Another program has saved this file.").color(GOLD));
                if ui.button("Load that").clicked() {
                    file.model.set_text(text);
                    file.model.mark_saved();
                    file.changed_outside = None;
                }
                if ui.button("Keep mine").clicked() {
                    file.changed_outside = None;
                }
            });
        }
    }

    /// The content of the file, and its problems.
    fn things(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let height = ui.available_height() * 0.55;
        ScrollArea::vertical()
            .id_salt("things")
            .max_height(height)
            .auto_shrink([false, false])
            .show(ui, |ui| {
                let mut heading = "";
                for (index, thing) in file.model.good().things.iter().enumerate() {
                    let kind = match thing {
                        Thing::Clip(_) => "Clips",
                        Thing::Flipbook(..) => "Flipbooks",
                        Thing::Timeline(_) => "Timelines",
                    };
                    if kind != heading {
                        heading = kind;
                        ui.label(RichText::new(kind).weak());
                    }
                    if ui.selectable_label(index == file.chosen, thing.name()).clicked() {
                        file.chosen = index;
                    }
                }
                let things = file.model.good().things.len();
                for (index, name) in file.model.good().opened.document.animators.keys().enumerate()
                {
                    if index == 0 {
                        heading = "Animators";
                        ui.label(RichText::new(heading).weak());
                    }
                    let index = things + index;
                    if ui.selectable_label(index == file.chosen, name).clicked() {
                        file.chosen = index;
                    }
                }
                if heading.is_empty() {
                    ui.label(if file.model.has_nothing_good() {
                        "The file could not be read."
                    } else {
                        "Nothing here has a time yet."
                    });
                }
            });
        ui.separator();
        self.problems(ui);
    }

    /// The problems of the file, each with the place to which a click goes.
    fn problems(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let count = file.model.problems().len();
        let heading = match count {
            _ if file.model.is_broken() => {
                let plural = if count == 1 { "" } else { "s" };
                let shows = if file.model.has_nothing_good() {
                    "nothing shows yet"
                } else {
                    "the last good version shows"
                };
                RichText::new(format!("{count} problem{plural}; {shows}")).color(WRONG)
            }
            0 => RichText::new("No problems").weak(),
            1 => RichText::new("1 note").weak(),
            notes => RichText::new(format!("{notes} notes")).weak(),
        };
        ui.label(heading);
        let mut reveal = None;
        ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
            for problem in file.model.problems().iter().take(50) {
                let line =
                    problem.place.map_or(String::new(), |place| format!("line {}: ", place.line));
                let item = problem.item.to_string();
                let needed = match (problem.needed.as_str(), problem.severity) {
                    ("", _) => String::new(),
                    (needed, Severity::Error) => format!(", needed {needed}"),
                    (becomes, _) => format!(", {becomes}"),
                };
                let item = if item.is_empty() { item } else { format!("{item}: ") };
                let words = format!("{line}{item}{}{needed}", problem.found);
                let color = if problem.severity == Severity::Error {
                    WRONG
                } else {
                    ui.visuals().weak_text_color()
                };
                let words = RichText::new(quoted(&words)).color(color).size(12.0);
                let label = egui::Label::new(words).wrap().sense(egui::Sense::click());
                if ui.add(label).clicked() {
                    reveal = problem.place.map(|place| place.offset);
                }
            }
        });
        file.text.reveal = reveal.or(file.text.reveal);
    }

    /// Carries out an edit. `drag` is `None` for a single edit, else whether this is the last step of a drag.
    pub(super) fn carry_out(&mut self, edit: &Edit, drag: Option<bool>) {
        let Some(file) = &mut self.file else { return };
        // The widgets draw where a drag goes; the check of a long file at each step of it would take too long.
        let drag = match drag {
            Some(false) if file.model.is_long() => return,
            Some(true) if file.model.is_long() => None,
            _ => drag,
        };
        let added = file.added_by(edit);
        let result = match drag {
            Some(done) => file.model.drag(edit, done),
            None => file.model.edit(edit),
        };
        if result.is_ok() && added.is_some() {
            file.added = added;
        }
        self.message = result.err();
        if !matches!(edit, Edit::Remove { .. }) {
            let row = file.editor.selected().and_then(|row| file.rows.get(row));
            if let Some(Target::Item(placed)) = row.map(|row| &row.target) {
                let path = placed.path.clone();
                file.reveal(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests;
