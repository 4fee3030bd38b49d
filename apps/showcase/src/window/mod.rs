//! The showcase in a window: the list of rooms, the room, its controls, its code, its claims and its lanes.

mod code;
mod dropped;
mod log;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
mod sound;
mod text;

use core::time::Duration;

use cueline::{prelude::*, time::Speed};
use cueline_egui::{TimeBar, TimeBarAction};
use cueline_picture::{EguiPainter, Picture, Point};
use eframe::egui;
use egui::{Color32, Key, RichText, Sense, WidgetInfo, WidgetType, vec2};
use web_time::Instant;

use self::{
    dropped::Dropped,
    log::{Act, Log},
};
use crate::{
    Claim, Control, ControlKind, Entrance, Room, rooms,
    scene::{self, BACKGROUND},
};
#[cfg(target_arch = "wasm32")]
pub use page::open_in_page;

/// How long a room shows before the next one, until the visitor touches something.
const TOUR: Span = Span::from_secs(20);
/// What one step lets pass.
const STEP: Span = Span::from_millis(20);

/// The width of the list of rooms, in points.
const LIST: f32 = 244.0;
/// In a narrower window the rooms are a row above the room.
const NARROW: f32 = 720.0;
/// With this much room beside the list, the code is beside the picture, and else below it.
const BESIDE: f32 = 780.0;
/// The least and the greatest width of the code there.
const CODE: [f32; 2] = [350.0, 560.0];
const GOOD: Color32 = Color32::from_rgb(110, 200, 130);
const BAD: Color32 = Color32::from_rgb(255, 122, 112);
/// The switch that breaks the claim: a button that is off, and one that is on.
const RED: [Color32; 2] = [Color32::from_rgb(124, 29, 24), Color32::from_rgb(198, 44, 36)];

/// The height of what can be pressed, so that all of a row stand at one height.
const PRESSED: f32 = 26.0;

/// What a slider with its number and its name needs, in points.
const SLIDER: f32 = 230.0;

/// Seconds whose digests are kept.
const SECONDS: usize = 60;

/// Opens the window and returns when it is closed.
///
/// # Errors
///
/// Why there is no window.
#[cfg(not(target_arch = "wasm32"))]
pub fn open(entrance: Entrance) -> Result<(), String> {
    let Some(_screen) = cueline_picture::find_screen() else {
        return Err("There is no screen to open a window on. Try --check or --render FILE.".into());
    };
    let viewport = egui::ViewportBuilder::default().with_inner_size([1440.0, 860.0]);
    let event_loop_builder: Option<eframe::EventLoopBuilderHook> =
        Some(Box::new(cueline_picture::through_x));
    let options = eframe::NativeOptions { viewport, event_loop_builder, ..Default::default() };
    eframe::run_native(
        "Cueline",
        options,
        Box::new(move |context| {
            cueline_picture::dress(&context.egui_ctx);
            let showcase = Showcase::new(entrance);
            #[cfg(feature = "sound")]
            let showcase = Showcase { speaker: sound::Speaker::open(), ..showcase };
            Ok(Box::new(showcase))
        }),
    )
    .map_err(|error| format!("There is no window: {error}. Try --check or --render FILE."))
}

/// The window's state.
#[expect(missing_debug_implementations, reason = "rooms and textures have none")]
pub struct Showcase {
    rooms: Vec<Box<dyn Room>>,
    current: usize,
    clock: Clock,
    last: Option<Instant>,
    /// Time that the room has played since it was entered.
    played: Span,
    /// The furthest that it has played.
    furthest: Span,
    /// What has been done to it.
    log: Log,
    /// The room's digest after each whole second of that, up to a minute.
    digests: Vec<u64>,
    /// Whether the next room follows by itself.
    tour: bool,
    /// Whether the room has its own visitor: until the pointer takes hold of the picture, or something is typed.
    visitor: bool,
    /// Where the pointer is that was pressed on the picture.
    grabbed: Option<Point>,
    /// Whether there is nothing but the picture and what can be pressed.
    picture_alone: bool,
    painter: EguiPainter,
    dropped: Dropped,
    #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
    speaker: Option<sound::Speaker>,
}

impl Showcase {
    /// The showcase with a room open.
    #[must_use]
    pub fn new(entrance: Entrance) -> Self {
        let mut showcase = Self {
            rooms: rooms::all(),
            current: entrance.room,
            clock: Clock::new(),
            last: None,
            played: Span::ZERO,
            furthest: Span::ZERO,
            log: Log::default(),
            digests: Vec::new(),
            tour: true,
            visitor: true,
            grabbed: None,
            picture_alone: false,
            painter: EguiPainter::default(),
            dropped: Dropped::default(),
            #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
            speaker: None,
        };
        showcase.arrive(entrance);
        showcase
    }

    fn enter(&mut self, room: usize) {
        self.rooms = rooms::all();
        self.current = room;
        (self.played, self.furthest) = (Span::ZERO, Span::ZERO);
        self.log = Log::default();
        self.grabbed = None;
        self.visitor = true;
        self.digests.clear();
    }

    /// Enters a room and brings it to a moment.
    fn arrive(&mut self, entrance: Entrance) {
        self.enter(entrance.room);
        if entrance.paused {
            self.clock.pause();
            self.tour = false;
        } else {
            self.clock.resume();
        }
        entrance.bring(&mut *self.rooms[self.current]);
        (self.played, self.furthest) = (entrance.at, entrance.at);
        self.log = Log::of(&entrance, &self.rooms[self.current].controls());
    }

    /// Does something to the room, now.
    fn act(&mut self, act: Act) {
        act.on(&mut *self.rooms[self.current]);
        self.log.push(self.played, act);
    }

    /// Goes to a moment of a room: where the room cannot, by playing it from its start with all that was done to it.
    fn seek(&mut self, to: Span) {
        self.tour = false;
        let to = to.max(Span::ZERO);
        if self.rooms[self.current].position().is_some() {
            return self.rooms[self.current].seek(to);
        }
        if to < self.played {
            self.rooms[self.current] = rooms::at(self.current);
            self.played = Span::ZERO;
            self.digests.clear();
            self.log.rewind();
        }
        self.play(to - self.played);
    }

    /// Lets real time pass.
    fn pass(&mut self) {
        let now = Instant::now();
        let passed = self.last.map_or(Duration::ZERO, |last| now - last);
        self.last = Some(now);
        // A window that slept does not make up for it.
        let passed = Span::from(passed).min(secs(0.25));
        let span = self.clock.advance(passed).span();
        self.play(span);
        if self.tour && self.played >= TOUR {
            self.enter((self.current + 1) % self.rooms.len());
        }
    }

    /// Lets the room's time pass. Its own visitor comes at whole seconds, as in `--check`, so a frame is cut there, and where
    /// something was done to it the last time.
    fn play(&mut self, by: Span) {
        let goal = self.played + by;
        loop {
            while let Some(act) = self.log.due(self.played) {
                act.on(&mut *self.rooms[self.current]);
            }
            if self.played >= goal {
                break;
            }
            let second = self.played.flicks() / Span::from_secs(1).flicks();
            let start = Span::from_secs(second);
            let number = u32::try_from(second).unwrap_or(u32::MAX);
            if self.visitor && self.played == start && self.log.is_new(number) {
                self.act(Act::Visit(number));
            }
            let whole = start + Span::from_secs(1);
            let end = self.log.next().map_or(whole, |next| next.min(whole)).min(goal);
            self.rooms[self.current].frame(end - self.played);
            self.played = end;
            if end == whole && self.digests.len() < SECONDS {
                self.digests.push(self.rooms[self.current].digest());
            }
        }
        self.furthest = self.furthest.max(self.played);
    }

    /// The room's digest after each whole second since it was entered, up to a minute.
    #[must_use]
    pub fn digests(&self) -> &[u64] {
        &self.digests
    }

    /// Whether the room has its own visitor, until something is touched.
    #[must_use]
    pub fn is_touring(&self) -> bool {
        self.tour
    }

    /// The digest of the room that is open.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.rooms[self.current].digest()
    }

    /// The room that is open, from 0.
    #[must_use]
    pub fn room(&self) -> usize {
        self.current
    }

    fn list(&mut self, ui: &mut egui::Ui) {
        ui.heading("Cueline");
        ui.weak("Time is an integer, and everything on screen is a function of it.");
        ui.add_space(12.0);
        for i in 0..self.rooms.len() {
            let title = RichText::new(self.name(i)).size(15.0);
            if ui.selectable_label(i == self.current, title).clicked() {
                self.choose(i);
            }
        }
        ui.add_space(12.0);
        self.tour(ui);
    }

    /// The list for a narrow window: the name of the room that is open, and the numbers of the others.
    fn row(&mut self, ui: &mut egui::Ui) {
        ui.horizontal_wrapped(|ui| {
            for i in 0..self.rooms.len() {
                let name = self.name(i);
                let is_open = i == self.current;
                let shown = if is_open { name.clone() } else { (i + 1).to_string() };
                let response = ui.selectable_label(is_open, shown);
                let info = || WidgetInfo::selected(WidgetType::Button, true, is_open, &name);
                response.widget_info(info);
                if response.on_hover_text(&name).clicked() {
                    self.choose(i);
                }
            }
            self.tour(ui);
        });
    }

    fn name(&self, room: usize) -> String {
        format!("{}  {}", room + 1, self.rooms[room].title())
    }

    /// Enters a room, which plays, whatever the one before did.
    fn choose(&mut self, room: usize) {
        self.tour = false;
        self.clock.resume();
        self.enter(room);
    }

    /// The keys: a number chooses a room, the space bar pauses, and the arrows go a second back and on.
    fn keys(&mut self, ctx: &egui::Context) {
        if ctx.memory(|memory| memory.focused().is_some()) {
            return; // they belong to what has the focus
        }
        let pressed = |key| ctx.input(|input| input.key_pressed(key));
        let numbers = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        if let Some(room) = numbers.into_iter().position(pressed) {
            self.choose(room.min(self.rooms.len() - 1));
        }
        if pressed(Key::Space) {
            if self.clock.is_paused() { self.clock.resume() } else { self.clock.pause() }
        }
        let (at, _) = self.position();
        for (key, by) in [(Key::ArrowLeft, secs(-1.0)), (Key::ArrowRight, secs(1.0))] {
            if pressed(key) {
                self.seek(at + by);
            }
        }
    }

    /// Where the room is, and how long it is.
    fn position(&self) -> (Span, Span) {
        let room = &self.rooms[self.current];
        room.position().unwrap_or((self.played, self.furthest.max(TOUR)))
    }

    fn tour(&mut self, ui: &mut egui::Ui) {
        if ui.checkbox(&mut self.tour, "Tour, 20 s a room").changed() && self.tour {
            self.enter(self.current);
        }
        #[cfg(all(feature = "sound", not(target_arch = "wasm32")))]
        if let Some(speaker) = &mut self.speaker {
            speaker.show(ui, self.rooms[self.current].sounds());
        }
    }

    /// What the visitor can press, the switch that breaks the claim last and in red.
    fn controls(&mut self, ui: &mut egui::Ui) {
        ui.horizontal_wrapped(|ui| {
            for control in self.rooms[self.current].controls() {
                let text = RichText::new(control.name).size(15.0);
                let pressed = || Act::Press(control.name);
                let act = match control.kind {
                    ControlKind::Button => {
                        let button = egui::Button::new(text).min_size(vec2(0.0, PRESSED));
                        ui.add(button).clicked().then(pressed)
                    }
                    ControlKind::Switch(on) if control.breaks => {
                        red_switch(ui, &control, on).clicked().then(pressed)
                    }
                    ControlKind::Switch(on) => {
                        let button = egui::Button::selectable(on, text).frame_when_inactive(true);
                        ui.add(button.min_size(vec2(0.0, PRESSED))).clicked().then(pressed)
                    }
                    ControlKind::Slider { value, least, most } => {
                        let mut to = value;
                        let slider = egui::Slider::new(&mut to, least..=most).logarithmic(true);
                        // A slider is several widgets: they wrap together.
                        let size = vec2(SLIDER, PRESSED);
                        let layout = egui::Layout::left_to_right(egui::Align::Center);
                        let add = |ui: &mut egui::Ui| ui.add(slider.text(text)).changed();
                        let changed = ui.allocate_ui_with_layout(size, layout, add).inner;
                        let moved = changed && to != value;
                        moved.then_some(Act::Slide(control.name, to))
                    }
                };
                if let Some(act) = act {
                    self.tour = false;
                    self.act(act);
                }
            }
        });
    }

    fn picture(&mut self, ui: &mut egui::Ui) {
        let mut scale = (ui.available_width() / scene::PICTURE.0).min(1.5);
        if self.picture_alone {
            scale = scale.min(ui.available_height() / scene::PICTURE.1).max(0.1);
        }
        let size = vec2(scene::PICTURE.0, scene::PICTURE.1) * scale;
        let room = &self.rooms[self.current];
        // Elsewhere a finger on the picture scrolls the page.
        let takes_drags = room.has_pointer() || room.has_zoom();
        let sense = if takes_drags { Sense::click_and_drag() } else { Sense::click() };
        let (response, painter) = ui.allocate_painter(size, sense);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, "The picture"));
        let place = |at: egui::Pos2| {
            let at = (at - response.rect.min) / scale;
            Point::new(at.x, at.y)
        };
        let seen = response.interact_pointer_pos().or(response.hover_pos()).map(place);
        self.point(seen, response.is_pointer_button_down_on(), response.clicked());
        if self.rooms[self.current].has_zoom()
            && let Some((at, by)) = cueline_egui::zoom(ui, response.rect)
        {
            (self.tour, self.visitor) = (false, false);
            self.act(Act::Zoom(place(at), by));
        }
        let mut picture = Picture::new(BACKGROUND);
        scene::draw(&*self.rooms[self.current], &mut picture);
        self.painter.paint(&painter, response.rect.min, scale, &picture);
    }

    /// The pointer is there, held down or not; a click may be shorter than a frame.
    fn point(&mut self, seen: Option<Point>, is_down: bool, clicked: bool) {
        let Some(at) = seen.or(self.grabbed) else { return };
        if is_down || clicked {
            self.tour = false;
            self.visitor &= !self.rooms[self.current].has_pointer();
        }
        if self.visitor || !self.rooms[self.current].has_pointer() {
            return;
        }
        self.act(Act::Pointer(at));
        if (is_down || clicked) && self.grabbed.is_none() {
            self.act(Act::Grab(at));
            self.grabbed = Some(at);
        }
        if is_down {
            self.grabbed = Some(at);
        } else if self.grabbed.take().is_some() {
            self.act(Act::Release(at));
        }
    }

    /// The one transport: play, steps, the bar, and speeds.
    fn transport(&mut self, ui: &mut egui::Ui) {
        let paused = self.clock.is_paused();
        let (at, whole) = self.position();
        for (label, speed) in
            [("¼x", Speed::new(1, 4)), ("1x", Speed::new(1, 1)), ("4x", Speed::new(4, 1))]
        {
            let Ok(speed) = speed else { continue };
            if ui.selectable_label(self.clock.speed() == speed, label).clicked() {
                self.clock.set_speed(speed);
            }
        }
        let start = Time::ZERO;
        let bar = TimeBar::new(start, start + whole, start + at).playing(!paused);
        let action = bar.markers(self.log.markers()).ui(ui);
        if action.is_some() {
            self.tour = false;
        }
        match action {
            Some(TimeBarAction::Seek(to)) => self.seek(to - Time::ZERO),
            Some(TimeBarAction::Step(steps)) => self.seek(at + STEP * steps),
            Some(TimeBarAction::TogglePlay) if paused => self.clock.resume(),
            Some(TimeBarAction::TogglePlay) => self.clock.pause(),
            Some(TimeBarAction::Speed(_)) | None => {}
        }
    }

    /// The lanes, and the text of a room that has one.
    fn below(&mut self, ui: &mut egui::Ui) {
        if let Some(text) = text::show(ui, &*self.rooms[self.current]) {
            (self.tour, self.visitor) = (false, false);
            self.act(Act::Edit(text));
        }
        let (at, _) = self.position();
        let room = &mut self.rooms[self.current];
        let lanes = room.lanes();
        let (on_lanes, shown) = (lanes.ui(ui), lanes.now());
        drop(lanes);
        room.hover(on_lanes.hovered);
        if let Some(to) = on_lanes.clicked {
            self.seek(at + (to - shown));
        }
    }

    /// The code, and what happened in a room that logs it.
    fn code(&mut self, ui: &mut egui::Ui) {
        let room = &mut self.rooms[self.current];
        code::show(ui, &room.code(), &room.running());
        if let Some(log) = room.events() {
            // The room has no past to go to.
            let _ = log.ui(ui);
        }
    }

    fn room_ui(&mut self, ui: &mut egui::Ui) {
        ui.label(RichText::new(self.rooms[self.current].idea()).size(19.0).strong());
        self.controls(ui);
        let width = ui.available_width();
        if width < BESIDE {
            self.picture(ui);
            ui.horizontal_wrapped(|ui| self.transport(ui));
            claims(ui, &self.rooms[self.current].claims());
            self.code(ui);
            self.below(ui);
            self.digest_ui(ui);
            return;
        }
        ui.horizontal_top(|ui| {
            let beside = (0.38 * width).clamp(CODE[0], CODE[1]);
            ui.vertical(|ui| {
                ui.set_width(width - beside - 16.0);
                self.picture(ui);
                ui.horizontal(|ui| self.transport(ui));
                claims(ui, &self.rooms[self.current].claims());
                self.below(ui);
                self.digest_ui(ui);
            });
            ui.vertical(|ui| {
                ui.set_width(beside - 16.0);
                self.code(ui);
            });
        });
    }

    /// One number for all that shows.
    fn digest_ui(&self, ui: &mut egui::Ui) {
        let digest = format!("digest {:016x}", self.digest());
        ui.label(RichText::new(digest).monospace().weak());
    }

    /// The room at this moment, as a link has it, with what was pressed and slid; what was dragged or typed is in no link.
    #[must_use]
    pub fn entrance(&self) -> Entrance {
        let room = &self.rooms[self.current];
        // A room that goes to any moment by itself is there without what was pressed.
        let seeks = room.position().is_some();
        let did = if seeks { Vec::new() } else { self.log.did(&room.controls()) };
        Entrance { room: self.current, at: self.position().0, paused: true, did }
    }

    /// The fragment of the address: the room, and while it stands still the moment.
    #[must_use]
    pub fn link(&self) -> String {
        Entrance { paused: self.clock.is_paused(), ..self.entrance() }.fragment()
    }

    /// Whether the room keeps what it promises.
    fn holds(&self) -> bool {
        self.rooms[self.current].claims().iter().all(|claim| claim.holds)
    }

    /// The title of the window, or of the page.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}: Cueline", self.name(self.current))
    }

    /// The room in words: its number, its title, its idea, and whether it keeps what it promises.
    #[must_use]
    pub fn words(&self) -> String {
        let room = &self.rooms[self.current];
        let verdict = if self.holds() { "The promise holds." } else { "The promise is broken." };
        format!("Room {}: {}. {} {verdict}", self.current + 1, room.title(), room.idea())
    }

    /// How many sounds the room has played.
    #[must_use]
    pub fn sounds(&self) -> u64 {
        self.rooms[self.current].sounds()
    }

    /// Shows the picture of the room and what can be pressed, and nothing else.
    #[must_use]
    pub fn picture_alone(self) -> Self {
        Self { picture_alone: true, tour: false, ..self }
    }
}

/// A button in red.
fn red_switch(ui: &mut egui::Ui, control: &Control, on: bool) -> egui::Response {
    let text = RichText::new(control.name).size(15.0).strong().color(Color32::WHITE);
    let edge = egui::Stroke::new(if on { 2.0 } else { 1.0 }, BAD);
    let button = egui::Button::new(text)
        .fill(RED[usize::from(on)])
        .stroke(edge)
        .min_size(vec2(0.0, PRESSED));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, control.name));
    response.on_hover_text("Breaks the promise of this room")
}

/// What the room claims, each with its figures.
fn claims(ui: &mut egui::Ui, claims: &[Claim]) {
    for claim in claims {
        ui.horizontal_wrapped(|ui| {
            let (mark, color) = if claim.holds { ("holds", GOOD) } else { ("BROKEN", BAD) };
            ui.label(RichText::new(mark).color(color).strong().size(15.0));
            ui.label(RichText::new(claim.sentence).size(15.0));
            ui.label(RichText::new(&claim.figures).monospace());
        });
    }
}

impl Showcase {
    fn show(&mut self, ui: &mut egui::Ui) {
        let toured = self.tour;
        self.pass();
        for (name, bytes) in self.dropped.take(ui.ctx()) {
            (self.tour, self.visitor) = (false, false);
            self.act(Act::Open(name, bytes));
        }
        self.keys(&ui.ctx().clone());
        if self.picture_alone {
            egui::CentralPanel::default().show(ui, |ui| {
                self.controls(ui);
                self.picture(ui);
            });
        } else if ui.available_width() < NARROW {
            egui::Panel::top("rooms").show(ui, |ui| self.row(ui));
        } else {
            egui::Panel::left("rooms").exact_size(LIST).show(ui, |ui| {
                egui::ScrollArea::vertical().id_salt("rooms").show(ui, |ui| self.list(ui));
            });
        }
        if !self.picture_alone {
            egui::CentralPanel::default().show(ui, |ui| {
                egui::ScrollArea::vertical().show(ui, |ui| self.room_ui(ui));
            });
        }
        if is_touched(ui.ctx()) {
            self.tour &= !toured;
            if self.picture_alone {
                self.clock.resume(); // it has no transport
            }
        }
        if self.clock.is_paused() {
            self.last = None; // nothing moves: the window sleeps until it is touched
        } else {
            ui.ctx().request_repaint();
        }
    }
}

/// Whether a key was pressed, the pointer was lifted, or a screen reader has done something.
fn is_touched(ctx: &egui::Context) -> bool {
    let is_touch = |event: &egui::Event| {
        matches!(
            event,
            egui::Event::Key { pressed: true, .. }
                | egui::Event::PointerButton { pressed: false, .. }
                | egui::Event::AccessKitActionRequest(_)
        )
    };
    ctx.input(|input| input.events.iter().any(is_touch))
}

impl eframe::App for Showcase {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        #[cfg(target_arch = "wasm32")]
        if let Some(entrance) = page::wanted() {
            self.tour = false;
            self.arrive(entrance);
        }
        cueline_egui::enlarge(ui.ctx(), vec2(1300.0, 780.0), 1.1);
        let room = self.current;
        self.show(ui);
        #[cfg(target_arch = "wasm32")]
        page::publish(self);
        if cfg!(not(target_arch = "wasm32"))
            && (room != self.current || ui.ctx().cumulative_frame_nr() == 0)
        {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Title(self.title()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use egui_kittest::{
        Harness,
        kittest::{NodeT, Queryable},
    };

    fn harness() -> Harness<'static, Showcase> {
        let mut harness = Harness::builder().with_size([1180.0, 800.0]).build_ui_state(
            |ui, showcase: &mut Showcase| showcase.show(ui),
            Showcase::new(Entrance::default()),
        );
        harness.run_steps(2);
        harness
    }

    /// In a room, with its clock stopped.
    fn paused_in(room: &str) -> Harness<'static, Showcase> {
        let mut harness = harness();
        harness.get_by_label(room).click();
        harness.run_steps(2);
        harness.state_mut().clock.pause();
        harness
    }

    /// The room of the hand, with its cards on the way for two seconds.
    fn dealt() -> Harness<'static, Showcase> {
        let mut harness = paused_in("8  The hand");
        harness.state_mut().play(ms(2000));
        harness.run_steps(2);
        harness
    }

    /// From a place on the picture of a room to the one in the window.
    fn on_screen(harness: &Harness<'_, Showcase>) -> impl Fn(f32, f32) -> egui::Pos2 + use<> {
        let rect = harness.get_by_label("The picture").rect();
        let scale = rect.width() / scene::PICTURE.0;
        move |x, y| rect.min + vec2(x, y) * scale
    }

    #[test]
    fn a_click_in_the_list_opens_the_room_and_ends_the_tour() {
        for size in [[1180.0, 800.0], [640.0, 420.0]] {
            let mut harness = Harness::builder().with_size(size).build_ui_state(
                |ui, showcase: &mut Showcase| showcase.show(ui),
                Showcase::new(Entrance::default()),
            );
            harness.run_steps(2);
            harness.get_by_label("3  Click faster than it plays").click();
            harness.run_steps(2);
            assert_eq!(harness.state().current, 2);
            assert!(!harness.state().tour);
        }
    }

    #[test]
    fn any_key_and_any_click_ends_the_tour_and_its_box_begins_it_again() {
        let mut harness = harness();
        assert!(harness.state().tour);
        harness.key_press(egui::Key::ArrowDown);
        harness.run_steps(2);
        assert!(!harness.state().tour, "a key");
        for tours in [true, false] {
            harness.get_by_label("Tour, 20 s a room").click();
            harness.run_steps(2);
            assert_eq!(harness.state().tour, tours, "its box");
        }
        harness.get_by_label("Tour, 20 s a room").click();
        harness.run_steps(2);
        harness.get_by_label("Copy").click();
        harness.run_steps(2);
        assert!(!harness.state().tour, "a button that only copies");
        harness.get_by_label("Tour, 20 s a room").click();
        harness.run_steps(2);
        harness.get_by_label("Copy").click_accesskit();
        harness.run_steps(2);
        assert!(!harness.state().tour, "the same button, by a screen reader");
    }

    #[test]
    fn a_control_reaches_the_room() {
        let mut harness = harness();
        harness.get_by_label("Add up f32 seconds").click();
        harness.run_steps(2);
        let controls = harness.state().rooms[0].controls();
        assert_eq!(controls[1].kind, ControlKind::Switch(true));
    }

    #[test]
    fn a_card_is_dragged_with_the_pointer_and_played_where_it_is_dropped() {
        let mut harness = dealt();
        let place = on_screen(&harness);
        let said = |harness: &Harness<'_, Showcase>| {
            let room = &harness.state().rooms[7];
            (room.claims()[0].holds, room.claims()[1].figures.clone())
        };
        assert_eq!(said(&harness), (true, "7 in the hand, 0 on the table".to_owned()));
        for (goal, figures) in [
            (place(700.0, 300.0), "7 in the hand, 0 on the table"),
            (place(640.0, 90.0), "6 in the hand, 1 on the table"),
        ] {
            harness.drag_at(place(480.0, 300.0));
            harness.run_steps(2);
            for step in [0.3, 0.7, 1.0] {
                harness.hover_at(place(480.0, 300.0).lerp(goal, step));
                harness.run_steps(2);
                harness.state_mut().play(ms(50));
            }
            harness.drop_at(goal);
            harness.run_steps(2);
            harness.state_mut().play(ms(1000));
            assert_eq!(said(&harness), (true, figures.to_owned()));
        }
        assert!(!harness.state().tour);
    }

    #[test]
    fn a_finger_drags_a_card_and_scrubs_the_time_bar() {
        let mut harness = dealt();
        // As a page reports it: no move of the pointer comes before the press.
        let swipe = |harness: &mut Harness<'_, Showcase>, from: egui::Pos2, to: egui::Pos2| {
            let touch = |phase, pos| {
                let (device_id, id) = (egui::TouchDeviceId(0), egui::TouchId(0));
                egui::Event::Touch { device_id, id, phase, pos, force: None }
            };
            let press = |pos, pressed| {
                let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
                egui::Event::PointerButton { pos, button, pressed, modifiers }
            };
            let moved = |part| {
                let at = from.lerp(to, part);
                [egui::Event::PointerMoved(at), touch(egui::TouchPhase::Move, at)].to_vec()
            };
            let begun = [press(from, true), touch(egui::TouchPhase::Start, from)];
            let ended = [press(to, false), egui::Event::PointerGone];
            let lifted = touch(egui::TouchPhase::End, to);
            for events in [begun.to_vec(), moved(0.4), moved(1.0), ended.to_vec(), vec![lifted]] {
                events.into_iter().for_each(|event| harness.event(event));
                harness.run_steps(2);
                harness.state_mut().play(ms(50));
            }
        };
        let place = on_screen(&harness);
        swipe(&mut harness, place(480.0, 300.0), place(640.0, 90.0));
        harness.state_mut().play(ms(1000));
        let figures = harness.state().rooms[7].claims()[1].figures.clone();
        assert_eq!(figures, "6 in the hand, 1 on the table");
        let bar = harness.get_by_label("Time in seconds").rect();
        let at = |part: f32| bar.left_center() + vec2(bar.width() * part, 0.0);
        swipe(&mut harness, at(0.5), at(0.05));
        let played = harness.state().played;
        assert!(played < ms(1500), "scrubbed to {played}");
    }

    #[test]
    fn a_slider_sets_how_many_sparks_there_are_and_how_many_are_looked_at() {
        let mut harness = paused_in("6  A hundred thousand");
        let values = |harness: &Harness<'_, Showcase>| {
            let controls = harness.state().rooms[5].controls();
            [0, 1].map(|i| match controls[i].kind {
                ControlKind::Slider { value, .. } => value,
                _ => 0,
            })
        };
        assert_eq!(values(&harness), [100_000, 1]);
        for (name, value) in [("Sparks", 20_000.0), ("Zoom", 50.0)] {
            let slider = harness.get_by_role_and_label(egui::accesskit::Role::Slider, name);
            let (action, data) = (egui::accesskit::Action::SetValue, value);
            let data = Some(egui::accesskit::ActionData::NumericValue(data));
            let request = slider.accesskit_node();
            let (target_node, target_tree) = (request.locate().0, request.locate().1);
            harness.event(egui::Event::AccessKitActionRequest(egui::accesskit::ActionRequest {
                action,
                target_node,
                target_tree,
                data,
            }));
            harness.run_steps(2);
        }
        assert_eq!(values(&harness), [20_000, 50]);
        harness.state_mut().play(ms(100));
        let room = &harness.state().rooms[5];
        assert!(
            room.claims()[0].figures.starts_with("400 of 20,000 looked at"),
            "{:?}",
            room.claims()
        );
    }

    #[test]
    fn every_room_has_lanes_with_bars_that_start_and_end_in_the_window() {
        for room in 0..rooms::COUNT {
            let mut showcase = Showcase::new(Entrance { room, ..Entrance::default() });
            for millis in [700, 900, 1000, 1500, 3000] {
                showcase.play(ms(millis));
                let lanes = showcase.rooms[room].lanes();
                let count = lanes.bars().count();
                assert!((1..=60).contains(&count), "room {room}: {count} bars");
                assert!(lanes.rows().iter().all(|(row, _)| *row < 16), "room {room}");
            }
        }
    }

    #[test]
    fn a_click_on_the_lanes_of_any_room_jumps_to_the_moment_under_it() {
        for room in 0..rooms::COUNT {
            let mut harness = Harness::builder().with_size([1180.0, 1400.0]).build_ui_state(
                |ui, showcase: &mut Showcase| showcase.show(ui),
                Showcase::new(Entrance { room, ..Entrance::default() }),
            );
            harness.state_mut().clock.pause();
            (harness.state_mut().tour, harness.state_mut().visitor) = (false, false);
            if harness.state().rooms[room].position().is_none() {
                // The first control of the other rooms brings something to show.
                let name = harness.state().rooms[room].controls()[0].name;
                harness.state_mut().act(Act::Press(name));
            }
            harness.state_mut().play(ms(2500));
            harness.run_steps(2);
            let at = |harness: &Harness<'_, Showcase>| {
                let position = harness.state().rooms[room].position();
                position.map_or(harness.state().played, |(at, _)| at)
            };
            let begun = at(&harness);
            let lanes = harness.get_by_label("Lanes").rect();
            let mut click = |part: f32| {
                let place = lanes.left_top() + vec2(lanes.width() * part, 60.0);
                harness.drag_at(place);
                harness.run_steps(1);
                harness.drop_at(place);
                harness.run_steps(2);
                at(&harness)
            };
            let (back, on) = (click(0.02), click(0.98));
            assert!(back < begun - ms(350), "room {room}: from {begun} back to {back}");
            assert!(on > back + ms(350), "room {room}: from {back} on to {on}");
        }
    }

    #[test]
    fn control_and_the_wheel_or_two_fingers_zoom_in_on_the_sparks_under_them() {
        let mut harness = paused_in("6  A hundred thousand");
        let in_view = |harness: &Harness<'_, Showcase>| {
            harness.state().rooms[5].claims()[0].figures.split(' ').next().map(str::to_owned)
        };
        assert_eq!(in_view(&harness).as_deref(), Some("100,000"));
        let rect = harness.get_by_label("The picture").rect();
        harness.hover_at(rect.center());
        harness.run_steps(1);
        harness.event(egui::Event::Zoom(4.0));
        harness.run_steps(2);
        assert_eq!(in_view(&harness).as_deref(), Some("25,000"));
        let finger = |harness: &mut Harness<'_, Showcase>, id: u64, phase, x: f32| {
            let (device_id, id) = (egui::TouchDeviceId(0), egui::TouchId(id));
            let pos = rect.center() + vec2(x, 0.0);
            harness.event(egui::Event::Touch { device_id, id, phase, pos, force: None });
            harness.run_steps(1);
        };
        for (phase, apart) in [(egui::TouchPhase::Start, 50.0), (egui::TouchPhase::Move, 100.0)] {
            finger(&mut harness, 0, phase, -apart);
            finger(&mut harness, 1, phase, apart);
        }
        harness.run_steps(2);
        assert_eq!(in_view(&harness).as_deref(), Some("12,500"), "twice as far apart");
        assert!(!harness.state().tour);
    }

    #[test]
    fn a_bar_under_the_pointer_lights_up_what_it_moves() {
        for (room, bar) in [(1, "lunges"), (2, "walks to 7,3"), (7, "card 3")] {
            let mut showcase = Showcase::new(Entrance { room, ..Entrance::default() });
            // Held before the first frame, however long that takes.
            showcase.clock.pause();
            showcase.play(ms(200));
            let mut harness = Harness::builder()
                .with_size([1180.0, 1200.0])
                .build_ui_state(|ui, showcase: &mut Showcase| showcase.show(ui), showcase);
            harness.run_steps(2);
            let drawn = |harness: &Harness<'_, Showcase>| {
                let mut picture = Picture::new(BACKGROUND);
                harness.state().rooms[room].draw(&mut picture);
                format!("{picture:?}")
            };
            let (before, digest) = (drawn(&harness), harness.state().digest());
            harness.get_all_by_label(bar).next().expect("a bar").hover();
            harness.run_steps(3);
            assert_ne!(drawn(&harness), before, "{bar} of room {room}");
            assert_eq!(harness.state().digest(), digest, "only the light");
            harness.get_by_label("The picture").hover();
            harness.run_steps(3);
            assert_eq!(drawn(&harness), before, "{bar} of room {room}");
        }
    }

    #[test]
    fn what_is_typed_into_the_file_of_the_bench_plays_or_points_at_its_line() {
        let mut harness = harness();
        harness.get_by_label("9  The artist's bench").click();
        harness.run_steps(2);
        let text = |harness: &Harness<'_, Showcase>| {
            let document = harness.state().rooms[8].document().expect("the bench has a file");
            (document.text.to_owned(), document.problems.len())
        };
        let (before, _) = text(&harness);
        harness.get_by_label("The file").focus();
        harness.run_steps(2);
        harness.event(egui::Event::Text("word ".to_owned()));
        harness.run_steps(2);
        let (typed, problems) = text(&harness);
        assert_eq!((typed.len(), problems > 0), (before.len() + 5, true), "{typed}");
        assert!(harness.query_by_label_contains("error:").is_some(), "it is said");
        assert!(!harness.state().tour);
        harness.get_by_label("The ball again").click();
        harness.run_steps(2);
        assert_eq!(text(&harness), (before, 0));
        assert!(harness.query_by_label_contains("error:").is_none());
    }

    #[test]
    fn every_control_has_its_place_in_a_small_window() {
        let size = [640.0, 420.0];
        for room in 0..rooms::COUNT {
            let mut harness = Harness::builder().with_size(size).build_ui_state(
                |ui, showcase: &mut Showcase| showcase.show(ui),
                Showcase::new(Entrance { room, ..Entrance::default() }),
            );
            harness.run_steps(3);
            let controls = harness.state().rooms[room].controls();
            let names = controls.iter().map(|control| control.name);
            for name in names.chain(["Pause", "+1", "4x", "Tour, 20 s a room", "Copy"]) {
                let all = harness.query_all_by_label(name);
                // The bar of a room that has one pauses it, too.
                for rect in all.map(|node| node.rect()) {
                    let inside = rect.left() >= 0.0 && rect.right() <= size[0];
                    assert!(inside, "{name} of room {room} at {rect} of {size:?}");
                }
            }
        }
    }

    #[test]
    fn a_paused_room_stands_still() {
        let mut harness = harness();
        harness.get_all_by_label("Pause").next().expect("a button").click();
        harness.run_steps(2);
        let before = harness.state().rooms[0].digest();
        harness.run_steps(5);
        assert_eq!(harness.state().rooms[0].digest(), before);
        assert!(harness.state().clock.is_paused());
    }

    #[test]
    fn a_picture_alone_that_stands_still_plays_once_it_is_touched() {
        let entrance = Entrance { paused: true, ..Entrance::default() };
        let mut harness = Harness::builder().with_size([640.0, 400.0]).build_ui_state(
            |ui, showcase: &mut Showcase| showcase.show(ui),
            Showcase::new(entrance).picture_alone(),
        );
        harness.run_steps(3);
        assert!(harness.state().clock.is_paused());
        harness.get_by_label("The picture").click();
        harness.run_steps(3);
        assert!(!harness.state().clock.is_paused());
    }

    #[test]
    fn frames_of_any_duration_lead_to_the_digests_of_the_check() {
        for room in 0..rooms::COUNT {
            let report = check::check(&|| rooms::at(room), 3, &[]);
            for frame in [ms(37), ms(250), ms(1100)] {
                let mut showcase = Showcase::new(Entrance { room, ..Entrance::default() });
                while showcase.digests().len() < 3 {
                    showcase.play(frame);
                }
                let digests = &showcase.digests()[..3];
                assert_eq!(digests, report.seconds, "{} in frames of {frame:?}", report.title);
            }
        }
    }

    #[test]
    fn a_room_that_is_wound_back_and_forth_is_what_it_was_with_all_that_was_done_to_it() {
        for room in 0..rooms::COUNT {
            let mut showcase = Showcase::new(Entrance { room, ..Entrance::default() });
            showcase.play(ms(1300)); // with its own visitor
            (showcase.tour, showcase.visitor) = (false, false);
            let has_pointer = showcase.rooms[room].has_pointer();
            if has_pointer {
                showcase.act(Act::Grab(Point::new(480.0, 330.0)));
                showcase.act(Act::Pointer(Point::new(500.0, 300.0)));
            }
            showcase.play(ms(100));
            if has_pointer {
                showcase.act(Act::Release(Point::new(480.0, 120.0)));
            }
            let name = showcase.rooms[room].controls().first().map(|control| control.name);
            showcase.act(Act::Press(name.expect("each room has a control")));
            showcase.play(ms(800));
            let there = showcase.digest();
            if showcase.rooms[room].position().is_some() {
                continue; // it goes to any moment by itself
            }
            showcase.play(ms(470));
            showcase.seek(ms(400));
            assert_ne!(showcase.digest(), there, "room {room}");
            showcase.seek(ms(2200));
            assert_eq!(showcase.digest(), there, "room {room}, forwards");
            showcase.play(ms(1000));
            showcase.seek(ms(2200));
            assert_eq!(showcase.digest(), there, "room {room}, backwards");
            showcase.seek(ms(1000));
            let before = showcase.log.markers().len();
            showcase.act(Act::Press("nothing of that name"));
            assert_eq!(showcase.log.markers().len(), before, "what came later is gone");
        }
    }

    #[test]
    fn a_link_has_what_was_pressed_and_slid() {
        for room in 0..rooms::COUNT {
            let mut showcase = Showcase::new(Entrance { room, ..Entrance::default() });
            if showcase.rooms[room].position().is_some() {
                continue;
            }
            // A promise that is broken depends on the frames.
            let controls = showcase.rooms[room].controls();
            for control in controls.iter().filter(|control| !control.breaks) {
                showcase.play(ms(333));
                showcase.act(match control.kind {
                    ControlKind::Slider { least, .. } => Act::Slide(control.name, 2 * least),
                    _ => Act::Press(control.name),
                });
            }
            showcase.play(Span::from_millis(3000) - showcase.played);
            let link = showcase.entrance().fragment();
            let mut linked = Showcase::new(Entrance::read(&link, rooms::COUNT));
            assert_eq!(linked.digest(), showcase.digest(), "room {room}: {link}");
            assert_eq!(linked.entrance().fragment(), link);
            for showcase in [&mut showcase, &mut linked] {
                showcase.play(ms(1200));
                showcase.seek(ms(2500));
            }
            assert_eq!(linked.digest(), showcase.digest(), "room {room}, later and back: {link}");
        }
    }

    #[test]
    fn a_link_opens_a_room_at_its_moment_and_the_room_stands_still() {
        let at = Span::from_millis(2340);
        for room in 0..rooms::COUNT {
            let entrance = Entrance { room, at, paused: true, did: Vec::new() };
            let mut linked = Showcase::new(entrance.clone());
            let digest = linked.digest();
            linked.pass();
            linked.pass();
            assert_eq!(linked.digest(), digest, "room {room}");
            let mut opened = rooms::at(room);
            entrance.bring(&mut *opened);
            assert_eq!(opened.digest(), digest, "room {room}");
            if let Some((position, _)) = opened.position() {
                assert_eq!(position, at, "room {room}");
            }
        }
    }
}
