//! Broken files.

use proptest::prelude::*;
use serde_json::json;

use super::{read, record};
use crate::harm::{harm, many, survives, survives_strange_numbers, survives_truncation};

/// A scene with one of each.
fn scene() -> serde_json::Value {
    let turn = &record("quaternion_tangents_and_steps")["file"];
    let tint = &record("color3_ranges")["file"];
    json!({
        "animations": [tint],
        "animationGroups": [{"name": "all", "from": 2, "to": 20, "loopAnimation": true, "speedRatio": 2,
            "targetedAnimations": [{"animation": turn, "targetId": "7"}, {"animation": tint, "targetId": "gone"}]}],
        "meshes": [{"name": "lamp", "id": "7", "animations": [tint, tint]}],
        "skeletons": [{"bones": [{"name": "hip", "animation": turn}]}],
    })
}

#[test]
fn every_truncation_and_strange_number_is_survived() {
    let text = record("float_tangents_and_steps")["file"].to_string();
    survives_truncation(text.as_bytes(), read);
    for name in ["float_tangents_and_steps", "quaternion_step_some", "color3_ranges"] {
        survives_strange_numbers(&record(name)["file"], read);
    }
    survives(scene().to_string().as_bytes(), read);
    survives(b"[[[[[[", read);
    survives(b"[1, 2]", read);
    survives(b"[]", read);
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm()) {
        survives(&harm.to(scene().to_string().as_bytes()), read);
    }
}
