//! A visual novel: the script is data, and so is the place in it. A click shows the whole line, the next click goes on;
//! a save in the middle of a line is a copy.

use cueline::{
    prelude::*,
    sequencer::{AdvanceError, EntryDuration},
};

/// The script. A game would read it from a file.
const SCRIPT: [Line; 4] = [
    Line::Enter("Ada"),
    Line::Say("Ada", "The engine weaves algebraic patterns."),
    Line::Say("Ada", "As the loom weaves flowers and leaves."),
    Line::Leave("Ada"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Line {
    Enter(&'static str),
    Say(&'static str, &'static str),
    Leave(&'static str),
}

/// What is queued: numbers of lines, so that a save holds no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Show {
    Line(usize),
    Click(usize),
}

#[derive(Clone, Debug, PartialEq)]
struct Novel {
    next: usize,
    queue: Sequencer<Show>,
    /// What the screen shows: the opacity of the person, and how much of the line.
    person: f32,
    text: String,
}

impl Novel {
    fn new() -> Self {
        Self { next: 0, queue: Sequencer::new(), person: 0.0, text: String::new() }
    }

    fn frame(&mut self, dt: Span) -> Result<(), AdvanceError> {
        if self.queue.is_empty() && self.next < SCRIPT.len() {
            let line = self.next;
            self.next += 1;
            match SCRIPT[line] {
                Line::Say(_, text) => {
                    self.queue.enqueue(ms(30) * text.len(), Show::Line(line));
                    self.queue.enqueue(EntryDuration::Open, Show::Click(line)); // waits for the reader
                }
                Line::Enter(_) | Line::Leave(_) => {
                    self.queue.enqueue(ms(500), Show::Line(line));
                }
            }
        }
        let Self { queue, person, text, .. } = self;
        queue.advance(dt, |update, _| {
            let Show::Line(line) = *update.payload else { return };
            match SCRIPT[line] {
                Line::Enter(_) => *person = update.alpha(),
                Line::Leave(_) => *person = 1.0 - update.alpha(),
                Line::Say(_, whole) => {
                    let letters = usize::try_from(update.elapsed.millis() / 30).unwrap_or(0);
                    let letters = if update.ended { whole.len() } else { letters };
                    *text = whole.chars().take(letters).collect();
                }
            }
        })
    }

    fn click(&mut self) {
        let Some(entry) = self.queue.oldest() else { return };
        match self.queue.payload(entry) {
            Some(Show::Click(_)) => self.queue.release(entry),
            _ => self.queue.finish_entry(entry), // the whole line at once
        };
    }
}

pub(crate) fn main() -> Result<(), AdvanceError> {
    let mut novel = Novel::new();
    novel.frame(ms(500))?;
    novel.frame(ms(300))?;
    assert_eq!((novel.person, &*novel.text), (1.0, "The engine"));

    let saved = novel.clone();
    novel.click();
    novel.frame(ms(16))?;
    assert_eq!(novel.text, "The engine weaves algebraic patterns.");
    novel.frame(secs(60.0))?; // the reader takes a minute
    novel.click();
    novel.frame(ms(16))?;
    novel.frame(ms(90))?;
    assert_eq!(novel.text, "As ");

    novel = saved; // loaded: in the middle of the first line
    novel.frame(ms(30))?;
    assert_eq!(novel.text, "The engine ");
    Ok(())
}
