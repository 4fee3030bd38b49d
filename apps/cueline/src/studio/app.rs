//! The window of the studio: what is in the file, the view, time, lanes, curves and the text.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::{Duration, Instant, SystemTime},
};

use cueline::{
    clip::Interpolation,
    time::{Span, TickRate, Time},
};
use cueline_assets::Severity;
use cueline_egui::{Board, BoardItem, BoardWish, CurveWish, Curves, Marker, Side, TimeBar, Wish};
use cueline_picture::{EguiPainter, Picture, Rect as Area};
use eframe::egui::{self, Color32, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{
    easing,
    edit::{self, Edit, NewItem},
    model::Model,
    rows::{Row, Target, rows},
    save,
};
use crate::{
    cli::{Convert, Drawn},
    convert,
    failure::Failure,
    open::Thing,
    scene::{PAPER, Scene},
    transport::{Command, Transport},
};

/// What is typed is kept in the recovery file after this pause.
const KEEP_AFTER: Duration = Duration::from_millis(800);
/// Longer texts are shown in parts.
const MOST_LINES: usize = 1500;
/// The lines of such a part.
const PART: usize = 300;
const WRONG: Color32 = Color32::from_rgb(240, 120, 110);
const GOLD: Color32 = Color32::from_rgb(255, 196, 80);

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
    painter: EguiPainter,
    snap: bool,
    last: Option<Instant>,
    /// The property or name for an added item.
    new_name: String,
}

/// The file that is open.
struct File {
    model: Model,
    chosen: usize,
    transport: Transport,
    scene: Option<Scene>,
    /// The version and thing for which scene, rows and curves were made.
    made: Option<(u64, u64, usize)>,
    rows: Vec<Row>,
    items: Vec<BoardItem>,
    board: Board,
    curves: Curves,
    sheet: Sheet,
    text: TextPart,
    recovered: Option<String>,
    /// When the text changed, until it is in the recovery file.
    unkept: Option<Instant>,
    kept_version: u64,
    changed_outside: Option<String>,
    watch: Option<Watch>,
    /// The name of the selected item while it is typed.
    rename: Option<(usize, String)>,
}

/// The text on show: all of it, or a part of a long one.
#[derive(Default)]
struct TextPart {
    version: Option<u64>,
    buffer: String,
    /// The bytes of the text that the buffer stands for.
    range: std::ops::Range<usize>,
    /// The first line of the part, from 0.
    first_line: usize,
    /// The byte to scroll to.
    reveal: Option<usize>,
}

impl TextPart {
    /// Takes the text, or the part of it around a byte.
    fn take(&mut self, text: &str, around: usize) {
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        if lines <= MOST_LINES {
            self.range = 0..text.len();
            self.first_line = 0;
        } else {
            let line = text[..around.min(text.len())].bytes().filter(|byte| *byte == b'\n').count();
            self.first_line = line.saturating_sub(PART / 2);
            let mut ends =
                text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
            let start = match self.first_line.checked_sub(1) {
                Some(before) => ends.nth(before).unwrap_or(0),
                None => 0,
            };
            let end = ends.nth(PART - 1).unwrap_or(text.len());
            self.range = start..end;
        }
        self.buffer.clear();
        self.buffer.push_str(&text[self.range.clone()]);
    }
}

impl File {
    fn open(path: PathBuf, ctx: &egui::Context) -> Result<Self, Failure> {
        let model = Model::open(path)?;
        let recovered = save::recovered(model.path(), model.text()).filter(|_| model.is_editable());
        let watch = Some(Watch::new(model.path().to_owned(), ctx.clone()));
        Ok(Self { recovered, watch, ..Self::of(model) })
    }

    fn of(model: Model) -> Self {
        let mut transport = Transport::new(Span::from_secs(1));
        transport.command(Command::Toggle);
        Self {
            kept_version: model.version(),
            model,
            chosen: 0,
            transport,
            scene: None,
            made: None,
            rows: Vec::new(),
            items: Vec::new(),
            board: Board::default(),
            curves: Curves::default(),
            sheet: Sheet::Lanes,
            text: TextPart::default(),
            recovered: None,
            unkept: None,
            changed_outside: None,
            watch: None,
            rename: None,
        }
    }

    fn thing(&self) -> Option<&Thing> {
        self.model.good().things.get(self.chosen)
    }

    /// Makes scene, rows and curves again if the file or the choice has changed.
    fn refresh(&mut self, message: &mut Option<String>) {
        let now = (self.model.good().revision, self.model.version(), self.chosen);
        if self.made == Some(now) {
            return;
        }
        let other = self.made.is_none_or(|(_, _, chosen)| chosen != self.chosen);
        let same_version = self.made.is_some_and(|(revision, _, _)| revision == now.0) && !other;
        self.made = Some(now);
        self.chosen = self.chosen.min(self.model.good().things.len().saturating_sub(1));
        let Some(thing) = self.thing().cloned() else {
            (self.scene, self.rows, self.items) = (None, Vec::new(), Vec::new());
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
            if let Thing::Clip(clip) = &thing {
                self.curves.set(clip);
            }
        }
        self.rows = rows(&self.model, &thing);
        self.items = self.rows.iter().map(|row| row.item.clone()).collect();
        if other {
            self.board.select(None);
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

    /// Scrolls the text to an item.
    fn reveal(&mut self, path: &cueline_assets::DocumentPath) {
        let at =
            self.model.outline().and_then(|outline| outline.at(path)).map(|part| part.span().start);
        self.text.reveal = at.or(self.text.reveal);
    }

    fn rate(&self) -> TickRate {
        let document = &self.model.good().opened.document;
        match self.thing() {
            Some(Thing::Clip(clip)) => clip.rate(),
            Some(Thing::Timeline(timeline)) => document
                .timelines
                .get(timeline.name())
                .map_or(TickRate::HZ_60, cueline_assets::TimelineSource::frame_rate),
            _ => TickRate::HZ_60,
        }
    }
}

/// The nearest whole frame.
fn snapped(at: Span, rate: TickRate) -> Span {
    let before = rate.span_of(rate.ticks_in(at));
    let after = rate.span_of(rate.ticks_in(at) + 1);
    if at - before <= after - at { before } else { after }
}

/// Looks at a file in a thread of its own, so that the window need not wake up for it.
struct Watch {
    changes: Receiver<()>,
    /// The thread ends when this is gone.
    _alive: Arc<()>,
}

impl Watch {
    fn new(path: PathBuf, ctx: egui::Context) -> Self {
        let (sender, changes) = channel();
        let alive = Arc::new(());
        let watched = Arc::downgrade(&alive);
        let saved =
            |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
        let mut last = saved(&path);
        let _thread = std::thread::spawn(move || {
            while watched.strong_count() > 0 {
                std::thread::sleep(Duration::from_millis(250));
                let now = saved(&path);
                if now == last || now.is_none() {
                    continue;
                }
                last = now;
                if sender.send(()).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        Self { changes, _alive: alive }
    }

    fn has_changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }
}

impl Studio {
    /// An empty studio, or one with a file.
    pub(crate) fn new(file: Option<PathBuf>, ctx: &egui::Context) -> Self {
        let mut studio = Self {
            file: None,
            name: String::new(),
            message: None,
            painter: EguiPainter::default(),
            snap: true,
            last: None,
            new_name: String::new(),
        };
        if let Some(path) = file {
            studio.open(path, ctx);
        }
        studio
    }

    /// A studio with this file, which nothing watches.
    pub(super) fn of(model: Model) -> Self {
        let mut studio = Self::new(None, &egui::Context::default());
        studio.file = Some(File::of(model));
        studio
    }

    /// Opens a file; the one that was open stays if that fails.
    pub(crate) fn open(&mut self, path: PathBuf, ctx: &egui::Context) {
        self.keep();
        self.name = path.display().to_string();
        match File::open(path, ctx) {
            Ok(file) => {
                self.message = None;
                self.file = Some(file);
            }
            Err(failure) => self.message = Some(failure.line()),
        }
    }

    /// Chooses a thing by name and goes to a time of it.
    pub(crate) fn show(&mut self, name: Option<&str>, at: Span) {
        let Some(file) = &mut self.file else { return };
        let things = &file.model.good().things;
        if let Some(found) = things.iter().position(|thing| Some(thing.name()) == name) {
            file.chosen = found;
        }
        file.refresh(&mut self.message);
        file.transport.command(Command::Seek(at));
        if let Some(Thing::Clip(_)) = file.thing() {
            file.sheet = Sheet::Curves;
        }
    }

    /// Draws the window and takes what the user does.
    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        self.pass(ui.ctx());
        self.keys(ui.ctx());
        self.dropped(ui.ctx());
        if let Some(file) = &mut self.file {
            file.refresh(&mut self.message);
        }
        egui::Panel::top("file").show(ui, |ui| self.head(ui));
        if self.file.is_none() {
            egui::CentralPanel::default().show(ui, |ui| {
                ui.centered_and_justified(|ui| {
                    ui.label("Drop a file here, or type its name above. A new name that ends with .ron begins a new file.")
                });
            });
            return;
        }
        egui::Panel::left("things").default_size(170.0).show(ui, |ui| self.things(ui));
        egui::Panel::right("text").default_size(430.0).show(ui, |ui| self.text(ui));
        egui::CentralPanel::default().show(ui, |ui| self.middle(ui));
        self.keep_later(ui.ctx());
    }

    /// Lets time pass while something plays. Nothing is drawn while nothing moves.
    fn pass(&mut self, ctx: &egui::Context) {
        let Some(file) = &mut self.file else { return };
        let now = Instant::now();
        if file.transport.is_playing() {
            let passed = self.last.map_or(Duration::ZERO, |last| now - last);
            file.transport.advance(Span::from(passed).min(Span::from_millis(250)));
            self.last = Some(now);
            ctx.request_repaint();
        } else {
            self.last = None;
        }
        if file.watch.as_ref().is_some_and(Watch::has_changed)
            && let Ok(text) = fs::read_to_string(file.model.path())
            && file.model.is_editable()
            && text != file.model.text()
        {
            if file.model.is_changed() {
                if !file.model.is_saved_as(&text) {
                    file.changed_outside = Some(text);
                }
            } else {
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
        if ctx.egui_wants_keyboard_input() {
            return;
        }
        for (key, command) in [
            (Key::Space, Command::Toggle),
            (Key::Period, Command::Step(1)),
            (Key::Comma, Command::Step(-1)),
            (Key::Home, Command::Seek(Span::ZERO)),
            (Key::End, Command::Seek(Span::MAX)),
        ] {
            if pressed(Modifiers::NONE, key) {
                file.transport.command(command);
            }
        }
    }

    fn dropped(&mut self, ctx: &egui::Context) {
        let dropped =
            ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped {
            self.open(path, ctx);
        }
    }

    fn undo(&mut self) {
        if let Some(file) = &mut self.file {
            file.text.reveal = file.model.undo().or(file.text.reveal);
        }
    }

    fn redo(&mut self) {
        if let Some(file) = &mut self.file {
            file.text.reveal = file.model.redo().or(file.text.reveal);
        }
    }

    /// Writes the text to its file.
    fn save(&mut self) {
        let Some(file) = &mut self.file else { return };
        if !file.model.is_editable() {
            self.message =
                Some("this file is shown only: save a copy as RON to edit it".to_owned());
            return;
        }
        let path = file.model.path();
        match save::replace(path, file.model.text().as_bytes()) {
            Ok(()) => {
                let forgotten = save::forget(path);
                self.message = forgotten.err().map(|error| format!("{}: {error}", path.display()));
                file.model.mark_saved();
                (file.unkept, file.changed_outside, file.recovered) = (None, None, None);
                file.kept_version = file.model.version();
            }
            Err(error) => {
                self.message =
                    Some(format!("{}: not saved: {error}; the old file is whole", path.display()));
            }
        }
    }

    /// Writes the content of a file that is shown only as RON next to it, and opens that.
    fn save_copy(&mut self, ctx: &egui::Context) {
        let Some(file) = &self.file else { return };
        let path = file.model.path();
        let stem =
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let names =
            (1..).map(|n| if n == 1 { format!("{stem}.ron") } else { format!("{stem}-{n}.ron") });
        let mut names = names.map(|name| path.with_file_name(name));
        let Some(output) = names.find(|name| !name.exists()) else { return };
        let job = Convert {
            input: path.to_owned(),
            output: output.clone(),
            fps: None,
            reduce: None,
            drawn: Drawn::default(),
        };
        match convert::run(&job) {
            Ok(()) => self.open(output, ctx),
            Err(failure) => self.message = Some(failure.line()),
        }
    }

    /// Writes what is not saved to the recovery file, a moment after the last change.
    fn keep_later(&mut self, ctx: &egui::Context) {
        let Some(file) = &mut self.file else { return };
        if !file.model.is_editable() || file.recovered.is_some() {
            return;
        }
        if file.model.version() != file.kept_version {
            file.kept_version = file.model.version();
            file.unkept = Some(Instant::now());
        }
        if let Some(since) = file.unkept {
            let waited = since.elapsed();
            if waited >= KEEP_AFTER {
                self.keep();
            } else {
                ctx.request_repaint_after(KEEP_AFTER - waited);
            }
        }
    }

    /// Writes what is not saved to the recovery file, if the file does not have it yet.
    pub(crate) fn keep(&mut self) {
        let Some(file) = &mut self.file else { return };
        if file.unkept.take().is_none() {
            return;
        }
        let path = file.model.path();
        let kept = if file.model.is_changed() {
            save::replace(&save::recovery(path), file.model.text().as_bytes())
        } else {
            save::forget(path)
        };
        if let Err(error) = kept {
            self.message = Some(format!("{}: {error}", save::recovery(path).display()));
        }
    }

    /// Name, buttons, and what the program has to say.
    fn head(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        ui.horizontal(|ui| {
            let label = ui.label("File");
            let field = TextEdit::singleline(&mut self.name).desired_width(280.0);
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.button("Open").clicked() || entered {
                self.open(PathBuf::from(self.name.trim()), &ctx);
            }
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
                ui.checkbox(&mut self.snap, "Snap to frames");
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
        if let Some(message) = self.message.clone() {
            ui.horizontal(|ui| {
                ui.label(RichText::new(message).color(WRONG));
                if ui.small_button("Close").clicked() {
                    self.message = None;
                }
            });
        }
        let Some(file) = &mut self.file else { return };
        if let Some(text) = file.recovered.clone() {
            ui.horizontal(|ui| {
                ui.label(
                    RichText::new("The last session ended with changes that were not saved.")
                        .color(GOLD),
                );
                if ui.button("Restore them").clicked() {
                    file.model.set_text(text);
                    file.recovered = None;
                }
                if ui.button("Drop them").clicked() {
                    file.recovered = None;
                    let dropped = save::forget(file.model.path());
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

    /// What is in the file, and its problems.
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
                if heading.is_empty() {
                    ui.label("Nothing here has a time yet.");
                }
            });
        ui.separator();
        let count = file.model.problems().len();
        let heading = match count {
            _ if file.model.is_broken() => {
                let plural = if count == 1 { "" } else { "s" };
                RichText::new(format!("{count} problem{plural}; the last good version shows"))
                    .color(WRONG)
            }
            0 => RichText::new("No problems").weak(),
            notes => RichText::new(format!("{notes} notes")).weak(),
        };
        ui.label(heading);
        let mut reveal = None;
        ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show(ui, |ui| {
            for problem in file.model.problems().iter().take(50) {
                let line =
                    problem.place.map_or(String::new(), |place| format!("line {}: ", place.line));
                let item = problem.item.to_string();
                let needed = if problem.needed.is_empty() {
                    String::new()
                } else {
                    format!(", needed {}", problem.needed)
                };
                let item = if item.is_empty() { item } else { format!("{item}: ") };
                let words = format!("{line}{item}{}{needed}", problem.found);
                let color = if problem.severity == Severity::Error {
                    WRONG
                } else {
                    ui.visuals().weak_text_color()
                };
                let label = egui::Label::new(RichText::new(words).color(color).size(12.0))
                    .wrap()
                    .sense(egui::Sense::click());
                if ui.add(label).clicked() {
                    reveal = problem.place.map(|place| place.offset);
                }
            }
        });
        file.text.reveal = reveal.or(file.text.reveal);
    }

    /// The view, the time bar, what is selected, and lanes or curves.
    fn middle(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let whole = ui.available_size();
        let (response, painter) =
            ui.allocate_painter(vec2(whole.x, whole.y * 0.42), egui::Sense::hover());
        if let Some(scene) = &file.scene {
            let mut picture: Picture<()> = Picture::new(PAPER);
            let area = Area::new(0.0, 0.0, response.rect.width(), response.rect.height());
            scene.draw(&mut picture, area, file.transport.at());
            self.painter.paint(&painter, response.rect.min, 1.0, &picture);
        } else {
            painter.rect_filled(response.rect, 0.0, Color32::from_rgb(28, 31, 38));
        }
        self.time(ui);
        self.selected(ui);
        let Some(file) = &mut self.file else { return };
        match (file.thing(), file.sheet) {
            (Some(Thing::Clip(_)), Sheet::Curves) => self.curves(ui),
            _ => self.lanes(ui),
        }
    }

    fn time(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let (start, end) = (Time::ZERO, Time::ZERO + file.transport.length());
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
            _ => {}
        }
        let transport = &mut file.transport;
        ui.horizontal(|ui| {
            if ui.selectable_label(transport.is_looped(), "Loop").clicked() {
                transport.command(Command::Loop);
            }
            let bar = TimeBar::new(start, end, Time::ZERO + transport.at())
                .playing(transport.is_playing())
                .speed(transport.factor())
                .markers(markers);
            match bar.ui(ui) {
                Some(Wish::TogglePlay) => transport.command(Command::Toggle),
                Some(Wish::Step(frames)) => transport.command(Command::Step(frames.into())),
                Some(Wish::Seek(to)) => transport.command(Command::Seek(to - Time::ZERO)),
                Some(Wish::Speed(factor)) => transport.set_factor(factor),
                None => {}
            }
        });
    }

    /// The selected item or key, with what can be done to it.
    fn selected(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let mut edit = None;
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
                (Some(thing), _) => item_tools(ui, file, &thing, &mut self.new_name),
                (None, _) => None,
            };
        });
        if let Some(edit) = edit {
            self.carry_out(&edit, None);
        }
    }

    /// Carries out an edit; `drag` says whether it is a step of a drag, and the last one.
    pub(super) fn carry_out(&mut self, edit: &Edit, drag: Option<bool>) {
        let Some(file) = &mut self.file else { return };
        let result = match drag {
            Some(done) => file.model.drag(edit, done),
            None => file.model.edit(edit),
        };
        self.message = result.err();
        if !matches!(edit, Edit::Remove { .. }) {
            let row = file.board.selected().and_then(|row| file.rows.get(row));
            if let Some(Target::Item(placed)) = row.map(|row| &row.target) {
                let path = placed.path.clone();
                file.reveal(&path);
            }
        }
    }

    fn lanes(&mut self, ui: &mut Ui) {
        let Some(file) = &mut self.file else { return };
        let duration = file.transport.length();
        let wish = file.board.ui(ui, &file.items, duration, file.transport.at());
        let rate = file.rate();
        let snap = |at: Span| if self.snap { snapped(at, rate) } else { at };
        let (edit, done) = match wish {
            Some(BoardWish::Seek(at)) => {
                file.transport.command(Command::Seek(snap(at)));
                file.board.select(None);
                return;
            }
            Some(BoardWish::Select(row)) => {
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
            Some(BoardWish::Move { item, by, done }) => {
                let Some(row) = file.rows.get(item) else { return };
                // The rows move during a drag, so the board says from where they were when it began.
                let begun = file.board.drag_start().unwrap_or(row.item.start);
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
            Some(BoardWish::Trim { item, end, done }) => {
                let Some(Target::Item(placed)) = file.rows.get(item).map(|row| &row.target) else {
                    return;
                };
                (placed.trimmed(snap(end)), done)
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
        let wish = file.curves.ui(ui, &clip, file.transport.at());
        let rate = file.rate();
        let snap = |at: Span| if self.snap { snapped(at, rate) } else { at };
        let name = clip.name().to_owned();
        let (edit, drag) = match wish {
            None => return,
            Some(CurveWish::Seek(at)) => {
                file.transport.command(Command::Seek(snap(at)));
                return;
            }
            Some(CurveWish::Select { track, key }) => {
                file.reveal(&edit::track(&name, &track).index(key));
                return;
            }
            Some(CurveWish::Move { track, key, component, at, value, done }) => {
                let at = at.map(snap);
                let value = value.map(|value| (component, value));
                (Edit::MoveKey { clip: name, track, key, at, value }, Some(done))
            }
            Some(CurveWish::Tangent { track, key, component, side, slope, done }) => {
                let field = if side == Side::In { "tangent_in" } else { "tangent_out" };
                (Edit::Tangent { clip: name, track, key, field, component, slope }, Some(done))
            }
            Some(CurveWish::Add { track, at }) => {
                let at = snap(at);
                let Ok(value) = clip.sample(&track, at) else { return };
                (Edit::AddKey { clip: name, track, at, value }, None)
            }
            Some(CurveWish::Remove { track, key }) => {
                file.curves.select(None);
                (Edit::Remove { list: edit::track(&name, &track), index: key }, None)
            }
        };
        self.carry_out(&edit, drag);
    }

    /// The text, with its problems in red.
    fn text(&mut self, ui: &mut Ui) {
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
        let changed = scroll
            .show(ui, |ui| {
                let edit = TextEdit::multiline(&mut file.text.buffer)
                    .code_editor()
                    .desired_width(f32::INFINITY)
                    .desired_rows(40)
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

/// The text with problems on red ground, and comments dim.
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

/// What can be done to the selected key of a clip.
fn key_tools(
    ui: &mut Ui,
    file: &mut File,
    clip: &cueline::clip::Clip,
    new: &mut String,
) -> Option<Edit> {
    let name = clip.name().to_owned();
    let at = file.transport.at();
    let mut edit = None;
    if let Some((track, key)) = file.curves.selected().map(|(track, key)| (track.to_owned(), key)) {
        let curve = file.curves.curves().iter().find(|curve| curve.track == track);
        let found = curve.and_then(|curve| curve.keys.get(key)).copied();
        let list = edit::track(&name, &track);
        if let Some(found) = found {
            ui.label(format!("{track} key {key}: {:.1} ms", found.at.as_secs_f64() * 1000.0));
            let current = match found.interpolation {
                Interpolation::Hold => "hold".to_owned(),
                Interpolation::Linear => "linear".to_owned(),
                Interpolation::Hermite => "hermite".to_owned(),
                Interpolation::Eased(easing) => easing.to_string(),
                _ => String::new(),
            };
            if let Some(text) = easing::choose(ui, &current, &easing::OF_KEYS) {
                edit = Some(Edit::Name { item: list.index(key), field: "interpolation", text });
            }
        }
        if ui.button("Add a key here").clicked()
            && let Ok(value) = clip.sample(&track, at)
        {
            edit = Some(Edit::AddKey { clip: name.clone(), track: track.clone(), at, value });
        }
        if ui.button("Remove key").clicked() {
            file.curves.select(None);
            edit = Some(Edit::Remove { list, index: key });
        }
    } else {
        ui.label(RichText::new("Click a key; double-click a curve for a new one.").weak());
    }
    add_cue(ui, &name, at, new).or(edit)
}

fn add_cue(ui: &mut Ui, clip: &str, at: Span, new: &mut String) -> Option<Edit> {
    ui.separator();
    let label = ui.label("Name");
    let field = ui
        .add(TextEdit::singleline(new).desired_width(80.0).id_salt("new name"))
        .labelled_by(label.id);
    let _ = field;
    let wanted = ui.button("Add cue here").clicked();
    let name = if new.trim().is_empty() { "cue" } else { new.trim() };
    wanted.then(|| Edit::AddCue { clip: clip.to_owned(), at, name: name.to_owned() })
}

/// What can be done to the selected item of a timeline, or cue of a clip.
fn item_tools(ui: &mut Ui, file: &mut File, thing: &Thing, new: &mut String) -> Option<Edit> {
    let mut edit = None;
    let selected = file.board.selected();
    let row = selected.and_then(|row| file.rows.get(row)).cloned();
    match row.as_ref().map(|row| (&row.target, &row.item)) {
        Some((Target::Item(placed), _)) => {
            let row = selected.unwrap_or_default();
            let typed = file.rename.take().filter(|(of, _)| *of == row);
            let mut name = typed.map_or_else(|| placed.name.clone(), |(_, name)| name);
            let label = ui.label("Name");
            let field = ui.add(TextEdit::singleline(&mut name).desired_width(90.0).id_salt("name"));
            let field = field.labelled_by(label.id);
            if field.lost_focus() && name != placed.name {
                edit = Some(Edit::Name { item: placed.path.clone(), field: "name", text: name });
            } else if field.has_focus() {
                file.rename = Some((row, name));
            }
            if let Some(current) = &placed.easing
                && let Some(text) = easing::choose(ui, current, &[])
            {
                edit = Some(Edit::Name { item: placed.path.clone(), field: "easing", text });
            }
            if ui.button("Copy").clicked() {
                let (item, list, index) = (placed.path.clone(), placed.list.clone(), placed.index);
                edit = Some(Edit::Copy { item, list, index });
            }
            if ui.button("Remove").clicked() {
                file.board.select(None);
                edit = Some(Edit::Remove { list: placed.list.clone(), index: placed.index });
            }
        }
        Some((Target::Cue { clip, cue }, _)) => {
            let list = edit::clip(clip).field("cues");
            let label = ui.label("Name");
            let field = ui.add(TextEdit::singleline(new).desired_width(80.0).id_salt("cue name"));
            let _ = field.labelled_by(label.id);
            if ui.button("Rename cue").clicked() && !new.trim().is_empty() {
                let text = new.trim().to_owned();
                edit = Some(Edit::Name { item: list.index(*cue), field: "name", text });
            }
            if ui.button("Remove cue").clicked() {
                file.board.select(None);
                edit = Some(Edit::Remove { list, index: *cue });
            }
        }
        _ => {
            ui.label(RichText::new("Drag bars and their ends; click one for more.").weak());
        }
    }
    match thing {
        Thing::Timeline(timeline) => add_item(ui, timeline.name(), new).or(edit),
        Thing::Clip(clip) if !matches!(row.map(|row| row.target), Some(Target::Cue { .. })) => {
            add_cue(ui, clip.name(), file.transport.at(), new).or(edit)
        }
        _ => edit,
    }
}

fn add_item(ui: &mut Ui, timeline: &str, new: &mut String) -> Option<Edit> {
    let mut item = None;
    ui.separator();
    ui.menu_button("Add", |ui| {
        let label = ui.label("Property or name");
        let _field = ui.add(TextEdit::singleline(new).desired_width(130.0)).labelled_by(label.id);
        let name = if new.trim().is_empty() { "x" } else { new.trim() }.to_owned();
        for (label, made) in [
            ("Tween", NewItem::Tween(name.clone())),
            ("Set", NewItem::Set(name.clone())),
            ("Cue", NewItem::Cue(name.clone())),
            ("Label", NewItem::Label(name.clone())),
            ("Wait", NewItem::Wait),
        ] {
            if ui.button(label).clicked() {
                item = Some(made);
                ui.close();
            }
        }
    });
    item.map(|item| Edit::AddItem { timeline: timeline.to_owned(), item })
}

#[cfg(test)]
mod tests;
