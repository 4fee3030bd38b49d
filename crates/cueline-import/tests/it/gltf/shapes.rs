//! Triangles of meshes, for previews.

use cueline_assets::Problems;
use cueline_import::gltf::{self, Shapes, no_files};
use gltf_json::accessor::{ComponentType, Type};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::make::Make;
use crate::harm::{harm, many, memory, most};

fn shapes(file: &[u8]) -> Result<Shapes, Problems> {
    let (taken, outcome) = memory(|| gltf::shapes(file, &mut no_files));
    assert!(taken <= most(file.len()), "{taken} bytes for {}", file.len());
    for shape in outcome.iter().flat_map(|found| &found.shapes) {
        assert!(shape.triangles.as_flattened().iter().all(|corner| *corner < shape.places.len()));
    }
    outcome
}

/// A triangle with a skin and a morph target, and a second part.
fn character(second: Value) -> Value {
    let mut make = Make::default();
    make.node("body", &[]);
    make.node("bone", &[]);
    let places = make.floats(Type::Vec3, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    let moved = make.floats(Type::Vec3, &[0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0]);
    let joints = make.bytes(&[0, 0, 0, 0].repeat(3), ComponentType::U8, Type::Vec4, false);
    let weights = [255, 0, 0, 0].repeat(3);
    let weights = make.bytes(&weights, ComponentType::U8, Type::Vec4, true);
    let indices: Vec<u8> = [2_u16, 0, 1].iter().flat_map(|n| n.to_le_bytes()).collect();
    let indices = make.bytes(&indices, ComponentType::U16, Type::Scalar, false);
    let mut file: Value = serde_json::from_slice(&make.text()).unwrap();
    file["meshes"] = json!([{"primitives": [
        {"attributes": {"POSITION": places.value(), "JOINTS_0": joints.value(), "WEIGHTS_0": weights.value()},
         "indices": indices.value(), "targets": [{"POSITION": moved.value()}]},
        second]}]);
    file["skins"] = json!([{"name": "skin", "joints": [1]}]);
    file["nodes"][0]["mesh"] = json!(0);
    file["nodes"][0]["skin"] = json!(0);
    file
}

#[test]
fn triangles_come_with_their_joints_and_morph_targets() {
    let found = shapes(character(json!({"attributes": {}})).to_string().as_bytes()).unwrap();
    let [shape] = &found.shapes[..] else { panic!("{found:?}") };
    assert_eq!(shape.triangles, [[2, 0, 1]]);
    assert_eq!(shape.places[2], [0.0, 2.0, 0.0]);
    assert_eq!(shape.targets[0][1], [0.0, 0.0, 3.0]);
    assert_eq!(shape.joints[0], [(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
    let [nodes] = &found.nodes[..] else { panic!("{found:?}") };
    assert_eq!((&*nodes.node, nodes.skin.as_deref(), nodes.shape), ("body", Some("skin"), 0));
    assert_eq!(found.notes.iter().count(), 1, "the second part has no places");
}

#[test]
fn parts_that_cannot_be_shown_are_left_out_with_a_note() {
    let note = |part: Value| {
        let found = shapes(character(part).to_string().as_bytes()).unwrap();
        assert_eq!(found.shapes.len(), 1);
        found.notes.to_string()
    };
    let places = json!({"POSITION": 0});
    assert!(note(json!({"attributes": places, "mode": 1})).contains("needed triangles"));
    let draco = json!({"KHR_draco_mesh_compression": {}});
    let part = json!({"attributes": places, "extensions": draco});
    assert!(note(part).contains("compressed vertices"));
    let beyond = json!({"attributes": {"POSITION": 0}, "indices": 99});
    assert!(note(beyond).contains("beyond the 5 accessors"));
    let floats = json!({"attributes": {"POSITION": 0}, "indices": 1});
    assert!(note(floats).contains("componentType: found F32, needed U8, U16 or U32"));
}

#[test]
fn quantized_places_are_read_as_they_are() {
    for (normalized, expected) in
        [(false, [0.0, -32_767.0, 300.0]), (true, [0.0, -1.0, 300.0 / 32_767.0])]
    {
        let mut make = Make::default();
        make.node("a", &[]);
        let bytes: Vec<u8> = [0_i16, -32_767, 300].into_iter().flat_map(i16::to_le_bytes).collect();
        let places = make.bytes(&bytes, ComponentType::I16, Type::Vec3, normalized);
        let mut file: Value = serde_json::from_slice(&make.text()).unwrap();
        let part = json!({"attributes": {"POSITION": places.value()}});
        file["meshes"] = json!([{"primitives": [part]}]);
        let found = shapes(file.to_string().as_bytes()).unwrap();
        assert_eq!(found.shapes[0].places, [expected]);
    }
}

#[test]
fn one_accessor_of_many_parts_does_not_take_memory() {
    let mut make = Make::default();
    make.node("a", &[]);
    let places = make.floats(Type::Vec3, &vec![1.0; 300_000]);
    let mut file: Value = serde_json::from_slice(&make.text()).unwrap();
    let part = json!({"attributes": {"POSITION": places.value()}});
    file["meshes"] = json!([{"primitives": vec![part; 500]}]);
    let found = shapes(file.to_string().as_bytes()).unwrap();
    assert!(!found.shapes.is_empty() && found.shapes.len() < 500);
    assert!(found.notes.to_string().contains("than a file of this size can hold"));
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_to_meshes_is_survived(harm in harm()) {
        let file = character(json!({"attributes": {}})).to_string();
        if let Err(problems) = shapes(&harm.to(file.as_bytes())) {
            prop_assert!(problems.has_errors());
        }
    }
}
