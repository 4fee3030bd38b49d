//! The code of a room, coloured.

use eframe::egui::{
    self, Color32, FontId, Label, RichText, ScrollArea, Ui,
    text::{LayoutJob, TextFormat},
};

const SIZE: f32 = 12.5;
const WORD: Color32 = Color32::from_rgb(236, 130, 170);
const TYPE: Color32 = Color32::from_rgb(120, 210, 190);
const CALL: Color32 = Color32::from_rgb(125, 178, 255);
const LITERAL: Color32 = Color32::from_rgb(255, 196, 80);
const COMMENT: Color32 = Color32::from_rgb(154, 164, 182);
const PLAIN: Color32 = Color32::from_rgb(226, 229, 236);

const WORDS: [&str; 20] = [
    "as", "const", "else", "enum", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mut",
    "pub", "ref", "return", "self", "struct", "use", "while",
];

/// Shows the code with a button that copies it.
pub(super) fn show(ui: &mut Ui, code: &str) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("The code of this room").strong().size(15.0));
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(code.to_owned());
        }
    });
    ScrollArea::horizontal().id_salt("code").show(ui, |ui| {
        ui.add(Label::new(job(code)).extend());
    });
}

fn job(code: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (text, color) in tokens(code) {
        job.append(text, 0.0, TextFormat::simple(FontId::monospace(SIZE), color));
    }
    if code.is_empty() {
        job.append("", 0.0, egui::TextFormat::simple(FontId::monospace(SIZE), PLAIN));
    }
    job
}

/// The code in pieces, each with its colour; together they are the code.
fn tokens(code: &str) -> Vec<(&str, Color32)> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let until =
            |is_inside: fn(char) -> bool| rest.find(|c: char| !is_inside(c)).unwrap_or(rest.len());
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let (length, color) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), COMMENT)
        } else if first == '"' {
            (rest[1..].find('"').map_or(rest.len(), |end| end + 2), LITERAL)
        } else if first.is_ascii_digit() {
            (until(|c| c.is_alphanumeric() || c == '_' || c == '.'), LITERAL)
        } else if is_name(first) {
            let length = until(|c| c.is_alphanumeric() || c == '_');
            let color = match &rest[..length] {
                word if WORDS.contains(&word) => WORD,
                _ if first.is_uppercase() => TYPE,
                _ if rest[length..].starts_with('(') => CALL,
                _ => PLAIN,
            };
            (length, color)
        } else {
            (first.len_utf8(), PLAIN)
        };
        tokens.push((&rest[..length], color));
        rest = &rest[length..];
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;

    #[test]
    fn words_types_calls_and_comments_have_colours_of_their_own() {
        let code = "let a = Ball::new(1.5, \"x\"); // dé";
        let of = |text: &str| tokens(code).into_iter().find(|(other, _)| *other == text);
        for (text, color) in [
            ("let", WORD),
            ("a", PLAIN),
            ("Ball", TYPE),
            ("new", CALL),
            ("1.5", LITERAL),
            ("\"x\"", LITERAL),
            ("// dé", COMMENT),
        ] {
            assert_eq!(of(text), Some((text, color)));
        }
    }

    #[test]
    fn the_pieces_of_the_code_of_each_room_are_the_code() {
        for room in rooms::all() {
            let code = room.code();
            let pieces: String = tokens(&code).into_iter().map(|(text, _)| text).collect();
            assert_eq!(pieces, code, "{}", room.title());
        }
        assert!(tokens("\"open").iter().map(|(text, _)| *text).eq(["\"open"]));
    }
}
