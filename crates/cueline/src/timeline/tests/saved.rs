//! Builders as data.

use alloc::{string::String, sync::Arc, vec, vec::Vec};

use serde_json::{Value as Json, from_value, json, to_value};

use crate::{
    clip::{ClipBuilder, Cue, CueKind, Flipbook, Keyframe},
    digest::digest,
    time::{Speed, ms},
    timeline::{
        Conflict, Fraction, Position, Stagger, TimelineBuilder, by, call, clip, cue, flipbook,
        from, from_to, nest, pause_here, set, wait,
    },
    value::{Easing, Vec2},
};

type Builder = TimelineBuilder<String>;

/// A builder with each kind of item, position and setting.
fn scene() -> Builder {
    let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land"));
    let hop = Arc::new(hop.build().unwrap());
    let key = |name: &str| String::from(name);
    let inner = Builder::new("inner")
        .start(key("a"), 1)
        .tween_duration(ms(50))
        .tween_easing(Easing::OUT_CUBIC)
        .on_conflict(Conflict::Queue)
        .then(set(key("a"), 2))
        .then(by(key("a"), 3).named("up").keeping_velocity());
    let walk = Flipbook::equal(4, ms(100)).unwrap().times(1).unwrap();
    Builder::new("scene")
        .decorative()
        .start(key("at"), Vec2::new(1.0, 2.0))
        .then(from(key("at"), Vec2::new(0.0, 2.0)).and(from_to(key("x"), 0.0, 1.0)))
        .with(clip(hop.clone(), key).delayed(ms(5)).speed(Speed::from_percent(50)))
        .background(clip(hop, |path| ["b.", path].concat()).times(3).gap(ms(10)).ping_pong())
        .label("there")
        .at_label("there", cue(CueKind::State, "is there").one_way())
        .put(Position::previous_end().plus_of_own(Fraction::percent(50)), nest(inner).times(2))
        .put(Position::previous_start().plus(ms(3)), flipbook(key("walk"), walk).decorative())
        .put(Position::label("there").plus_of_previous(Fraction::percent(10)), call(7))
        .at(ms(2000), pause_here())
        .staggered(
            &Stagger::each(ms(10)),
            [wait(ms(4)), from_to(key("z"), 0.0, 1.0).on_conflict(Conflict::Blend)],
        )
}

#[test]
fn a_builder_comes_back_with_all_that_it_has() {
    let scene = scene();
    let back: Builder = from_value(to_value(&scene).unwrap()).unwrap();
    assert_eq!(back, scene);
    let bytes = postcard::to_allocvec(&scene).unwrap();
    let back: Builder = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(back, scene);
    assert_eq!(digest(&back.build().unwrap()), digest(&scene.build().unwrap()));
}

#[test]
fn a_clip_that_plays_twice_is_written_once() {
    let saved = to_value(scene()).unwrap();
    assert_eq!(saved["clips"].as_array().map(Vec::len), Some(1));
}

#[test]
fn builders_with_numbers_that_lead_nowhere_are_refused() {
    let empty = json!({"starts": [], "duration": null, "easing": null, "conflict": null, "purpose": "Essential", "parts": []});
    let item = |content: Json| {
        let mut saved = to_value(Builder::new("").wait(ms(1))).unwrap();
        let place = "/levels/0/parts/0/1/Item/content";
        *saved.pointer_mut(place).expect("where the form has it") = content;
        saved
    };
    let levels = |mut saved: Json, before: Vec<Json>| {
        let levels = saved["levels"].as_array_mut().expect("a list");
        levels.splice(0..0, before);
        from_value::<Builder>(saved).map_err(|error| alloc::format!("{error}"))
    };
    let nest = |number: u32| item(json!({"Nest": number}));
    assert!(levels(nest(0), vec![empty.clone()]).is_ok());
    assert!(levels(item(json!("Wait")), vec![]).is_ok());
    for (saved, before, why) in [
        (nest(0), vec![], "a level that is not there"), // itself
        (nest(2), vec![empty.clone()], "a level that is not there"),
        (nest(0), vec![empty.clone(), empty.clone()], "a level that no other has"),
        (item(json!({"Clip": [0, []]})), vec![], "a clip that does not exist"),
    ] {
        let error = levels(saved, before).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let mut twice = to_value(Builder::new("").then(wait(ms(1))).then(wait(ms(1)))).unwrap();
    for place in [0, 1] {
        twice["levels"][0]["parts"][place][1]["Item"]["content"] = json!({"Nest": 0});
    }
    assert!(levels(twice, vec![empty]).unwrap_err().contains("a level that is not there"));
    let mut keys = to_value(scene()).unwrap();
    let parts = keys["levels"].as_array_mut().and_then(|levels| levels.last_mut()).unwrap();
    parts["parts"][1][1]["Item"]["content"]["Clip"][1] = json!([]);
    assert!(levels(keys, vec![]).unwrap_err().contains("another number of keys"));
    let mut none = to_value(Builder::new("")).unwrap();
    none["levels"] = json!([]);
    assert!(levels(none, vec![]).unwrap_err().contains("no levels"));
}

#[test]
fn a_deep_builder_is_read_without_nested_calls_and_refused_when_it_is_built() {
    let mut saved = to_value(Builder::new("")).unwrap();
    let mut outer = to_value(nested(1)).unwrap();
    let template = outer["levels"][1].take();
    let levels = saved["levels"].as_array_mut().expect("a list");
    for number in 0..20_000 {
        let mut level = template.clone();
        level["parts"][0][1]["Item"]["content"] = json!({"Nest": number});
        levels.push(level);
    }
    let deep: Builder = from_value(saved).unwrap();
    assert!(deep.build().is_err());
    assert!(nested(60).build().is_ok());
    let back: Builder = from_value(to_value(nested(60)).unwrap()).unwrap();
    assert_eq!(back, nested(60));
}

/// That many timelines in one another.
fn nested(depth: u32) -> Builder {
    (0..depth).fold(Builder::new("").wait(ms(1)), |inner, _| Builder::new("").then(nest(inner)))
}
