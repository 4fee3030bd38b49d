//! The showcase in a window: the list of rooms, the room, its controls, its code, its claims and its lanes.

mod dropped;
#[cfg(target_arch = "wasm32")]
mod page;
mod text;

use core::time::Duration;

use cueline::{prelude::*, time::Speed};
use cueline_egui::{TimeBar, TimeBarAction};
use cueline_picture::{EguiPainter, Picture, Point};
use eframe::egui;
use egui::{Color32, RichText, Sense, vec2};
use web_time::Instant;

use self::dropped::Dropped;
use crate::{Entrance, Room, rooms, scene::BACKGROUND};
#[cfg(target_arch = "wasm32")]
pub use page::open_in_page;

/// How long a room shows before the next one, until the visitor touches something.
const TOUR: Span = Span::from_secs(20);
/// What one press of "Step" lets pass.
const STEP: Span = Span::from_millis(20);

/// What the event log needs for its longest line, in points.
const LOG_WIDTH: f32 = 430.0;

/// Seconds whose digests are kept.
const SECONDS: usize = 60;

/// Opens the window and returns when it is closed.
///
/// # Errors
///
/// Why there is no window.
#[cfg(not(target_arch = "wasm32"))]
pub fn open(entrance: Entrance) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default().with_inner_size([1180.0, 800.0]);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "Cueline",
        options,
        Box::new(move |context| {
            set_up(&context.egui_ctx);
            Ok(Box::new(Showcase::new(entrance)))
        }),
    )
    .map_err(|error| format!("There is no window: {error}. Try --check or --render FILE."))
}

/// How the window looks, the same everywhere: the rooms are dark.
fn set_up(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.set_zoom_factor(1.1);
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
    /// The room's digest after each whole second of that, up to a minute.
    digests: Vec<u64>,
    /// Whether the room has its own visitor, and the next room follows by itself.
    tour: bool,
    painter: EguiPainter,
    dropped: Dropped,
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
            digests: Vec::new(),
            tour: true,
            painter: EguiPainter::default(),
            dropped: Dropped::default(),
        };
        showcase.arrive(entrance);
        showcase
    }

    fn enter(&mut self, room: usize) {
        self.rooms = rooms::all();
        self.current = room;
        self.played = Span::ZERO;
        self.digests.clear();
    }

    /// Enters a room and brings it to a moment.
    fn arrive(&mut self, entrance: Entrance) {
        self.enter(entrance.room);
        if entrance.paused {
            self.clock.pause();
            self.tour = false;
        }
        entrance.bring(&mut *self.rooms[self.current]);
        self.played = entrance.at;
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

    /// Lets the room's time pass. Its own visitor comes at whole seconds, as in `--check`, so a frame is cut there.
    fn play(&mut self, by: Span) {
        let goal = self.played + by;
        while self.played < goal {
            let second = self.played.flicks() / Span::from_secs(1).flicks();
            let start = Span::from_secs(second);
            if self.tour && self.played == start {
                self.rooms[self.current].visit(u32::try_from(second).unwrap_or(u32::MAX));
            }
            let end = (start + Span::from_secs(1)).min(goal);
            self.rooms[self.current].frame(end - self.played);
            self.played = end;
            if end == start + Span::from_secs(1) && self.digests.len() < SECONDS {
                self.digests.push(self.rooms[self.current].digest());
            }
        }
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
        ui.label("Time is an integer, and everything on screen is a function of it.");
        ui.add_space(12.0);
        for i in 0..self.rooms.len() {
            let title = format!("{}  {}", i + 1, self.rooms[i].title());
            if ui.selectable_label(i == self.current, RichText::new(title).size(16.0)).clicked() {
                self.tour = false;
                self.enter(i);
            }
        }
        ui.add_space(12.0);
        if ui.checkbox(&mut self.tour, "Tour, 20 s a room").changed() && self.tour {
            self.enter(self.current);
        }
    }

    fn clock(&mut self, ui: &mut egui::Ui) {
        ui.horizontal(|ui| {
            let paused = self.clock.is_paused();
            if ui.button(if paused { "Play" } else { "Pause" }).clicked() {
                if paused { self.clock.resume() } else { self.clock.pause() }
            }
            if ui.add_enabled(paused, egui::Button::new("Step")).clicked() {
                self.play(STEP);
            }
            for (label, speed) in
                [("¼x", Speed::new(1, 4)), ("1x", Speed::new(1, 1)), ("4x", Speed::new(4, 1))]
            {
                let Ok(speed) = speed else { continue };
                if ui.selectable_label(self.clock.speed() == speed, label).clicked() {
                    self.clock.set_speed(speed);
                }
            }
            ui.separator();
            for control in self.rooms[self.current].controls() {
                let text = RichText::new(control.name);
                let text = if control.breaks {
                    text.color(Color32::from_rgb(240, 110, 100))
                } else {
                    text
                };
                let clicked = match control.is_on {
                    Some(on) => ui.selectable_label(on, text).clicked(),
                    None => ui.button(text).clicked(),
                };
                if clicked {
                    self.tour = false;
                    self.rooms[self.current].press(control.name);
                }
            }
        });
    }

    fn picture(&mut self, ui: &mut egui::Ui) {
        let room = &mut self.rooms[self.current];
        let scale = (ui.available_width() / rooms::SIZE.0).min(1.5);
        let size = vec2(rooms::SIZE.0, rooms::SIZE.1) * scale;
        let (response, painter) = ui.allocate_painter(size, Sense::click_and_drag());
        if let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) {
            let at = (at - response.rect.min) / scale;
            let pressed = response.clicked() || response.dragged();
            if pressed {
                self.tour = false;
            }
            if !self.tour {
                room.pointer(Point::new(at.x, at.y));
                if response.clicked() {
                    room.click(Point::new(at.x, at.y));
                }
            }
        }
        let mut picture = Picture::new(BACKGROUND);
        room.draw(&mut picture);
        self.painter.paint(&painter, response.rect.min, scale, &picture);
    }

    fn below(&mut self, ui: &mut egui::Ui) {
        let paused = self.clock.is_paused();
        let room = &mut self.rooms[self.current];
        let mut action = None;
        if let Some((at, whole)) = room.position() {
            let (start, now) = (Time::ZERO, Time::ZERO + at);
            action = TimeBar::new(start, start + whole, now).playing(!paused).ui(ui);
        }
        for claim in room.claims() {
            ui.horizontal_wrapped(|ui| {
                let (mark, color) = if claim.holds {
                    ("holds", Color32::from_rgb(110, 200, 130))
                } else {
                    ("BROKEN", Color32::from_rgb(240, 92, 84))
                };
                ui.label(RichText::new(mark).color(color).strong());
                ui.label(claim.sentence);
                ui.label(RichText::new(claim.figures).monospace().weak());
            });
        }
        ui.label(RichText::new(format!("digest {:016x}", room.digest())).monospace().weak());
        if text::show(ui, &mut **room) {
            self.tour = false;
        }
        let room = &mut self.rooms[self.current];
        if let Some(lanes) = room.lanes() {
            lanes.ui(ui);
        }
        ui.horizontal_top(|ui| {
            let code = room.code();
            let log = if room.events().is_some() { LOG_WIDTH } else { 0.0 };
            let width = (ui.available_width() - log).max(LOG_WIDTH);
            ui.vertical(|ui| {
                ui.set_max_width(width);
                ui.horizontal(|ui| {
                    ui.strong("The code of this room");
                    if ui.button("Copy").clicked() {
                        ui.ctx().copy_text(code.clone());
                    }
                });
                egui::ScrollArea::horizontal().id_salt("code").show(ui, |ui| {
                    ui.add(egui::Label::new(RichText::new(code).monospace()).extend());
                });
            });
            if let Some(log) = room.events() {
                ui.separator();
                ui.vertical(|ui| log.ui(ui));
            }
        });
        if action.is_some() {
            self.tour = false;
        }
        let room = &mut self.rooms[self.current];
        match action {
            Some(TimeBarAction::Seek(to)) => room.seek(to - Time::ZERO),
            Some(TimeBarAction::Step(steps)) => {
                if let Some((at, _)) = room.position() {
                    room.seek(at + STEP * steps);
                }
            }
            Some(TimeBarAction::TogglePlay) if paused => self.clock.resume(),
            Some(TimeBarAction::TogglePlay) => self.clock.pause(),
            Some(TimeBarAction::Speed(_)) | None => {}
        }
    }
}

impl eframe::App for Showcase {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.pass();
        for (name, bytes) in self.dropped.take(ui.ctx()) {
            self.tour = false;
            self.rooms[self.current].open(&name, &bytes);
        }
        #[cfg(target_arch = "wasm32")]
        page::publish(self);
        egui::Panel::left("rooms").exact_size(220.0).show(ui, |ui| self.list(ui));
        egui::CentralPanel::default().show(ui, |ui| {
            egui::ScrollArea::vertical().show(ui, |ui| {
                ui.label(RichText::new(self.rooms[self.current].idea()).size(17.0));
                self.clock(ui);
                self.picture(ui);
                self.below(ui);
            });
        });
        if self.clock.is_paused() {
            self.last = None; // nothing moves: the window sleeps until it is touched
        } else {
            ui.ctx().request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use egui_kittest::{Harness, kittest::Queryable};

    fn harness() -> Harness<'static, Showcase> {
        let mut harness = Harness::builder().with_size([1180.0, 800.0]).build_ui_state(
            |ui, showcase: &mut Showcase| {
                showcase.pass();
                showcase.list(ui);
                showcase.clock(ui);
                showcase.below(ui);
            },
            Showcase::new(Entrance::default()),
        );
        harness.run_steps(2);
        harness
    }

    #[test]
    fn a_click_in_the_list_opens_the_room_and_ends_the_tour() {
        let mut harness = harness();
        harness.get_by_label("3  Click faster than it plays").click();
        harness.run_steps(2);
        assert_eq!(harness.state().current, 2);
        assert!(!harness.state().tour);
    }

    #[test]
    fn a_control_reaches_the_room() {
        let mut harness = harness();
        harness.get_by_label("Add up f32 seconds").click();
        harness.run_steps(2);
        let controls = harness.state().rooms[0].controls();
        assert_eq!(controls[1].is_on, Some(true));
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
    fn a_paused_room_stands_still() {
        let mut harness = harness();
        harness.get_by_label("Pause").click();
        harness.run_steps(2);
        let before = harness.state().rooms[0].digest();
        harness.run_steps(5);
        assert_eq!(harness.state().rooms[0].digest(), before);
        assert!(harness.state().clock.is_paused());
    }

    #[test]
    fn frames_of_any_duration_lead_to_the_digests_of_the_check() {
        for room in 0..rooms::all().len() {
            let report = check::check(&|| rooms::all().swap_remove(room), 3, &[]);
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
    fn a_link_opens_a_room_at_its_moment_and_the_room_stands_still() {
        let at = Span::from_millis(2340);
        for room in 0..rooms::all().len() {
            let mut linked = Showcase::new(Entrance { room, at, paused: true });
            let digest = linked.digest();
            linked.pass();
            linked.pass();
            assert_eq!(linked.digest(), digest, "room {room}");
            let mut opened = rooms::all().swap_remove(room);
            Entrance { room, at, paused: true }.bring(&mut *opened);
            assert_eq!(opened.digest(), digest, "room {room}");
            if let Some((position, _)) = opened.position() {
                assert_eq!(position, at, "room {room}");
            }
        }
    }
}
