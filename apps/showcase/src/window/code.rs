//! The code of a room, coloured.

use eframe::egui::{
    Color32, FontId, Label, RichText, Shape, Ui,
    text::{LayoutJob, TextFormat},
    vec2,
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

/// Behind a line that runs now; all colours of words are at least 4.5:1 on it.
const LIT: Color32 = Color32::from_rgb(46, 53, 70);

/// Shows the code with a button that copies it. The lines light up that have one of these words.
pub(super) fn show(ui: &mut Ui, code: &str, lit: &[&str]) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("The code of this room").strong().size(15.0));
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(code.to_owned());
        }
    });
    let column = ui.fonts_mut(|fonts| fonts.glyph_width(&FontId::monospace(SIZE), ' '));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 1.0);
        for line in code.lines() {
            let words = line.trim_start();
            let background = ui.painter().add(Shape::Noop);
            // A line that is too long goes on below its first word.
            let row = ui.horizontal_top(|ui| {
                let columns = u8::try_from(line.len() - words.len()).unwrap_or(u8::MAX);
                ui.add_space(column * f32::from(columns));
                ui.add(Label::new(job(words)).wrap());
            });
            if lit.iter().any(|words| line.contains(words)) {
                let rect = row.response.rect.with_max_x(ui.max_rect().right());
                ui.painter().set(background, Shape::rect_filled(rect, 3, LIT));
            }
        }
    });
}

fn job(line: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    let pieces = if line.is_empty() { vec![(" ", PLAIN)] } else { tokens(line) };
    for (text, color) in pieces {
        job.append(text, 0.0, TextFormat::simple(FontId::monospace(SIZE), color));
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
    fn what_runs_in_a_room_is_a_line_of_its_code() {
        let mut lit = [0; 9];
        for (count, mut room) in lit.iter_mut().zip(rooms::all()) {
            for second in 0..8 {
                room.visit(second);
                for _ in 0..10 {
                    room.frame(cueline::time::ms(100));
                    for words in room.running() {
                        *count += 1;
                        let lines = room.code().lines().filter(|line| line.contains(words)).count();
                        assert_eq!(lines, 1, "{}: {words}", room.title());
                    }
                }
            }
        }
        for room in [2, 3, 4, 7] {
            assert!(lit[room - 1] > 20, "room {room}: {lit:?}");
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
