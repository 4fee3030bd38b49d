//! The studio without a window.

use cueline::time::{Span, ms};
use cueline_assets::DocumentPath;

use super::*;
use crate::studio::edit::{NewItem, timeline};

const DEAL: &str = r#"(
    version: 1,
    timelines: {"deal": (items: [
        (action: Tween({"x": (from: F64(0.0), to: F64(9.0))}), duration: "300ms"), // in
        (action: Cue(cue: "there")),
    ])},
)
"#;

fn model(text: &str) -> Model {
    Model::of("deal.ron".into(), text.as_bytes().to_vec()).unwrap()
}

fn trim(duration: Span) -> Edit {
    Edit::TrimItem { item: timeline("deal").field("items").index(0), duration }
}

fn length(model: &Model) -> Option<Span> {
    model.good().things[0].length()
}

#[test]
fn edits_are_undone_and_redone_without_end() {
    let mut model = model(DEAL);
    for n in 1..=500 {
        model.edit(&trim(ms(300 + n))).unwrap();
    }
    assert_eq!(length(&model), Some(ms(800)));
    for _ in 0..500 {
        assert!(model.undo().is_some());
    }
    assert_eq!((model.text(), model.can_undo(), model.is_changed()), (DEAL, false, false));
    assert_eq!((model.undo(), length(&model)), (None, Some(ms(300))));
    for _ in 0..500 {
        assert!(model.redo().is_some());
    }
    assert_eq!((length(&model), model.can_redo()), (Some(ms(800)), false));
}

#[test]
fn a_new_edit_forgets_what_was_undone() {
    let mut model = model(DEAL);
    model.edit(&trim(ms(400))).unwrap();
    model.undo();
    model.edit(&trim(ms(500))).unwrap();
    assert_eq!(model.redo(), None);
    assert_eq!(length(&model), Some(ms(500)));
}

#[test]
fn a_drag_is_one_step_of_undo_and_shows_at_each_step() {
    let mut model = model(DEAL);
    for (duration, done) in [(310, false), (350, false), (300, false), (420, false), (400, true)] {
        model.drag(&trim(ms(duration)), done).unwrap();
        assert_eq!(length(&model), Some(ms(duration)));
    }
    model.undo();
    assert_eq!(model.text(), DEAL);
    assert!(!model.can_undo());
}

#[test]
fn a_drag_back_to_its_start_changes_nothing() {
    let mut model = model(DEAL);
    model.drag(&trim(ms(310)), false).unwrap();
    model.drag(&trim(ms(300)), true).unwrap();
    assert_eq!((model.text(), model.can_undo()), (DEAL, false));
    assert_eq!(length(&model), Some(ms(300)));
}

#[test]
fn an_edit_that_breaks_the_file_is_a_problem_and_the_last_good_version_stays() {
    let mut model = model(DEAL);
    model.edit(&trim(ms(-5))).unwrap();
    assert!(model.is_broken());
    let problem = model.problems().iter().next().unwrap();
    assert_eq!(problem.place.unwrap().line, 4, "{problem}");
    assert!(model.problem_at(&timeline("deal").field("items").index(0)).is_some());
    assert!(model.problem_at(&timeline("deal").field("items").index(1)).is_none());
    assert_eq!(length(&model), Some(ms(300)));
    model.edit(&trim(ms(250))).unwrap();
    assert!(!model.is_broken());
    assert_eq!(length(&model), Some(ms(250)));
}

#[test]
fn typing_is_checked_at_each_character() {
    let mut model = model(DEAL);
    let broken = DEAL.replace("\"300ms\"", "\"300mss\"");
    model.set_text(broken.clone());
    assert!(model.is_broken());
    assert_eq!(length(&model), Some(ms(300)));
    let cut = &DEAL[..60];
    model.set_text(cut.to_owned());
    assert!(model.is_broken());
    let refused = model.edit(&trim(ms(100))).unwrap_err();
    assert!(refused.contains("brackets"), "{refused}");
    assert_eq!(model.text(), cut);
    model.undo();
    assert_eq!(model.text(), broken);
    model.undo();
    assert!(!model.is_broken());
}

#[test]
fn a_word_that_is_typed_is_one_step_of_undo() {
    let mut model = model(DEAL);
    let mut text = DEAL.to_owned();
    for typed in "// two words".chars() {
        text.push(typed);
        model.set_text(text.clone());
    }
    model.undo();
    assert_eq!(model.text(), format!("{DEAL}// two"));
    model.undo();
    model.undo();
    assert_eq!(model.text(), DEAL);
}

#[test]
fn undo_counts_bytes_and_not_characters() {
    let mut model = model(DEAL);
    model.set_text(DEAL.replace("// in", "// ö→ß"));
    model.set_text(DEAL.replace("// in", "// ö↔ß"));
    model.undo();
    assert!(model.text().contains("// ö→ß"));
    model.undo();
    assert_eq!(model.text(), DEAL);
}

#[test]
fn a_broken_file_of_ours_opens_to_be_mended() {
    let mut model = model(&DEAL.replace("version: 1,", "version: 1"));
    assert!(model.is_broken() && model.is_editable());
    assert!(model.good().things.is_empty());
    model.set_text(DEAL.to_owned());
    assert_eq!(length(&model), Some(ms(300)));
}

#[test]
fn files_of_other_programs_are_shown_only_and_refuse_edits() {
    let lottie = br#"{"v": "5.7.0", "fr": 30, "ip": 0, "op": 30, "w": 10, "h": 10, "layers": []}"#;
    let mut model = Model::of("a.json".into(), lottie.to_vec()).unwrap();
    assert!(!model.is_editable());
    let refused = model.edit(&trim(ms(100))).unwrap_err();
    assert!(refused.contains("save a copy as RON"), "{refused}");
}

#[test]
fn a_name_that_is_not_there_begins_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let model = Model::open(folder.path().join("new.ron")).unwrap();
    assert!(model.is_changed() && !model.is_broken());
    assert!(Model::open(folder.path().join("new.glb")).is_err());
}

/// The steps of the chapter on the studio in the book.
#[test]
fn the_chapter_of_the_book_ends_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Model::open(folder.path().join("table.ron")).unwrap();
    let typed = |model: &mut Model, old: &str, new: &str| {
        assert_eq!(model.text().matches(old).count(), 1, "{old}\n{}", model.text());
        model.set_text(model.text().replace(old, new));
        assert!(!model.is_broken(), "{}\n{}", model.problems(), model.text());
    };
    let edit = |model: &mut Model, edit: Edit| {
        model.edit(&edit).unwrap();
        assert!(!model.is_broken(), "{}\n{}", model.problems(), model.text());
    };
    let list = timeline("deal").field("items");
    let add = |item| Edit::AddItem { timeline: "deal".into(), item };
    let tween = |property: &str| add(NewItem::Tween(property.into()));
    let end = |item: &DocumentPath, property: &str, end: &str, value| Edit::Number {
        item: item.field("action").name(property).field(end),
        value,
    };
    let easing = |item: &DocumentPath, text: &str| Edit::Name {
        item: item.clone(),
        field: "easing",
        text: text.into(),
    };
    let trim =
        |item: &DocumentPath, millis| Edit::TrimItem { item: item.clone(), duration: ms(millis) };
    typed(&mut model, "\"new\"", "\"deal\"");
    let slide = list.index(0);
    edit(&mut model, tween("card.x"));
    edit(&mut model, end(&slide, "card.x", "from", -300.0));
    edit(&mut model, end(&slide, "card.x", "to", 0.0));
    edit(&mut model, easing(&slide, "out-quad"));
    let narrow = list.index(1);
    edit(&mut model, tween("card.width"));
    edit(&mut model, end(&narrow, "card.width", "from", 1.0));
    edit(&mut model, end(&narrow, "card.width", "to", 0.0));
    edit(&mut model, easing(&narrow, "in-quad"));
    edit(&mut model, trim(&narrow, 150));
    let wide = list.index(2);
    edit(&mut model, Edit::Copy { item: narrow, list: list.clone(), index: 1 });
    edit(&mut model, end(&wide, "card.width", "from", 0.0));
    edit(&mut model, end(&wide, "card.width", "to", 1.0));
    edit(&mut model, easing(&wide, "out-quad"));
    typed(&mut model, "items: [", "start_values: {\"card.face\": I32(0)},\n            items: [");
    let line = |text: &str| format!("                {text}\n");
    let set = line("(action: Set({\"card.face\": I32(1)})),");
    let before = "                (action: Tween({\"card.width\": (from: F64(0.0)";
    typed(&mut model, before, &format!("{set}{before}"));
    edit(&mut model, add(NewItem::Cue("flip".into())));
    let cue = line("(action: Cue(cue: \"flip\")),");
    let moved = model.text().replace(&cue, "").replace(&set, &format!("{set}{cue}"));
    model.set_text(moved);
    let glow = list.index(5);
    edit(&mut model, tween("card.glow"));
    edit(&mut model, trim(&glow, 100));
    typed(&mut model, "\"100ms\"", "\"100ms\", repeat: Times(4), ping_pong: true");
    edit(&mut model, Edit::MoveItem { item: glow, by: ms(-150), staggered: false });
    let book = include_str!("../../../../../docs/book/studio/table.ron");
    assert_eq!(model.text(), book);
    assert_eq!(length(&model), Some(ms(850)));
    while model.undo().is_some() {}
    assert!(model.text().contains("items: [],"), "{}", model.text());
}

#[test]
fn a_long_text_is_checked_in_the_background_and_the_newest_text_wins() {
    let text = crate::studio::measure::thousand_items();
    let mut model = Model::of("long.ron".into(), text.into_bytes()).unwrap();
    let (sender, woken) = channel();
    model.check_in_background(move || sender.send(()).unwrap_or_default());
    let first = timeline("long").field("items").index(0);
    let trim = |millis| Edit::TrimItem { item: first.clone(), duration: ms(millis) };
    assert_eq!(length(&model), Some(Span::from_secs(100)));
    model.edit(&trim(300)).unwrap();
    assert_eq!(length(&model), Some(Span::from_secs(100)), "not at once");
    woken.recv().unwrap();
    model.poll();
    assert_eq!(length(&model), Some(ms(100_200)));
    let typed = model.text().replacen("\"300ms\"", "\"300mss\"", 1);
    model.set_text(typed);
    model.undo();
    model.settle();
    assert!(!model.is_broken(), "the check of the older text is dropped");
    model.edit(&trim(400)).unwrap();
    model.edit(&trim(500)).unwrap();
    model.settle();
    assert_eq!(length(&model), Some(ms(100_400)));
}

#[test]
fn a_drag_goes_on_from_what_was_typed_during_it() {
    let mut model = model(DEAL);
    model.drag(&trim(ms(400)), false).unwrap();
    let typed = model.text().replace("// in", "// out");
    model.set_text(typed.clone());
    model.drag(&trim(ms(500)), true).unwrap();
    assert_eq!(model.text(), typed.replace("400ms", "500ms"));
    model.undo();
    assert_eq!(model.text(), typed);
}

#[test]
fn a_drag_goes_on_from_what_was_undone_or_redone_during_it() {
    let mut model = model(DEAL);
    model.edit(&trim(ms(1250))).unwrap();
    model.drag(&trim(ms(400)), false).unwrap();
    model.undo();
    model.undo();
    assert_eq!(model.text(), DEAL);
    model.drag(&trim(ms(1250)), true).unwrap();
    assert_eq!((length(&model), model.redo()), (Some(ms(1250)), None));
    model.undo();
    assert_eq!((model.text(), model.can_undo()), (DEAL, false));

    model.drag(&trim(ms(400)), false).unwrap();
    model.undo();
    model.redo();
    let redone = model.text().to_owned();
    model.drag(&trim(ms(500)), true).unwrap();
    model.undo();
    assert_eq!(model.text(), redone);
}

#[test]
fn edits_are_refused_while_what_was_typed_has_errors() {
    let mut model = model(DEAL);
    let first = "        (action: Tween";
    let typed =
        DEAL.replace(first, &format!("        (action: Wait, duration: \"soon\"),\n{first}"));
    model.set_text(typed.clone());
    assert!(model.is_broken() && model.outline().is_some());
    let remove = Edit::Remove { list: timeline("deal").field("items"), index: 0 };
    let refused = model.edit(&remove).unwrap_err();
    assert!(refused.contains("mend it first"), "{refused}");
    assert_eq!(model.drag(&trim(ms(400)), false).unwrap_err(), refused);
    assert_eq!(model.text(), typed);
    model.set_text(typed.replace("soon", "100ms"));
    model.edit(&remove).unwrap();
    assert_eq!(model.text(), DEAL);
    model.undo();
    model.undo();
    assert_eq!(model.text(), typed);
    assert_eq!(model.edit(&remove).unwrap_err(), refused, "undo came to the same text");
}

#[test]
fn edits_are_refused_after_an_added_item_with_errors() {
    let mut model = model(&DEAL.replace("Cue(cue: \"there\")", "Label(\"there\")"));
    let list = timeline("deal").field("items");
    let item = list.index(1);
    model.edit(&Edit::Copy { item, list: list.clone(), index: 1 }).unwrap();
    assert!(model.is_broken(), "two labels of one name");
    let copied = model.text().to_owned();
    let refused = model.edit(&Edit::Remove { list, index: 1 }).unwrap_err();
    assert!(refused.contains("mend it first"), "{refused}");
    assert_eq!(model.text(), copied);
    model.undo();
    model.edit(&trim(ms(400))).unwrap();
    assert_eq!(length(&model), Some(ms(400)));
}
