//! The window as a person uses it, by the labels of what is in it.

use std::{fs, path::Path};

use eframe::egui::{Pos2, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};

use super::{saving::KEEP_AFTER, *};
use crate::open::ENDLESS;

const HOP: &str = r#"(
    version: 1,
    clips: {"hop": (
        rate: 50,
        tracks: {"y": F32([
            (at: 0, value: 0.0), // up
            (at: 20, value: 8.0),
            (at: 50, value: 0.0),
        ])},
        cues: [(at: 50, name: "land")],
    )},
    timelines: {"deal": (rate: 50, items: [
        (action: Tween({"card.x": (from: F64(0.0), to: F64(9.0))}), duration: 20), // in
        (action: Wait, duration: 30, name: "rest"),
    ])},
)
"#;

fn window(studio: Studio) -> Harness<'static, Studio> {
    // A frame that is due soon, to keep unsaved changes, is waited for also where each step is slow.
    let mut harness = Harness::builder()
        .with_size([1360.0, 820.0])
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(60)
        .build_ui_state(|ui, studio: &mut Studio| studio.ui(ui), studio);
    harness.run();
    harness
}

fn opened(text: &str) -> Harness<'static, Studio> {
    window(Studio::of(Model::of("hop.ron".into(), text.as_bytes().to_vec()).unwrap()))
}

fn click(harness: &mut Harness<'_, Studio>, label: &str) {
    harness.get_by_label(label).click();
    harness.run();
}

/// Drags from a place to another one, in three steps as a hand does.
fn drag(harness: &mut Harness<'_, Studio>, from: Pos2, by: eframe::egui::Vec2) {
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for part in [0.5, 1.0] {
        harness.hover_at(from + by * part);
        harness.step();
    }
    harness.drop_at(from + by);
    harness.run();
}

fn model<'a>(harness: &'a Harness<'_, Studio>) -> &'a Model {
    &harness.state().file.as_ref().unwrap().model
}

/// The lines that differ from the file as it was.
fn changed(harness: &Harness<'_, Studio>) -> Vec<String> {
    let old: Vec<_> = HOP.lines().collect();
    let new = model(harness).text().lines().filter(|line| !old.contains(line));
    new.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_bar_that_is_dragged_moves_by_whole_frames_and_changes_one_line() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    let rest = harness.get_by_label("rest").rect(); // 30 frames
    drag(&mut harness, rest.center(), vec2(rest.width() / 3.0, 0.0));
    assert_eq!(
        changed(&harness),
        [r#"(action: Wait, duration: 30, name: "rest", offset: By(10)),"#]
    );
    click(&mut harness, "Undo");
    assert_eq!(changed(&harness), Vec::<String>::new());
    click(&mut harness, "Redo");
    assert_eq!(changed(&harness).len(), 1);
}

#[test]
fn the_end_of_a_bar_trims_it() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    let slide = harness.get_by_label("card.x").rect(); // 20 frames
    let end = harness.get_by_label("end of card.x").rect().center();
    drag(&mut harness, end, vec2(slide.width() / 2.0, 0.0));
    let line =
        r#"(action: Tween({"card.x": (from: F64(0.0), to: F64(9.0))}), duration: 30), // in"#;
    assert_eq!(changed(&harness), [line]);
}

#[test]
fn the_start_of_a_bar_trims_it_and_its_end_stays() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    let slide = harness.get_by_label("card.x").rect(); // 20 frames
    let start = harness.get_by_label("start of card.x").rect().center();
    drag(&mut harness, start, vec2(slide.width() / 4.0, 0.0));
    let line = r#"(action: Tween({"card.x": (from: F64(0.0), to: F64(9.0))}), duration: 15, offset: By(5)), // in"#;
    assert_eq!(changed(&harness), [line]);
    let cut = harness.get_by_label("card.x").rect();
    assert!((cut.right() - slide.right()).abs() < 1.0, "{cut:?} was {slide:?}");
    click(&mut harness, "Undo");
    assert_eq!(changed(&harness), Vec::<String>::new(), "one step");
}

#[test]
fn an_easing_is_chosen_from_its_picture() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    click(&mut harness, "card.x");
    click(&mut harness, "Easing: default");
    click(&mut harness, "out-back");
    let line = r#"(action: Tween({"card.x": (from: F64(0.0), to: F64(9.0))}), duration: 20, easing: "out-back"), // in"#;
    assert_eq!(changed(&harness), [line]);
    assert!(harness.query_by_label("Easing: out-back").is_some());
}

#[test]
fn an_item_is_added_from_the_menu() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    let line = |name: &str| {
        format!(
            r#"(action: Tween({{"{name}": (from: F64(0.0), to: F64(1.0))}}), duration: "300ms"),"#
        )
    };
    // What is typed goes into the field at once, and Enter adds a tween.
    click(&mut harness, "Add");
    harness.event(egui::Event::Text("card.y".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(changed(&harness), [line("card.y")]);
    // A click on the field leaves the menu open, and the last name is gone.
    click(&mut harness, "Add");
    let field = harness.get_by_role_and_label(Role::TextInput, "Property or name").rect().center();
    harness.drag_at(field);
    harness.step();
    harness.drop_at(field);
    harness.run();
    harness.event(egui::Event::Text("card.width".to_owned()));
    harness.run();
    click(&mut harness, "Tween");
    assert_eq!(changed(&harness), ["card.y", "card.width"].map(line));
    // What was added is selected, so a copy is one of it, and selected in its place.
    let selected = |harness: &Harness<'_, Studio>| {
        harness.state().file.as_ref().and_then(|file| file.editor.selected())
    };
    assert_eq!(selected(&harness), Some(3));
    click(&mut harness, "Copy");
    assert_eq!(changed(&harness), ["card.y", "card.width", "card.width"].map(line));
    assert_eq!(selected(&harness), Some(4));
    assert!(harness.query_by_label("Property or name").is_none(), "the menu is closed");
}

#[test]
fn a_key_that_is_dragged_moves_in_time_and_value() {
    let mut harness = opened(HOP);
    click(&mut harness, "Curves");
    let key =
        |harness: &Harness<'_, Studio>, label: &str| harness.get_by_label(label).rect().center();
    let top = key(&harness, "y key 1 at 400.0 ms");
    let path = key(&harness, "y key 2 at 1000.0 ms") - top;
    drag(&mut harness, top, path * 0.5);
    let lines = changed(&harness);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("(at: 35, value: "), "700 ms of 50 Hz: {lines:?}");
    assert!(harness.query_by_label("y key 1 at 700.0 ms").is_some());
    click(&mut harness, "Undo");
    assert!(harness.query_by_label("y key 1 at 400.0 ms").is_some(), "a drag is one step");
}

#[test]
fn a_key_dragged_past_the_next_one_is_a_problem_and_the_old_version_shows() {
    let mut harness = opened(HOP);
    click(&mut harness, "Curves");
    let first = harness.get_by_label("y key 0 at 0.0 ms").rect().center();
    let right = harness.get_by_label("y key 2 at 1000.0 ms").rect().center();
    drag(&mut harness, first, vec2((right - first).x * 0.6, 0.0));
    assert!(model(&harness).is_broken(), "{}", model(&harness).text());
    assert!(harness.query_by_label_contains("the last good version shows").is_some());
    assert!(
        harness.query_all_by_label_contains("y key 0 at").count() == 1,
        "the last good version"
    );
    click(&mut harness, "Undo");
    assert!(!model(&harness).is_broken());
}

#[test]
fn a_file_that_is_broken_from_the_start_shows_nothing_and_says_so_until_it_is_mended() {
    let mut harness = opened(&HOP.replace("F32([", "F32("));
    assert!(model(&harness).is_broken());
    assert!(harness.query_by_label_contains("the last good version shows").is_none());
    assert!(harness.query_by_label_contains("; nothing shows yet").is_some());
    assert!(harness.query_by_label("The file could not be read.").is_some());
    harness.state_mut().file.as_mut().unwrap().model.set_text(HOP.to_owned());
    harness.run();
    assert!(harness.query_by_label("No problems").is_some());
    harness.state_mut().file.as_mut().unwrap().model.set_text("(".to_owned());
    harness.run();
    assert!(harness.query_by_label_contains("; the last good version shows").is_some());
}

#[test]
fn what_is_typed_into_the_text_shows_at_once() {
    let mut harness = opened(HOP);
    harness.get_by_label("Source").focus();
    harness.run();
    harness.key_press_modifiers(Modifiers::CTRL, Key::Home);
    harness.run();
    harness.get_by_label("Source").type_text("// mine\n");
    harness.run();
    assert_eq!(model(&harness).text(), format!("// mine\n{HOP}"));
    harness.get_by_label("Source").type_text("]");
    harness.run();
    assert!(model(&harness).is_broken());
    assert!(harness.query_by_label_contains("line 2:").is_some());
}

#[test]
fn enter_keeps_the_indentation_and_a_drag_gives_the_space_bar_back() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    // The end of the second line.
    let second = harness.get_by_label("Source").rect().min + vec2(300.0, 24.0);
    drag(&mut harness, second, vec2(0.0, 0.0));
    harness.key_press(Key::Enter);
    harness.run();
    harness.event(egui::Event::Text("// here".to_owned()));
    harness.run();
    let typed = HOP.replace("version: 1,", "version: 1,\n    // here");
    assert_eq!(model(&harness).text(), typed);
    let rest = harness.get_by_label("rest").rect().center();
    drag(&mut harness, rest, vec2(40.0, 0.0));
    let dragged = model(&harness).text().to_owned();
    assert_ne!(dragged, typed);
    harness.key_press(Key::Space);
    harness.event(egui::Event::Text(" ".to_owned()));
    harness.run_steps(3);
    assert_eq!(model(&harness).text(), dragged, "the space bar plays");
    assert!(harness.query_by_label("Pause").is_some());
}

#[test]
fn a_window_in_which_nothing_moves_asks_for_no_frame() {
    let mut harness = opened(HOP);
    harness.run_steps(3);
    let quiet = |harness: &Harness<'_, Studio>| {
        let output = &harness.output().viewport_output;
        output.values().all(|viewport| viewport.repaint_delay > Duration::from_secs(3600))
    };
    assert!(quiet(&harness), "paused");
    harness.get_by_label("Play").click();
    harness.run_steps(3);
    assert!(!quiet(&harness), "playing");
    harness.get_by_label("Pause").click();
    harness.run_steps(4);
    assert!(quiet(&harness), "paused again");
}

#[test]
fn a_save_writes_the_file_and_a_kill_before_it_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hop.ron");
    fs::write(&path, HOP).unwrap();
    let ctx = egui::Context::default();
    let mut harness = window(Studio::new(Some(path.clone()), &ctx));
    let file = |harness: &mut Harness<'_, Studio>, text: &str| {
        harness.state_mut().file.as_mut().unwrap().model.set_text(text.to_owned());
    };
    file(&mut harness, &format!("// one\n{HOP}"));
    harness.step();
    std::thread::sleep(KEEP_AFTER);
    harness.step();
    drop(harness); // killed: nothing is called at the end
    assert_eq!(fs::read_to_string(&path).unwrap(), HOP);
    let mut harness = window(Studio::new(Some(path.clone()), &ctx));
    click(&mut harness, "Restore them");
    assert_eq!(model(&harness).text(), format!("// one\n{HOP}"));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("// one\n{HOP}"));
    assert!(!model(&harness).is_changed());
    drop(harness);
    let harness = window(Studio::new(Some(path), &ctx));
    assert!(harness.query_by_label("Restore them").is_none());
}

#[test]
fn a_file_of_another_program_says_that_it_is_shown_only_and_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    fs::write(
        &path,
        r#"{"v": "5.7.0", "fr": 30, "ip": 0, "op": 30, "w": 10, "h": 10, "layers": []}"#,
    )
    .unwrap();
    let mut harness = window(Studio::new(Some(path.clone()), &egui::Context::default()));
    assert!(harness.query_by_label("Lottie, shown only").is_some());
    assert!(harness.query_by_label("Save").is_none());
    click(&mut harness, "Save a copy as RON");
    assert_eq!(model(&harness).path(), path.with_extension("ron"));
    assert!(model(&harness).is_editable());

    // A copy may write a picture too, so the name of a picture that is there is taken.
    fs::remove_file(path.with_extension("ron")).unwrap();
    fs::write(path.with_extension("png"), "drawn by hand").unwrap();
    let mut harness = window(Studio::new(Some(path.clone()), &egui::Context::default()));
    click(&mut harness, "Save a copy as RON");
    assert_eq!(model(&harness).path(), folder.path().join("a-2.ron"));
    assert_eq!(fs::read_to_string(path.with_extension("png")).unwrap(), "drawn by hand");
}

#[test]
fn changes_without_a_pause_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hop.ron");
    fs::write(&path, HOP).unwrap();
    let ctx = egui::Context::default();
    let mut harness = window(Studio::new(Some(path.clone()), &ctx));
    let mut change = |text: &str, since: Duration| {
        let file = harness.state_mut().file.as_mut().unwrap();
        file.model.set_text(format!("// {text}\n{HOP}"));
        file.unkept = file.unkept.map(|at| at.checked_sub(since).unwrap());
        harness.step();
    };
    change("one", Duration::ZERO);
    change("two", KEEP_AFTER); // so long after the first change
    drop(harness);
    let mut harness = window(Studio::new(Some(path), &ctx));
    click(&mut harness, "Restore them");
    assert_eq!(model(&harness).text(), format!("// two\n{HOP}"));
}

#[test]
fn the_long_files_of_the_measurement_are_files() {
    for text in
        [super::super::measure::ten_thousand_keys(), super::super::measure::thousand_items()]
    {
        let model = Model::of("long.ron".into(), text.into_bytes()).unwrap();
        assert!(!model.is_broken(), "{}", model.problems());
    }
}

#[test]
fn a_file_without_a_rate_snaps_to_ten_milliseconds() {
    let mut harness = opened(
        &HOP.replace("rate: 50, items", "items")
            .replace("duration: 20)", "duration: \"400ms\")")
            .replace("duration: 30", "duration: \"600ms\""),
    );
    click(&mut harness, "deal");
    let rest = harness.get_by_label("rest").rect(); // 600 ms
    drag(&mut harness, rest.center(), vec2(rest.width() * 0.3371, 0.0));
    assert!(
        model(&harness).text().contains(r#"offset: By("200ms")"#),
        "{}",
        model(&harness).text()
    );
}

#[test]
fn the_ends_of_a_tween_are_typed_as_numbers() {
    let mut harness = opened(HOP);
    click(&mut harness, "deal");
    click(&mut harness, "card.x");
    harness.get_by_role_and_label(Role::SpinButton, "to").click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness.event(egui::Event::Text("12.5".to_owned()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let line =
        r#"(action: Tween({"card.x": (from: F64(0.0), to: F64(12.5))}), duration: 20), // in"#;
    assert_eq!(changed(&harness), [line]);
}

/// A folder with a file, the path of the file, and the text that an earlier session has not saved.
fn with_earlier_changes() -> (tempfile::TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().unwrap();
    let (path, earlier) = (folder.path().join("hop.ron"), format!("// earlier\n{HOP}"));
    fs::write(&path, HOP).unwrap();
    fs::write(folder.path().join(".hop.ron.unsaved"), &earlier).unwrap();
    (folder, path, earlier)
}

#[test]
fn changes_are_kept_while_the_notice_about_earlier_ones_is_open() {
    let (folder, path, earlier) = with_earlier_changes();
    let mine = format!("// mine\n{HOP}");
    let ctx = egui::Context::default();
    let mut studio = Studio::new(Some(path.clone()), &ctx);
    studio.file.as_mut().unwrap().model.set_text(mine.clone());
    studio.keep(); // as at the end
    drop(studio);
    let mut harness = window(Studio::new(Some(path.clone()), &ctx));
    let mut restored = Vec::new();
    for _ in 0..2 {
        click(&mut harness, "Restore them");
        restored.push(model(&harness).text().to_owned());
    }
    let last = restored[1].clone();
    restored.sort();
    assert_eq!(restored, [earlier, mine]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert_eq!(fs::read_to_string(&path).unwrap(), last);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the other one is still there");
    click(&mut harness, "Restore them");
    assert_eq!(*model(&harness).text(), restored[usize::from(last == restored[0])]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left to restore");
    assert!(harness.query_by_label("Restore them").is_none());
}

#[test]
fn restored_changes_that_are_undone_are_offered_again() {
    let (_folder, path, earlier) = with_earlier_changes();
    let mut harness = window(Studio::new(Some(path.clone()), &egui::Context::default()));
    click(&mut harness, "Restore them");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run();
    assert_eq!(model(&harness).text(), HOP);
    harness.state_mut().file.as_mut().unwrap().model.set_text(format!("// other\n{HOP}"));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    click(&mut harness, "Restore them");
    assert_eq!(model(&harness).text(), earlier);
}

#[test]
fn dropped_changes_are_removed_and_those_of_this_session_stay() {
    let (_folder, path, _) = with_earlier_changes();
    let mine = format!("// mine\n{HOP}");
    let ctx = egui::Context::default();
    let mut harness = window(Studio::new(Some(path.clone()), &ctx));
    harness.state_mut().file.as_mut().unwrap().model.set_text(mine.clone());
    harness.state_mut().keep();
    click(&mut harness, "Drop them");
    drop(harness);
    let mut harness = window(Studio::new(Some(path), &ctx));
    click(&mut harness, "Restore them");
    assert_eq!(model(&harness).text(), mine);
    assert!(harness.query_by_label("Restore them").is_none());
}

#[test]
fn a_file_that_is_on_no_disk_leaves_nothing_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hop.ron");
    let mut studio = Studio::of(Model::of(path, HOP.as_bytes().to_vec()).unwrap());
    studio.file.as_mut().unwrap().model.set_text(format!("// one\n{HOP}"));
    studio.keep();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_could_not_be_kept_is_kept_at_the_next_try() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in").join("hop.ron");
    let made = || {
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(&path, HOP).unwrap();
    };
    made();
    let ctx = egui::Context::default();
    let mut studio = Studio::new(Some(path.clone()), &ctx);
    studio.file.as_mut().unwrap().model.set_text(format!("// one\n{HOP}"));
    fs::remove_dir_all(folder.path().join("in")).unwrap();
    studio.keep();
    assert!(studio.file.as_ref().unwrap().not_kept.is_some());
    studio.open("other.ron".into(), &ctx);
    assert_eq!(studio.file.as_ref().unwrap().model.path(), path, "its changes are nowhere else");
    made();
    studio.keep();
    assert_eq!(studio.file.as_ref().unwrap().not_kept, None);
    let kept = folder.path().join("in").join(".hop.ron.unsaved");
    assert_eq!(fs::read_to_string(&kept).unwrap(), format!("// one\n{HOP}"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&kept).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "it is for its owner only");
    }
}

#[test]
fn why_a_save_failed_stays_until_a_save_succeeds_or_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("in");
    let path = inner.join("hop.ron");
    fs::create_dir(&inner).unwrap();
    fs::write(&path, HOP).unwrap();
    let mut harness = window(Studio::new(Some(path.clone()), &egui::Context::default()));
    fs::remove_dir_all(&inner).unwrap(); // as a disk that takes nothing any more
    let said =
        |harness: &Harness<'_, Studio>| harness.query_by_label_contains("not saved: ").is_some();
    let fail = |text: &str, harness: &mut Harness<'_, Studio>| {
        harness.state_mut().file.as_mut().unwrap().model.set_text(format!("// {text}\n{HOP}"));
        harness.run();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        harness.step();
        assert!(said(harness), "{text}");
    };
    fail("one", &mut harness);
    std::thread::sleep(KEEP_AFTER);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("are not kept").is_some(), "that, too, failed");
    assert!(said(&harness), "the one does not replace the other");
    let edit = Edit::MoveCue { clip: "hop".into(), cue: 0, at: Span::from_millis(500) };
    harness.state_mut().carry_out(&edit, None);
    harness.run_steps(3);
    assert!(said(&harness), "after an edit");
    fs::create_dir(&inner).unwrap();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert!(!said(&harness) && path.exists());
    assert!(harness.query_by_label_contains("are not kept").is_none(), "nothing is unsaved");
    fs::remove_dir_all(&inner).unwrap();
    fail("two", &mut harness);
    harness.get_all_by_label("Close").next().expect("a button").click();
    harness.run_steps(2);
    assert!(!said(&harness));
}

const GUARD: &str = r#"(
    version: 1,
    clips: {
        "stand": (duration: "800ms"),
        "aim": (tracks: {"arm/rotation": Rotation([
            (at: 0, value: (0, 0, 0, 1)), (at: "800ms", value: (0, 0, 0.6, 0.8)),
        ])}),
    },
    skeletons: {"guard": (nodes: {"hip": (), "arm": (parent: "hip", rest: (translation: (0, 2, 0)))})},
    animators: {"watch": (
        parameters: {"alarm": Bool(false), "shot": Trigger("100ms"), "fear": Float(0.5)},
        layers: {"body": (
            states: {"calm": (motion: Clip("stand")), "alert": (motion: Clip("aim"))},
            transitions: [
                (from: "calm", to: "alert", when: [Is("alarm")], change: Fade(over: "120ms")),
                (from: "alert", to: "calm", when: [IsNot("alarm")]),
            ],
        )},
    )},
)
"#;

/// Goes to a time of the open file.
fn seek(harness: &mut Harness<'_, Studio>, millis: i64) {
    let at = Command::Seek(Span::from_millis(millis));
    harness.state_mut().file.as_mut().unwrap().transport.command(at);
    harness.run_steps(3);
}

#[test]
fn an_animator_is_tried_with_its_parameters_and_its_past_is_looked_at() {
    let mut harness = opened(GUARD);
    click(&mut harness, "watch");
    assert!(harness.query_by_label_contains("body: calm, pass 0.00").is_some());
    assert!(harness.query_by_label("Fire shot").is_some());
    seek(&mut harness, 500);
    click(&mut harness, "alarm");
    assert!(harness.query_by_label_contains("body: alert, pass 0.00, changing").is_some());
    seek(&mut harness, 560);
    for words in ["stand 50 %", "aim 50 %"] {
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
    seek(&mut harness, 400);
    assert!(harness.query_by_label_contains("body: calm, pass 0.50").is_some(), "the past");
    // The state that came later is on the board all the same, and its text is found by it.
    click(&mut harness, "body: alert");
    click(&mut harness, "Forget what was set");
    assert!(harness.query_by_label("body: alert").is_none());
}

#[test]
fn what_was_set_stays_while_an_animator_is_edited() {
    let mut harness = opened(GUARD);
    click(&mut harness, "watch");
    click(&mut harness, "alarm");
    let set = |harness: &mut Harness<'_, Studio>, text: String| {
        harness.state_mut().file.as_mut().unwrap().model.set_text(text);
        harness.run_steps(3); // unsaved changes are kept a little later, in another frame
    };
    let slower = GUARD.replace("120ms", "400ms");
    set(&mut harness, slower.clone());
    seek(&mut harness, 200);
    assert!(harness.query_by_label_contains("body: alert, pass 0.25, changing").is_some());
    // A name that is wrong leaves the last good version.
    set(&mut harness, slower.replace("Is(\"alarm\")", "Is(\"alram\")"));
    assert!(harness.query_by_label_contains("body: alert, pass").is_some());
    assert!(model(&harness).is_broken());
}

#[test]
fn an_animator_without_its_clips_says_which_and_takes_them_from_another_file() {
    let (clips, rest) = (GUARD.find("clips:").unwrap(), GUARD.find("animators:").unwrap());
    let alone = format!("{}{}", &GUARD[..clips], &GUARD[rest..]);
    let body = format!("{})", &GUARD[..rest]);
    let mut harness = opened(&alone);
    assert!(harness.query_by_label_contains(r#"needs the clips "aim", "stand""#).is_some());
    assert!(harness.state().is_lacking());
    harness.state_mut().add_other(Path::new("body.ron"), body.into_bytes());
    harness.run();
    assert!(!harness.state().is_lacking());
    assert!(harness.query_by_label_contains("body: calm, pass").is_some());
    assert!(harness.state().message.is_none());
}

/// The animator of `GUARD` without its clips and its skeleton, these alone, and the clips alone.
fn guard_in_parts() -> [String; 3] {
    let [clips, skeletons, rest] =
        ["clips:", "skeletons:", "animators:"].map(|part| GUARD.find(part).unwrap());
    [
        format!("{}{}", &GUARD[..clips], &GUARD[rest..]),
        format!("{})", &GUARD[..rest]),
        format!("{})", &GUARD[..skeletons]),
    ]
}

#[test]
fn a_dropped_file_that_has_nothing_of_what_is_missing_opens() {
    let [alone, body, clips] = guard_in_parts();
    let mut harness = opened(&alone);
    let studio = harness.state_mut();
    assert!(!studio.add_missing(Path::new("hop.ron"), HOP.as_bytes()), "other clips");
    assert!(!studio.add_missing(Path::new("broken.ron"), b"("), "its problem is to be shown");
    assert!(studio.add_missing(Path::new("clips.ron"), clips.as_bytes()));
    assert!(studio.is_lacking(), "its skeleton");
    assert!(!studio.add_missing(Path::new("hop.ron"), HOP.as_bytes()), "no skeleton");
    let bones = body.replace("\"stand\"", "\"sit\"").replace("\"aim\"", "\"lie\"");
    assert!(studio.add_missing(Path::new("bones.ron"), bones.as_bytes()));
    assert!(!studio.is_lacking());
    assert!(!studio.add_missing(Path::new("body.ron"), body.as_bytes()), "nothing is missing");
    harness.run();
    assert!(harness.query_by_label_contains("body: calm, pass").is_some());
}

#[test]
fn a_file_that_is_opened_later_finds_no_names_in_what_was_given_for_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let [alone, body, _] = guard_in_parts();
    let [one, two] = ["one.ron", "two.ron"].map(|name| folder.path().join(name));
    fs::write(&one, &alone).unwrap();
    fs::write(&two, &alone).unwrap();
    let ctx = egui::Context::default();
    let mut studio = Studio::new(None, &ctx);
    studio.add_other(Path::new("body.ron"), body.into_bytes());
    let lacks = |studio: &mut Studio, path: &Path| {
        studio.open(path.to_owned(), &ctx);
        studio.show(Some("watch"), Span::ZERO);
        studio.is_lacking()
    };
    assert!(!lacks(&mut studio, &one), "it was given before any file");
    assert!(!lacks(&mut studio, &one), "the same file, once more");
    assert!(lacks(&mut studio, &two));
}

#[test]
fn an_animator_plays_on_at_the_end_of_the_time_bar_and_clips_loop_again_after_it() {
    let mut harness = opened(GUARD);
    let looped = |harness: &Harness<'_, Studio>| {
        harness.state().file.as_ref().unwrap().transport.is_looped()
    };
    assert!(looped(&harness));
    click(&mut harness, "watch");
    assert!(!looped(&harness));
    seek(&mut harness, 9_500);
    let file = harness.state_mut().file.as_mut().unwrap();
    file.grow();
    assert_eq!(file.transport.length(), ENDLESS * 2);
    assert_eq!(file.transport.at(), Span::from_millis(9_500));
    click(&mut harness, "aim");
    assert!(looped(&harness));
}

#[test]
fn a_small_window_has_room_for_the_view_and_its_buttons() {
    for (width, has_text) in [(1360.0, true), (800.0, true), (640.0, false), (400.0, false)] {
        let studio = Studio::of(Model::of("hop.ron".into(), HOP.as_bytes().to_vec()).unwrap());
        let mut harness = Harness::builder()
            .with_size([width, 420.0])
            .build_ui_state(|ui, studio: &mut Studio| studio.ui(ui), studio);
        harness.run();
        assert_eq!(harness.query_by_label("Source").is_some(), has_text, "{width}");
        for label in ["Open", "Save", "Undo", "Snap", "Play", "Loop", "4x", "hop", "Curves"] {
            let rect = harness.get_by_label(label).rect();
            assert!(rect.left() >= 0.0 && rect.right() <= width, "{label} at {rect} of {width}");
            assert!(rect.top() >= 0.0 && rect.bottom() <= 420.0, "{label} at {rect} of {width}");
        }
    }
}
