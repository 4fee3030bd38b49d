//! `cueline play`: plays an item in a window with a transport, and reloads the file when it is saved.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use cueline::time::Span;
use cueline_picture::{EguiPainter, Picture, Rect, find_screen};
use eframe::egui::{self, Key, RichText};

use super::{
    cli::{Drawn, Play},
    input::open_picture,
    report::print,
};
use crate::{
    failure::Failure,
    open::Thing,
    scene::{PAPER, Scene, draw_all},
    studio::Watch,
    transport::{Command, Transport},
};

/// The item that plays.
struct Room {
    /// The pixels on show.
    drawn: Drawn,
    scenes: Vec<(String, Scene)>,
    chosen: usize,
    /// Whether all items show side by side instead of the chosen one.
    all: bool,
    transport: Transport,
    /// The problems of the file, if any.
    trouble: Option<String>,
}

pub(crate) fn run(job: &Play) -> Result<(), Failure> {
    let room = Room::open(job)?;
    let Some(_screen) = find_screen() else {
        let file = quoted(&job.file.display().to_string());
        let mut which = match &job.name {
            Some(name) => format!(" --name={}", quoted(name)),
            None if room.scenes.len() > 1 => " --all".to_owned(),
            None => String::new(),
        };
        for (option, names) in [("layer", &job.drawn.layers), ("tag", &job.drawn.tags)] {
            for name in names {
                which += &format!(" --{option}={}", quoted(name));
            }
        }
        return Err(Failure::NoScreen {
            why: "there is no screen to open a window on; this needs none:".to_owned(),
            instead: Some(format!("cueline render {file}{which} -o out.gif")),
        });
    };
    let viewport = egui::ViewportBuilder::default().with_inner_size([800.0, 480.0]);
    let event_loop_builder: Option<eframe::EventLoopBuilderHook> =
        Some(Box::new(cueline_picture::through_x));
    let options = eframe::NativeOptions { viewport, event_loop_builder, ..Default::default() };
    let file = job.file.clone();
    let made = move |context: &eframe::CreationContext<'_>| {
        Ok(Box::new(Window::new(&context.egui_ctx, room, file)) as Box<dyn eframe::App>)
    };
    eframe::run_native(&format!("cueline: {}", job.file.display()), options, Box::new(made))
        .map_err(|error| Failure::no_screen(format!("there is no window: {error}")))
}

/// The item in its window.
struct Window {
    room: Room,
    file: PathBuf,
    watch: Watch,
    painter: EguiPainter,
    /// The last frame, while something moves.
    last: Option<Instant>,
}

impl Window {
    fn new(ctx: &egui::Context, room: Room, file: PathBuf) -> Self {
        cueline_picture::dress(ctx);
        let watch = Watch::new(file.clone(), ctx.clone());
        Self { room, file, watch, painter: EguiPainter::default(), last: None }
    }

    fn frame(&mut self, ui: &mut egui::Ui) {
        if self.watch.has_changed() {
            self.room.reload(&self.file);
        }
        let now = Instant::now();
        let passed = self.last.map_or(Duration::ZERO, |last| now - last);
        self.room.transport.advance(Span::from(passed));
        self.room.ui(ui, &mut self.painter);
        // What stands still is not drawn again.
        self.last = self.room.moves().then_some(now);
        if self.last.is_some() {
            ui.ctx().request_repaint();
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        cueline_egui::enlarge(ui.ctx(), egui::vec2(800.0, 480.0), 1.0);
        self.frame(ui);
    }
}

impl Room {
    fn open(job: &Play) -> Result<Self, Failure> {
        let (file, drawn) = (&*job.file, job.drawn.clone());
        let scenes = scenes(file, &drawn)?;
        let chosen = match job.name.as_deref() {
            None => 0,
            Some(name) => {
                let known: Vec<_> = scenes.iter().map(|(known, _)| known.as_str()).collect();
                known.iter().position(|known| *known == name).ok_or_else(|| {
                    let known = known.join(", ");
                    Failure::usage(format!("{} holds no {name:?}; it has {known}", file.display()))
                })?
            }
        };
        let (all, transport) = (job.all, Transport::new(Span::ZERO));
        let mut room = Self { drawn, scenes, chosen, all, transport, trouble: None };
        room.transport = Transport::new(room.length());
        Ok(room)
    }

    /// The duration of what shows.
    fn length(&self) -> Span {
        let all = self.scenes.iter().map(|(_, scene)| scene.length()).max();
        if self.all { all.unwrap_or_default() } else { self.scenes[self.chosen].1.length() }
    }

    /// Whether the next moment looks different.
    fn moves(&self) -> bool {
        let end = if self.transport.is_backward() { Span::ZERO } else { self.transport.length() };
        let over = !self.transport.is_looped() && self.transport.at() == end;
        self.transport.is_playing() && !over
    }

    fn ui(&mut self, ui: &mut egui::Ui, painter: &mut EguiPainter) {
        self.keys(ui.ctx());
        egui::Panel::bottom("time").show(ui, |ui| {
            ui.add_space(4.0);
            self.transport.bar(ui, Vec::new());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.weak("space . , home end + - r l tab a q");
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let words = match &self.trouble {
                        Some(trouble) => RichText::new(trouble).color(ui.visuals().warn_fg_color),
                        None => RichText::new(self.words()),
                    };
                    ui.add(egui::Label::new(words).truncate());
                });
            });
        });
        egui::CentralPanel::no_frame().show(ui, |ui| {
            let (area, paint) = ui.allocate_painter(ui.available_size(), egui::Sense::hover());
            let (min, size) = (area.rect.min, area.rect.size());
            painter.paint(&paint, min, 1.0, &self.picture((size.x, size.y)));
        });
    }

    fn keys(&mut self, ctx: &egui::Context) {
        // The tabulator chooses an item; a button that had the focus would take the space bar, too.
        ctx.memory_mut(|memory| {
            memory.focused().into_iter().for_each(|id| memory.surrender_focus(id))
        });
        self.transport.keys(ctx);
        let pressed = |key| ctx.input(|input| input.key_pressed(key));
        for (key, command) in [(Key::R, Command::Reverse), (Key::L, Command::Loop)] {
            if pressed(key) {
                self.transport.command(command);
            }
        }
        // Plus and minus are on different keys of different keyboards, so the character counts and not the key.
        let typed = ctx.input(|input| {
            let text = |event: &egui::Event| match event {
                egui::Event::Text(text) => Some(text.clone()),
                _ => None,
            };
            input.events.iter().filter_map(text).collect::<String>()
        });
        for character in typed.chars() {
            match character {
                '+' | '=' => self.transport.command(Command::Speed(true)),
                '-' => self.transport.command(Command::Speed(false)),
                _ => {}
            }
        }
        if pressed(Key::A) {
            self.all = !self.all;
            self.transport = Transport::new(self.length());
        }
        if pressed(Key::Tab) && !self.all {
            self.chosen = (self.chosen + 1) % self.scenes.len();
            self.transport = Transport::new(self.length());
        }
        if pressed(Key::Q) || pressed(Key::Escape) {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    /// Takes the file as it is now.
    fn reload(&mut self, file: &Path) {
        match scenes(file, &self.drawn) {
            Ok(scenes) => {
                let name = &self.scenes[self.chosen].0;
                self.chosen = scenes.iter().position(|(known, _)| known == name).unwrap_or(0);
                self.scenes = scenes;
                self.transport.set_length(self.length());
                self.trouble = None;
            }
            Err(failure) => self.trouble = Some(failure.line()),
        }
    }

    /// How it plays.
    fn words(&self) -> String {
        let transport = &self.transport;
        let state = if transport.is_playing() { "playing" } else { "paused" };
        let backward = if transport.is_backward() { ", backward" } else { "" };
        let looped = if transport.is_looped() { ", looped" } else { "" };
        format!("{state} {}{backward}{looped}", transport.speed_words())
    }

    fn picture(&self, (width, height): (f32, f32)) -> Picture<()> {
        let mut picture = Picture::new(PAPER);
        let chosen = self.chosen;
        let shown = if self.all { &self.scenes[..] } else { &self.scenes[chosen..=chosen] };
        let shown: Vec<&Scene> = shown.iter().map(|(_, scene)| scene).collect();
        let area = Rect::new(0.0, 0.0, width, height);
        draw_all(shown, &mut picture, area, self.transport.at());
        picture
    }
}

/// A word of a command line as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "-_./".contains(char);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn scenes(file: &Path, drawn: &Drawn) -> Result<Vec<(String, Scene)>, Failure> {
    let opened = open_picture(file, drawn)?;
    print(&opened.notes, &opened.source);
    let scene = |thing: &Thing| Ok((thing.name().to_owned(), Scene::new(&opened, thing)?));
    opened.chosen(None)?.iter().map(scene).collect()
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable};

    use super::*;

    const HERO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples/hero.ron");

    fn room(all: bool) -> Room {
        let drawn = Drawn::default();
        Room::open(&Play { file: HERO.into(), name: None, all, drawn }).unwrap()
    }

    fn window() -> Harness<'static, Window> {
        let window = Window::new(&egui::Context::default(), room(false), HERO.into());
        let frame = |ui: &mut egui::Ui, window: &mut Window| window.frame(ui);
        let mut harness =
            Harness::builder().with_size([800.0, 480.0]).build_ui_state(frame, window);
        harness.run_steps(3);
        harness
    }

    /// Whether the next frame waits for a person.
    fn rests(harness: &Harness<'_, Window>) -> bool {
        harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay == Duration::MAX
    }

    #[test]
    fn all_items_show_as_long_as_the_longest_of_them() {
        let one = room(false);
        assert_eq!(one.transport.length(), one.scenes[0].1.length());

        let mut room = room(true);
        assert!(room.scenes.len() > 1);
        let longest = room.scenes.iter().map(|(_, scene)| scene.length()).max().unwrap();
        assert_eq!(room.transport.length(), longest);
        let all = room.picture((800.0, 480.0));
        room.all = false;
        assert!(room.picture((800.0, 480.0)) != all);
    }

    #[test]
    fn a_paused_window_rests_until_it_plays_again() {
        let mut harness = window();
        assert!(!rests(&harness), "it plays");
        harness.key_press(Key::Space);
        harness.run();
        assert!(rests(&harness), "paused");
        let at = harness.state().room.transport.at();
        assert!(harness.state().last.is_none(), "the rest is not made up for");
        harness.key_press(Key::Period);
        harness.run();
        let frame = cueline::time::TickRate::HZ_60.span_of(1);
        assert_eq!(harness.state().room.transport.at(), at + frame);
        harness.get_by_label("Play").click();
        harness.run_steps(3);
        assert!(!rests(&harness), "it plays again");
    }

    #[test]
    fn what_has_come_to_its_end_rests() {
        let mut harness = window();
        harness.key_press(Key::L);
        harness.run_steps(1);
        harness.key_press(Key::End);
        harness.run();
        let transport = &harness.state().room.transport;
        assert!(transport.is_playing() && transport.at() == transport.length());
        assert!(rests(&harness));
    }

    #[test]
    fn the_tabulator_shows_the_next_item_and_the_space_bar_stays_with_the_window() {
        let mut harness = window();
        harness.key_press(Key::Tab);
        harness.run_steps(2);
        assert_eq!(harness.state().room.chosen, 1);
        harness.key_press(Key::Space);
        harness.run();
        assert!(!harness.state().room.transport.is_playing(), "pressed once, not twice");
    }

    #[test]
    fn the_character_chooses_the_speed_and_not_the_key() {
        let mut harness = window();
        for (character, words) in
            [("+", "playing 3/2x"), ("=", "playing 2x"), ("-", "playing 3/2x")]
        {
            harness.event(egui::Event::Text(character.into()));
            harness.run_steps(1);
            assert_eq!(harness.state().room.words(), format!("{words}, looped"));
        }
    }
}
