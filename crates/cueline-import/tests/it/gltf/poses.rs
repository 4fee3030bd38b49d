//! Skinned poses, buffers in other files, and notes on the rest.

use std::fs;

use cueline::{
    time::Span,
    value::{Mat4, Vec3},
};
use cueline_assets::rig::Rig;
use gltf_json::{
    Index, Skin,
    accessor::Type,
    animation::{
        Interpolation::Linear,
        Property::{Rotation, Translation},
    },
    scene::UnitQuaternion,
};

use super::{make::Make, notes, read};

/// A post of two bones: the upper one, at a height of 1, bends by a quarter about z within a second.
fn post() -> Make {
    let mut make = Make::default();
    make.node("mesh", &[]);
    make.node("lower", &[2]);
    make.node("upper", &[]);
    make.root.nodes[2].translation = Some([0.0, 1.0, 0.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    make.curve(2, Rotation, Linear, &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, half, half]);
    make.curve(1, Translation, Linear, &[0.0, 1.0], &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    let mut down = Mat4::<f32>::default().0;
    let mut binds = down.to_vec();
    down[13] = -1.0;
    binds.extend(down);
    let binds = make.floats(Type::Mat4, &binds);
    make.root.skins.push(Skin {
        extensions: None,
        extras: Default::default(),
        inverse_bind_matrices: Some(binds),
        joints: vec![Index::new(1), Index::new(2)],
        name: Some("post".into()),
        skeleton: Some(Index::new(1)),
    });
    make.root.nodes[0].skin = Some(Index::new(0));
    make
}

fn skinned(matrix: &Mat4, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let m = &matrix.0;
    [0, 1, 2].map(|row| m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

#[test]
fn a_skinned_pose_is_as_computed_by_hand() {
    let read = read(&post().binary()).unwrap();
    let rig = Rig::new(&read.document.skeletons["scene"]).unwrap();
    let clip = read.document.clips["move"].build("move").unwrap();
    let mut pose = rig.rest();
    for (at, tip, elbow) in [
        (0, [0.0, 2.0, 0.0], [0.0, 1.0, 0.0]),
        // An eighth of a turn of a bone that is 1 long, and half of the way.
        (500, [1.5 - 0.5_f32.sqrt(), 1.0 + 0.5_f32.sqrt(), 0.0], [1.5, 1.0, 0.0]),
        (1000, [2.0, 1.0, 0.0], [3.0, 1.0, 0.0]),
        (9000, [2.0, 1.0, 0.0], [3.0, 1.0, 0.0]),
    ] {
        assert_eq!(rig.sample(&clip, Span::from_millis(at), &mut pose), 2);
        let palette = rig.palette("post", &rig.globals(&pose)).unwrap();
        for (joint, from, to) in
            [(1, [0.0, 2.0, 0.0], tip), (1, [0.0, 1.0, 0.0], elbow), (0, [0.0, 1.0, 0.0], elbow)]
        {
            let found = skinned(&palette[joint], from);
            for (found, wanted) in found.iter().zip(to) {
                assert!(
                    (found - wanted).abs() < 1e-6,
                    "{from:?} goes to {to:?}, not {found}, at {at} ms"
                );
            }
        }
    }
}

#[test]
fn nodes_rest_where_the_file_says() {
    let mut make = post();
    make.root.nodes[1].rotation = Some(UnitQuaternion([0.0, 0.0, 1.0, 0.0]));
    make.root.nodes[1].scale = Some([2.0, 3.0, 4.0]);
    let mut matrix = Mat4::<f32>::default().0;
    (matrix[0], matrix[5], matrix[12]) = (2.0, 3.0, 7.0);
    make.root.nodes[0].matrix = Some(matrix);
    let sheared = make.node("sheared", &[]);
    let mut shear = matrix;
    shear[4] = 1.0;
    make.root.nodes[sheared.value()].matrix = Some(shear);
    let read = read(&make.text()).unwrap();
    let nodes = &read.document.skeletons["scene"].nodes;
    assert_eq!(nodes["upper"].parent.as_deref(), Some("lower"));
    assert_eq!(nodes["lower"].rest.scale, Vec3::new(2.0, 3.0, 4.0));
    assert_eq!(nodes["lower"].rest.rotation.z, 1.0);
    assert_eq!(nodes["mesh"].rest.scale, Vec3::new(2.0, 3.0, 1.0));
    assert_eq!(nodes["mesh"].rest.translation.x, 7.0);
    assert_eq!(
        notes(&read),
        ["note: nodes[3].matrix: found a matrix with shear or perspective, of which that is lost"]
    );
}

#[test]
fn buffers_beside_the_file_are_found_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let make = post();
    let file = folder.path().join("post.gltf");
    fs::write(&file, make.with_buffer(Some("post%20data.bin".into()))).unwrap();
    let problems = cueline_import::open(&file).unwrap_err().to_string();
    assert!(
        problems.contains(
            "post.gltf: error: buffers[0].uri: found \"post data.bin\", which cannot be read"
        ),
        "{problems}"
    );

    fs::write(folder.path().join("post data.bin"), &make.bytes).unwrap();
    assert_eq!(
        cueline_import::open(&file).unwrap().document,
        read(&make.binary()).unwrap().document
    );

    fs::write(folder.path().join("post data.bin"), &make.bytes[1..]).unwrap();
    let problems = cueline_import::open(&file).unwrap_err().to_string();
    assert!(problems.contains("needed the"), "{problems}");
}

#[test]
fn what_is_not_imported_is_reported() {
    let mut json: serde_json::Value = serde_json::from_slice(&post().text()).unwrap();
    json["cameras"] = serde_json::json!([{"type": "perspective"}, {"type": "odd"}]);
    json["materials"] = serde_json::json!([{"alphaMode": 7}]);
    json["skins"][0]["extras"] = serde_json::json!({"anything": [1, 2]});
    json["nodes"][1]["extensions"] = serde_json::json!({"KHR_lights_punctual": {"light": 0}});
    json["extensionsRequired"] = serde_json::json!(["KHR_texture_basisu", "KHR_mesh_quantization"]);
    let pointer = serde_json::json!({"sampler": 0, "target": {"path": "pointer",
        "extensions": {"KHR_animation_pointer": {"pointer": 7}}}});
    let nowhere = serde_json::json!({"sampler": 0, "target": {"path": "rotation"}});
    let channels = json["animations"][0]["channels"].as_array_mut().unwrap();
    channels.extend([pointer, nowhere]);
    json["animations"][0]["speed"] = 2.into();
    let read = read(json.to_string().as_bytes()).unwrap();
    assert_eq!(read.document.clips["move"].tracks.len(), 2);
    let reported = notes(&read);
    for wanted in [
        "extensionsRequired[0]: found KHR_texture_basisu, whose content is not imported",
        "cameras: found 2, which are not imported",
        "materials: found 1, which is not imported",
        "skins[].extras: found 1, which is not imported",
        "nodes[].(KHR_lights_punctual): found 1, which is not imported",
        "animations[].channels[].target.(a pointer to nothing): found 1, which is not imported",
        "animations[].channels[].target.(without a node): found 1, which is not imported",
        "animations[].speed: found 1, which is not imported",
    ] {
        assert!(reported.contains(&format!("note: {wanted}")), "{wanted}\n{reported:#?}");
    }
    let lost = "warning: found 2 animated properties (unknown 2), whose motion is lost";
    assert!(reported.contains(&lost.to_owned()), "{reported:#?}");
    assert_eq!(reported.len(), 9, "{reported:#?}");
}
