//! `cueline play`: plays an item in a window with a transport, and reloads the file when it is saved.

use std::{
    cell::RefCell,
    path::Path,
    rc::Rc,
    time::{Duration, Instant},
};

use cueline::time::{FLICKS_PER_SECOND, Span};
use cueline_picture::{
    CALL_INDICES, CALL_VERTICES, Picture, Point, Rect, Shape, Text, WindowPainter, find_screen,
};
use macroquad::{
    input::{
        KeyCode, MouseButton, get_char_pressed, is_key_pressed, is_mouse_button_down,
        is_mouse_button_pressed, mouse_position,
    },
    window::{Conf, next_frame, screen_dpi_scale, screen_height, screen_width},
};

use super::{
    cli::{Drawn, Play},
    input::{Stamp, open_picture, saved},
    report::print,
};
use crate::{
    bars::seconds,
    failure::Failure,
    open::Thing,
    scene::{ACCENT, FAINT, INK, PAPER, RULE, Scene, draw_all},
    transport::{Command, Transport},
};

/// The interval of checks for a saved file.
const LOOK_EVERY: Duration = Duration::from_millis(250);

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
    saved: Option<Stamp>,
    looked: Instant,
    held: bool,
}

pub(crate) fn run(job: &Play) -> Result<(), Failure> {
    let mut room = Room::open(job)?;
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
    let conf = macroquad::conf::Conf {
        miniquad_conf: Conf {
            window_title: format!("cueline: {}", job.file.display()),
            window_width: 800,
            window_height: 480,
            high_dpi: true,
            ..Conf::default()
        },
        draw_call_vertex_capacity: CALL_VERTICES,
        draw_call_index_capacity: CALL_INDICES,
        ..macroquad::conf::Conf::default()
    };
    let failed = Rc::new(RefCell::new(None));
    let result = failed.clone();
    let file = job.file.clone();
    macroquad::Window::from_config(conf, async move {
        if let Err(error) = room.play(&file).await {
            *result.borrow_mut() = Some(error);
        }
    });
    match failed.take() {
        Some(error) => Err(Failure::no_screen(error)),
        None => Ok(()),
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
        let (saved, looked, trouble, held) = (saved(file), Instant::now(), None, false);
        let mut room = Self { drawn, scenes, chosen, all, transport, trouble, saved, looked, held };
        room.transport = Transport::new(room.length());
        Ok(room)
    }

    /// The duration of what shows.
    fn length(&self) -> Span {
        let all = self.scenes.iter().map(|(_, scene)| scene.length()).max();
        if self.all { all.unwrap_or_default() } else { self.scenes[self.chosen].1.length() }
    }

    async fn play(&mut self, file: &Path) -> Result<(), String> {
        let mut painter: WindowPainter<()> = WindowPainter::new()?;
        let start = Instant::now();
        let mut shown = Span::ZERO;
        loop {
            let began = Instant::now();
            // Differences of one growing span, so roundings never add up.
            let now = span(start.elapsed());
            self.transport.advance(now - shown);
            shown = now;
            if self.keys() {
                return Ok(());
            }
            self.look(file);
            let scale = screen_dpi_scale();
            let size = (screen_width(), screen_height());
            painter.paint(&self.picture(size), scale);
            // Limits the loop if the display does not: 4 ms a frame.
            if let Some(left) = Duration::from_millis(4).checked_sub(began.elapsed()) {
                std::thread::sleep(left);
            }
            next_frame().await;
        }
    }

    /// Handles keys and mouse. Returns `true` to leave.
    fn keys(&mut self) -> bool {
        const KEYS: [(KeyCode, Command); 7] = [
            (KeyCode::Space, Command::Toggle),
            (KeyCode::Period, Command::Step(1)),
            (KeyCode::Comma, Command::Step(-1)),
            (KeyCode::Home, Command::Seek(Span::ZERO)),
            (KeyCode::End, Command::Seek(Span::MAX)),
            (KeyCode::R, Command::Reverse),
            (KeyCode::L, Command::Loop),
        ];
        for (key, command) in KEYS {
            if is_key_pressed(key) {
                self.transport.command(command);
            }
        }
        // Plus and minus are on different keys of different keyboards, so the character counts and not the key.
        while let Some(character) = get_char_pressed() {
            match character {
                '+' | '=' => self.transport.command(Command::Speed(true)),
                '-' => self.transport.command(Command::Speed(false)),
                _ => {}
            }
        }
        if is_key_pressed(KeyCode::A) {
            self.all = !self.all;
            self.transport = Transport::new(self.length());
        }
        if is_key_pressed(KeyCode::Tab) && !self.all {
            self.chosen = (self.chosen + 1) % self.scenes.len();
            self.transport = Transport::new(self.length());
        }
        let bar = bar((screen_width(), screen_height()));
        let (x, y) = mouse_position();
        self.held = is_mouse_button_down(MouseButton::Left)
            && (self.held
                || is_mouse_button_pressed(MouseButton::Left)
                    && bar.grown(10.0).contains(Point::new(x, y)));
        if self.held {
            let fraction = f64::from(((x - bar.x) / bar.w).clamp(0.0, 1.0));
            self.transport.command(Command::Seek(part(self.transport.length(), fraction)));
        }
        is_key_pressed(KeyCode::Q) || is_key_pressed(KeyCode::Escape)
    }

    /// Reloads the file if it was saved.
    fn look(&mut self, file: &Path) {
        if self.looked.elapsed() < LOOK_EVERY {
            return;
        }
        self.looked = Instant::now();
        let saved = saved(file);
        if saved == self.saved || saved.is_none() {
            return;
        }
        self.saved = saved;
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

    fn picture(&self, (width, height): (f32, f32)) -> Picture<()> {
        let mut picture = Picture::new(PAPER);
        let transport = &self.transport;
        let whole = Rect::new(0.0, 0.0, width, height);
        let (area, _) = whole.split_top(height - 64.0);
        let chosen = self.chosen;
        let shown = if self.all { &self.scenes[..] } else { &self.scenes[chosen..=chosen] };
        let shown: Vec<&Scene> = shown.iter().map(|(_, scene)| scene).collect();
        draw_all(shown, &mut picture, area, transport.at());
        let bar = bar((width, height));
        picture.fill(Shape::rounded(bar, 4.0), RULE);
        #[expect(clippy::cast_possible_truncation, reason = "a fraction in 0..=1")]
        let fraction =
            (seconds(transport.at()) / seconds(transport.length())).clamp(0.0, 1.0) as f32;
        picture.fill(Shape::rounded(Rect { w: bar.w * fraction, ..bar }, 4.0), ACCENT);
        let knob = Point::new(bar.x + bar.w * fraction, bar.center().y);
        picture.fill(Shape::Circle(knob, 8.0), INK);
        let line = height - 18.0;
        let state = if transport.is_playing() { "playing" } else { "paused" };
        let backward = if transport.is_backward() { ", backward" } else { "" };
        let looped = if transport.is_looped() { ", looped" } else { "" };
        let words = match &self.trouble {
            Some(trouble) => trouble.clone(),
            None => format!("{state} {}{backward}{looped}", transport.speed_words()),
        };
        let colour = if self.trouble.is_some() { ACCENT } else { INK };
        let keys = "space . , + - r l tab a q";
        let keys = Text::new(keys, Point::new(width - 16.0, line), 13.0, FAINT).right();
        let room = width - keys.width() - 48.0;
        picture.text(Text::new(words, Point::new(16.0, line), 14.0, colour).fitted(room));
        picture.text(keys);
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

/// The bar for dragging the playhead.
fn bar((width, height): (f32, f32)) -> Rect {
    Rect::new(16.0, height - 50.0, width - 32.0, 8.0)
}

fn scenes(file: &Path, drawn: &Drawn) -> Result<Vec<(String, Scene)>, Failure> {
    let opened = open_picture(file, drawn)?;
    print(&opened.notes, &opened.source);
    let scene = |thing: &Thing| Ok((thing.name().to_owned(), Scene::new(&opened, thing)?));
    opened.chosen(None)?.iter().map(scene).collect()
}

fn span(real: Duration) -> Span {
    let flicks = real.as_nanos() * u128::from(FLICKS_PER_SECOND.unsigned_abs()) / 1_000_000_000;
    Span::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a place on a bar of some hundred pixels; the conversion saturates"
)]
fn part(length: Span, fraction: f64) -> Span {
    Span::from_flicks((length.flicks() as f64 * fraction) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_items_show_as_long_as_the_longest_of_them() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/examples/hero.ron");
        let job = |all| Play { file: file.into(), name: None, all, drawn: Drawn::default() };
        let one = Room::open(&job(false)).unwrap();
        assert_eq!(one.transport.length(), one.scenes[0].1.length());

        let mut room = Room::open(&job(true)).unwrap();
        assert!(room.scenes.len() > 1);
        let longest = room.scenes.iter().map(|(_, scene)| scene.length()).max().unwrap();
        assert_eq!(room.transport.length(), longest);
        let all = room.picture((800.0, 480.0));
        room.all = false;
        assert!(room.picture((800.0, 480.0)) != all);
    }
}
