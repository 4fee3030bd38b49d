//! What a room is.

use std::borrow::Cow;

use cueline::time::Span;
use cueline_assets::Problems;
use cueline_egui::{EventLog, Lanes};
use cueline_picture::{Picture, Point};

/// One idea: a thing to see, a thing to break, and the claim that it proves.
pub trait Room {
    /// Its name in the list of rooms.
    fn title(&self) -> &'static str;

    /// The idea in one sentence.
    fn idea(&self) -> &'static str;

    /// The code that makes it: compiled, and cut out of the room's own file.
    fn code(&self) -> String;

    /// What runs now: words of which each stands in one line of that code.
    fn running(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// What the visitor can press.
    fn controls(&self) -> Vec<Control>;

    /// The visitor presses the control of that name; an unknown name changes nothing.
    fn press(&mut self, name: &str);

    /// The visitor sets the slider of that name; an unknown name changes nothing, and a number outside of the range counts
    /// as the nearest one inside.
    fn slide(&mut self, _name: &str, _to: u32) {}

    /// Whether it follows the visitor's pointer.
    fn has_pointer(&self) -> bool {
        false
    }

    /// The visitor's pointer is there, in logical pixels of the picture.
    fn pointer(&mut self, _at: Point) {}

    /// The visitor takes hold there: the pointer is pressed, and moves what it holds until [`release`](Self::release).
    fn grab(&mut self, _at: Point) {}

    /// The visitor lets go there. A click is a grab and a release at one place.
    fn release(&mut self, _at: Point) {}

    /// Whether [`zoom`](Self::zoom) has an effect.
    fn has_zoom(&self) -> bool {
        false
    }

    /// The visitor zooms in by this factor, out where it is below 1, and what is under the pointer stays there.
    fn zoom(&mut self, _at: Point, _by: f32) {}

    /// The text that the visitor can edit.
    fn document(&self) -> Option<Document<'_>> {
        None
    }

    /// The visitor has edited that text.
    fn edit(&mut self, _text: String) {}

    /// The visitor has dropped a file.
    fn open(&mut self, _name: &str, _bytes: &[u8]) {}

    /// A frame of the display has passed.
    fn frame(&mut self, by: Span);

    /// What the room does by itself at the beginning of that second while it has no visitor.
    fn visit(&mut self, _second: u32) {}

    /// What the room claims, and whether it holds now.
    fn claims(&self) -> Vec<Claim>;

    /// One number for all that shows.
    fn digest(&self) -> u64;

    /// Draws the room on a picture of 960 x 420 logical pixels.
    fn draw(&self, picture: &mut Picture<()>);

    /// The lanes below the picture: what has started, what plays, and what is known to come.
    fn lanes(&self) -> Cow<'_, Lanes>;

    /// The visitor's pointer is on the bar of that key, or on none.
    fn hover(&mut self, _bar: Option<u64>) {}

    /// What happened, below the lanes.
    fn events(&mut self) -> Option<&mut EventLog> {
        None
    }

    /// How many sounds it has played since it was made: where it is heard, one is played for each more.
    fn sounds(&self) -> u64 {
        0
    }

    /// Where the room is and how long it is, for a room that can go to any moment.
    fn position(&self) -> Option<(Span, Span)> {
        None
    }

    /// Goes to a moment, where [`position`](Self::position) gives one.
    fn seek(&mut self, _to: Span) {}
}

/// A text in a box, with what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// The file.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Its problems, with their places.
    pub problems: &'a Problems,
}

/// Something to press, or to slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// What stands on it.
    pub name: &'static str,
    /// How it is used.
    pub kind: ControlKind,
    /// It breaks the claim.
    pub breaks: bool,
}

/// How a control is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// Pressed, for something that happens at once.
    Button,
    /// Pressed, to be on or off.
    Switch(bool),
    /// Set to a number of a range, both ends included.
    Slider {
        /// The number now.
        value: u32,
        /// The least one, above 0.
        least: u32,
        /// The greatest one.
        most: u32,
    },
}

impl Control {
    /// A button.
    #[must_use]
    pub const fn button(name: &'static str) -> Self {
        Self { name, kind: ControlKind::Button, breaks: false }
    }

    /// A switch.
    #[must_use]
    pub const fn switch(name: &'static str, is_on: bool) -> Self {
        Self { name, kind: ControlKind::Switch(is_on), breaks: false }
    }

    /// A switch that breaks the claim while it is on.
    #[must_use]
    pub const fn breaks(name: &'static str, is_on: bool) -> Self {
        Self { name, kind: ControlKind::Switch(is_on), breaks: true }
    }

    /// A slider whose steps are ratios.
    #[must_use]
    pub const fn slider(name: &'static str, value: u32, least: u32, most: u32) -> Self {
        Self { name, kind: ControlKind::Slider { value, least, most }, breaks: false }
    }
}

/// A sentence that is true or false at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The sentence.
    pub sentence: &'static str,
    /// Whether it is true.
    pub holds: bool,
    /// The figures behind it.
    pub figures: String,
}

/// The lines of a source between `// code` and `// end`, without what they are indented by.
pub(crate) fn strip(source: &str) -> String {
    let lines = source.lines().skip_while(|line| line.trim() != "// code").skip(1);
    let lines: Vec<_> = lines.take_while(|line| line.trim() != "// end").collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let filled = lines.iter().copied().filter(|line| !line.trim().is_empty());
    let least = filled.map(|line| indent(&line)).min().unwrap_or(0);
    let cut: Vec<_> = lines.iter().map(|line| line.get(least..).unwrap_or("")).collect();
    cut.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_is_cut_out_and_moved_to_the_left() {
        let source = "use x;\n    // code\n    fn f() {\n        g();\n    }\n    // end\nrest";
        assert_eq!(strip(source), "fn f() {\n    g();\n}");
    }
}
