//! Timelines from files.

use cueline::{
    time::Span,
    timeline::{TimelineBuilder, cue, from_to, nest, set, to},
    value::{Curve, Easing},
};

use crate::{ClipLibrary, read};

#[test]
fn a_timeline_of_a_file_is_that_of_the_same_draft() {
    let text = r#"(version: 1, timelines: {"turn": (
        rate: 10,
        start_values: {"width": F64(1), "face": I32(0), "x": F32(0)},
        tween_easing: "out-quad",
        items: [
            (action: Tween({"width": (to: F64(0))}), duration: 5),
            (action: Set({"face": I32(1)})),
            (action: Label("edge on")),
            (action: Tween({"width": (from: F64(0), to: F64(1)), "glow": (from: F32(1), to: F32(0))}), duration: 5),
            (position: Label("edge on"), offset: By("100ms"), action: Cue(cue: "flip", kind: Effect)),
            (position: With, offset: OfPrevious("1/2"), name: "inner", repeat: Times(3), ping_pong: true, action: Nest([
                (action: Set({"x": F32(0)})),
                (action: Tween({"x": (to: F32(1))}), duration: 1, speed: "1/2"),
            ])),
        ],
    )})"#;
    let mut library = ClipLibrary::new();
    library.load("t.ron", text.as_bytes()).unwrap();
    let ms = Span::from_millis;
    let key = |name: &str| name.to_owned();
    let half = cueline::timeline::Fraction::percent(50);
    let inner = TimelineBuilder::new("").then(set(key("x"), 0.0_f32)).then(
        to(key("x"), 1.0_f32).duration(ms(100)).speed(cueline::time::Speed::new(1, 2).unwrap()),
    );
    let builder = TimelineBuilder::new("turn")
        .start(key("width"), 1.0)
        .start(key("face"), 0)
        .start(key("x"), 0.0_f32)
        .tween_easing(Easing::Out(Curve::Quad))
        .then(to(key("width"), 0.0).duration(ms(500)))
        .then(set(key("face"), 1))
        .label("edge on")
        .then(
            from_to(key("width"), 0.0, 1.0)
                .and(from_to(key("glow"), 1.0_f32, 0.0))
                .duration(ms(500)),
        )
        .put(
            cueline::timeline::Position::label("edge on").plus(ms(100)),
            cue(cueline::clip::CueKind::Effect, "flip"),
        )
        .put(
            cueline::timeline::Position::previous_start().plus_of_previous(half),
            nest(inner).named("inner").times(3).ping_pong(),
        );
    let (found, wanted) = (library.timeline("turn").unwrap(), builder.build().unwrap());
    assert_eq!(format!("{found:?}"), format!("{wanted:?}"));
}

#[test]
fn a_fault_is_told_at_its_item() {
    // Each `X` is an item that needs a start; what is in nests and staggers before it counts too, labels do not.
    let x = "(action: Tween({\"x\": (to: F32(1))}))";
    let fine = "(action: Call(7))";
    let cases = [
        ("X", "items[0]"),
        ("(action: Label(\"a\")), X", "items[1]"),
        ("(action: Nest([F, (action: Label(\"a\")), F])), X", "items[1]"),
        ("(action: Nest([F, (action: Label(\"a\")), F, X])), F", "items[0].action[3]"),
        (
            "(action: Stagger(by: Each(\"3ms\"), items: [(action: Wait), (action: Nest([F])), X])), F",
            "items[0].action.items[2]",
        ),
        (
            "(action: Stagger(by: Each(\"3ms\"), items: [(action: Wait), (action: Nest([F]))])), X",
            "items[1]",
        ),
    ];
    for (items, place) in cases {
        let items = items
            .replace('X', x)
            .replace("F,", &format!("{fine},"))
            .replace("F]", &format!("{fine}]"));
        let items =
            items.strip_suffix(", F").map_or(items.clone(), |items| format!("{items}, {fine}"));
        let text = format!("(version: 1, timelines: {{\"t\": (items: [{items}])}})");
        let problems = read(text.as_bytes(), "").unwrap_err();
        assert_eq!(problems.len(), 1, "{problems}\n{text}");
        let problem = problems.iter().next().unwrap();
        assert_eq!(
            problem.item.to_string(),
            format!("timelines.\"t\".{place}"),
            "{text}\n{problem}"
        );
        let place = problem.place.unwrap();
        assert_eq!(&text[place.offset..place.offset + place.length], x, "{text}");
    }
}
