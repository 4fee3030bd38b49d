//! The program as a person starts it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Lines},
    path::Path,
    process::{Child, ChildStderr, ChildStdout, Command, Output, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use cueline::{
    time::Span,
    value::{Lerp as _, Quat, Vec3},
};
use tempfile::TempDir;

/// Runs the program in `folder`, without a screen.
fn cueline(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cueline"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", "wayland-0")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with the example files, and one that is broken.
fn examples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        let _bytes = fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    fs::write(folder.path().join("broken.ron"), BROKEN).unwrap();
    folder
}

const BROKEN: &str = r#"(
    version: 1,
    clips: {"hop": (
        tracks: {"y": F32([(at: 0, value: 1.0), (at: -2, valeu: 0)])},
        cues: [(at: "400 parsecs", name: "land")],
    )},
)
"#;

#[test]
fn an_animator_is_inspected_with_the_names_of_what_is_in_it() {
    let folder = examples();
    let said = text(&cueline(folder.path(), &["inspect", "fox.ron"]).stdout);
    let lines = [
        "animator \"fox\": 1 parameter, 1 layer, 2 states",
        "  parameters: speed",
        "  layer \"body\": idle, move",
        "    idle -> move, move -> idle",
    ];
    assert!(said.contains(&lines.join("\n")), "{said}");
}

#[test]
fn the_bars_of_a_file_are_as_wide_as_the_terminal() {
    let folder = examples();
    for columns in [44_usize, 80, 160] {
        let output = Command::new(env!("CARGO_BIN_EXE_cueline"))
            .args(["inspect", "reload.ron", "--gantt"])
            .current_dir(folder.path())
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let widths: Vec<_> =
            text(&output.stdout).lines().map(|line| line.chars().count()).collect();
        let widest = widths.iter().copied().max().unwrap();
        assert!((columns - 2..=columns).contains(&widest), "{widest} of {columns}: {widths:?}");
    }
}

#[test]
fn a_problem_is_wrapped_at_the_width_of_the_terminal() {
    let folder = examples();
    fs::write(folder.path().join("photo.xyz"), b"no animation").unwrap();
    // What it needs is longer than a line, as is its own line.
    let track =
        r#"(version: 1, clips: { "hop": (tracks: { "card.x": (keys: [(0, 1.0), (20, 2.0)]) }) })"#;
    fs::write(folder.path().join("wide.ron"), track).unwrap();
    for (columns, file) in [44_usize, 80, 160]
        .into_iter()
        .flat_map(|columns| [(columns, "photo.xyz"), (columns, "wide.ron")])
    {
        let output = Command::new(env!("CARGO_BIN_EXE_cueline"))
            .args(["check", file])
            .current_dir(folder.path())
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let said = text(&output.stderr);
        let widest = said.lines().map(|line| line.chars().count()).max().unwrap();
        assert!((20..=columns.min(100)).contains(&widest), "{widest} of {columns}: {said}");
        assert!(said.contains("needed "), "{said}");
    }
}

#[test]
fn a_curve_in_a_png_has_smooth_edges() {
    let folder = examples();
    let output = cueline(folder.path(), &["plot", "reload.ron", "--track", "bolt", "-o", "b.png"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let file = fs::File::open(folder.path().join("b.png")).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    assert_eq!((reader.info().width, reader.info().height), (960, 540));
    let _info = reader.next_frame(&mut pixels).unwrap();
    // The first curve is (0, 114, 178): half of it over white has a red of about 127, and more green and blue.
    let half = |pixel: &&[u8]| (90..170).contains(&pixel[0]) && pixel[2] > pixel[0] + 40;
    let halves = pixels.chunks(3).filter(half).count();
    assert!(halves > 100, "{halves} pixels lie half on the curve");
}

#[test]
fn the_tour_of_the_readme_shows_what_comes_out() {
    let folder = examples();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let mut seen = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for part in block.split("$ cueline ").skip(1) {
            let (line, expected) = part.split_once('\n').unwrap();
            let arguments: Vec<&str> = line.split(' ').collect();
            let output = cueline(folder.path(), &arguments);
            let shown = text(&output.stdout) + &text(&output.stderr);
            assert_eq!(shown.trim_end(), expected.trim_end(), "cueline {line}");
            seen += 1;
        }
    }
    assert!(seen >= 10, "only {seen} commands");
}

#[test]
fn problems_are_reported_with_their_places() {
    let folder = examples();
    let output = cueline(folder.path(), &["check", "--short", "deal.ron", "broken.ron"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "deal.ron: fine\n");
    let stderr = text(&output.stderr);
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{stderr}");
    assert!(
        lines[0].starts_with("broken.ron:4:49: error: clips.\"hop\".tracks.\"y\"[1]: "),
        "{stderr}"
    );
    assert!(lines[1].ends_with("did you mean `value`?"), "{stderr}");
    assert!(lines[2].contains("400 parsecs"), "{stderr}");
    assert_eq!(lines[3], "3 problems in 1 file");
    let drawn = text(&cueline(folder.path(), &["check", "broken.ron"]).stderr);
    assert!(drawn.contains("╭─[broken.ron:4:49]") && drawn.contains("needed one"), "{drawn}");
    assert!(!drawn.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn every_command_refuses_a_broken_file_with_1_and_a_missing_one_with_3() {
    let folder = examples();
    for file in ["broken.ron", "none.ron"] {
        let commands: [&[&str]; 8] = [
            &["inspect", file],
            &["check", file],
            &["convert", file, "out.json"],
            &["plot", file, "--track", "y", "-o", "out.svg"],
            &["render", file, "-o", "out.gif"],
            &["play", file],
            &["trace", file],
            &["diff", file, "deal.ron"],
        ];
        for arguments in commands {
            let output = cueline(folder.path(), arguments);
            let code = if file == "none.ron" { 3 } else { 1 };
            assert_eq!(output.status.code(), Some(code), "{arguments:?}");
            assert!(text(&output.stderr).contains(file), "{arguments:?}");
            assert!(output.stdout.is_empty(), "{arguments:?}");
        }
    }
    assert!(!folder.path().join("out.gif").exists() && !folder.path().join("out.json").exists());
}

#[test]
fn a_folder_is_refused_with_the_command_that_takes_one() {
    let folder = examples();
    let output = cueline(folder.path(), &["check", "."]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stderr);
    assert!(said.contains("a folder; `cueline check --summary`"), "{said}");
}

#[test]
fn what_is_not_to_be_had_is_refused_with_2() {
    let folder = examples();
    let cases: [(&[&str], &str); 7] = [
        (&["dance"], "dance"),
        (&["convert", "deal.ron", "deal.mp3"], "its ending must be"),
        (&["render", "deal.ron", "-o", "deal.mp4"], "its ending must be"),
        (&["render", "deal.ron", "-o", "deal.gif", "--fps", "60"], "at most 50"),
        (&["render", "hero.ron", "-o", "hero.gif"], "choose one by --name, or --all"),
        (&["plot", "reload.ron", "--track", "nose", "-o", "a.svg"], "it has arm.rotation, bolt"),
        (&["trace", "reload.ron", "--name", "walk"], "holds no \"walk\""),
    ];
    for (arguments, message) in cases {
        let output = cueline(folder.path(), arguments);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn without_a_screen_the_studio_says_so_and_exits_with_4() {
    let folder = examples();
    let output = cueline(folder.path(), &["studio", "deal.ron"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output.stderr).contains("there is no screen"));
}

#[test]
fn without_a_screen_play_says_so_and_exits_with_4() {
    let folder = examples();
    let output = cueline(folder.path(), &["play", "deal.ron"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert_eq!(
        stderr.lines().nth(1).unwrap().trim(),
        "cueline render deal.ron -o out.gif",
        "{stderr}"
    );
}

#[test]
fn pictures_and_cues_of_a_flipbook_are_traced_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"(version: 1, flipbooks: {"run": (frames: Run(first: 4, count: 2, hold: "100ms"), order: PingPong,
        repeat: Times(3), cues: [(at: "100ms", name: "step"), (at: "150ms", name: "dust", kind: Effect)])})"#;
    fs::write(folder.path().join("run.ron"), file).unwrap();
    let traced = cueline(folder.path(), &["trace", "run.ron", "--rate", "10"]);
    assert_eq!(traced.status.code(), Some(0), "{}", text(&traced.stderr));
    let events: Vec<_> = text(&traced.stdout)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|line| line["is"] == "event")
        .map(|line| {
            let at = line["due"].as_i64().unwrap() / 705_600;
            let shown = line["number"].as_i64().map(|number| number.to_string());
            let name = line["name"].as_str().map(str::to_owned);
            (
                at,
                format!(
                    "{} {}",
                    line["event"].as_str().unwrap(),
                    shown.or(name).unwrap_or_default()
                ),
            )
        })
        .collect();
    let wanted = [
        (0, "frame 4"),
        (100, "frame 5"),
        (100, "cue step"),
        (150, "effect dust"),
        (200, "frame 4"),
        (300, "frame 5"),
        (300, "cue step"),
        (350, "effect dust"),
        (400, "end "),
    ];
    let wanted: Vec<_> = wanted.into_iter().map(|(at, what)| (at, what.to_owned())).collect();
    assert_eq!(events, wanted);
    let shown = text(&cueline(folder.path(), &["inspect", "run.ron"]).stdout);
    assert!(shown.contains("step") && shown.contains("dust"), "{shown}");
    let bars = text(&cueline(folder.path(), &["inspect", "run.ron", "--gantt"]).stdout);
    assert_eq!(bars.matches("step").count(), 2, "each time it happens: {bars}");
}

#[test]
fn a_flipbook_is_drawn_from_its_sheet() {
    let folder = examples();
    // Eleven pictures of 16 x 24, each of one grey: the number of the picture, times 20.
    let file = fs::File::create(folder.path().join("hero.png")).unwrap();
    let mut encoder = png::Encoder::new(file, 176, 24);
    encoder.set_color(png::ColorType::Grayscale);
    let row: Vec<u8> = (0..176_u8).map(|x| x / 16 * 20).collect();
    encoder.write_header().unwrap().write_image_data(&row.repeat(24)).unwrap();
    let arguments =
        ["render", "hero.ron", "--name", "walk", "-o", "w.png", "--fps", "10", "--size", "128"];
    let output = cueline(folder.path(), &arguments);
    assert_eq!(text(&output.stdout), "w-00000.png: 8 frames, 0.800 s\n");
    for frame in 0..8_u8 {
        let file = fs::File::open(folder.path().join(format!("w-0000{frame}.png"))).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let _info = reader.next_frame(&mut pixels).unwrap();
        let middle = (66 * 128 + 64) * 3;
        assert_eq!(pixels[middle..middle + 3], [frame * 20; 3], "frame {frame}");
    }
}

#[test]
fn all_own_formats_lead_back_to_the_same_trace() {
    let folder = examples();
    for end in ["json", "cue", "ron"] {
        let out = format!("out.{end}");
        assert!(cueline(folder.path(), &["convert", "reload.ron", &out]).status.success());
        let output = cueline(folder.path(), &["diff", "reload.ron", &out]);
        assert_eq!(output.status.code(), Some(0), "{end}: {}", text(&output.stdout));
    }
    let printed = cueline(folder.path(), &["convert", "reload.ron", "-", "--fps", "60"]);
    let printed = text(&printed.stdout);
    assert!(
        printed.contains("(at: 24, value: -0.2, interpolation: \"hold\"), // out of sight"),
        "{printed}"
    );
}

/// A folder with the file `hop.ron`, whose clip is played by the timeline of `scene.ron`.
fn a_clip_and_its_scene() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("hop.ron", r#"(version: 1, clips: {"hop": (duration: "400ms")})"#);
    write(
        "scene.ron",
        r#"(version: 1, timelines: {"twice": (items: [(action: Clip(clip: "hop"), repeat: Times(2))])})"#,
    );
    folder
}

#[test]
fn files_are_compiled_into_a_pack_in_any_order() {
    let folder = a_clip_and_its_scene();
    let output = cueline(folder.path(), &["pack", "scene.ron", "hop.ron", "--to", "a.cuepack"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.ends_with("with 1 clip, 1 timeline and 0 flipbooks\n"), "{said}");
    let pack = fs::read(folder.path().join("a.cuepack")).unwrap();
    assert!(said.starts_with(&format!("a.cuepack: {} bytes", pack.len())), "{said}");

    let output = cueline(folder.path(), &["pack", "scene.ron", "--to", "b.cuepack"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("\"hop\"") && said.contains("scene.ron:1:"), "{said}");
    assert!(!folder.path().join("b.cuepack").exists());
    let output = cueline(folder.path(), &["pack", "hop.ron", "--to", "c.cuepack", "--json"]);
    assert!(text(&output.stdout).contains("\"clips\":1"), "{}", text(&output.stdout));
}

#[test]
fn files_that_play_clips_of_each_other_are_checked_together() {
    let folder = a_clip_and_its_scene();
    let broken = r#"(version: 1, clips: {"y": (tracks: {"y": F32([])})})"#;
    fs::write(folder.path().join("broken.ron"), broken).unwrap();
    // The files, the exit code, and the beginning of each line.
    let cases: [(&[&str], i32, &[&str]); 4] = [
        (&["scene.ron", "hop.ron"], 0, &["scene.ron: fine", "hop.ron: fine"]),
        (
            &["hop.ron", "scene.ron", "hop.ron"],
            0,
            &["hop.ron: fine", "scene.ron: fine", "hop.ron: fine"],
        ),
        (&["scene.ron"], 1, &["scene.ron:1:"]),
        (&["broken.ron", "scene.ron"], 1, &["broken.ron:1:", "scene.ron:1:"]),
    ];
    for (files, code, lines) in cases {
        let output = cueline(folder.path(), &[&["check", "--short"], files].concat());
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{files:?}: {said}");
        let said: Vec<_> = said.lines().filter(|line| !line.contains(" problem")).collect();
        assert_eq!(said.len(), lines.len(), "{files:?}: {said:?}");
        for (line, begin) in said.iter().zip(lines) {
            assert!(line.starts_with(begin), "{files:?}: {line}");
        }
    }
}

#[test]
fn files_of_other_tools_are_read_and_what_was_left_out_is_reported() {
    let folder = examples();
    let lottie = r#"{"v": "5.7.0", "fr": 30, "ip": 0, "op": 30, "w": 64, "h": 64, "layers": [
        {"ty": 4, "nm": "ball", "ind": 1, "ip": 0, "op": 30, "st": 0, "ks": {
            "p": {"a": 1, "k": [{"t": 0, "s": [0, 0]}, {"t": 30, "s": [64, 0]}]}
        }}
    ]}"#;
    fs::write(folder.path().join("ball.json"), lottie).unwrap();
    let output = cueline(folder.path(), &["inspect", "ball.json"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(shown.starts_with("ball.json: Lottie, ") && shown.contains("1 s, 30 ticks"), "{shown}");
    let output = cueline(folder.path(), &["convert", "ball.json", "ball.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let same = cueline(folder.path(), &["diff", "ball.json", "ball.ron"]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stdout));
}

/// A character whose hips walk up to z = 3 and to x = 1, bob, turn by half a turn and lean; above the hips hangs a node
/// that makes z the direction up, as exporters do.
fn walker(folder: &Path) {
    let times = [0.0_f32, 0.5, 1.0];
    // In the axes of the upper node, -y is forward.
    let places = [[0.0_f32, -1.0, 9.0], [0.5, -2.0, 10.0], [1.0, -3.0, 9.0]];
    let lean = 0.1_f32.sin();
    let rotations = [
        [lean, 0.0, 0.0, 0.1_f32.cos()],
        [0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()],
        [0.0, 0.0, 1.0, 0.0],
    ];
    let bytes: Vec<u8> = times
        .iter()
        .chain(places.as_flattened())
        .chain(rotations.as_flattened())
        .flat_map(|number| number.to_le_bytes())
        .collect();
    fs::write(folder.join("walker.bin"), &bytes).unwrap();
    let gltf = r#"{"asset": {"version": "2.0"},
        "buffers": [{"uri": "walker.bin", "byteLength": 96}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 36},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC4"}],
        "nodes": [{"name": "up", "rotation": [-0.70710678, 0, 0, 0.70710678], "children": [1]}, {"name": "hips"}],
        "scenes": [{"nodes": [0]}],
        "animations": [{"name": "walk", "samplers": [{"input": 0, "output": 1}, {"input": 0, "output": 2}], "channels": [
            {"sampler": 0, "target": {"node": 1, "path": "translation"}},
            {"sampler": 1, "target": {"node": 1, "path": "rotation"}}]}]}"#;
    fs::write(folder.join("walker.gltf"), gltf).unwrap();
}

/// A rig of half the size with another name for its hips, and no axes of an exporter.
const SMALL: &str = r#"(version: 1, skeletons: {"small": (nodes: {
    "root": (rest: (rotation: (-0.70710678, 0, 0, 0.70710678))),
    "pelvis": (parent: "root", rest: (translation: (0, 0, 4.5))),
})})"#;

#[test]
fn clips_are_converted_to_the_rig_of_another_file() {
    let folder = tempfile::tempdir().unwrap();
    walker(folder.path());
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    let convert = ["convert", "walker.gltf", "walk.ron", "--retarget", "small.ron"];
    let refused = cueline(folder.path(), &convert);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("--joint FROM=TO"), "{}", text(&refused.stderr));

    let output = cueline(folder.path(), &[&convert[..], &["--joint", "hips=pelvis"]].concat());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("walk: 2 of 2 tracks are converted, \"hips\" carries"), "{said}");
    let made = fs::read(folder.path().join("walk.ron")).unwrap();
    let document = cueline_assets::read(&made, "walk.ron").unwrap().document;
    assert_eq!(document.skeletons.keys().collect::<Vec<_>>(), ["small"]);
    let clip = document.clips["walk"].build("walk").unwrap();
    let end = clip.track::<Quat>("pelvis/rotation").unwrap().sample(clip.duration());
    assert!((end.z.abs() - 1.0).abs() < 1e-6, "{end:?}: the axes of both are the same");
    assert!(clip.track::<Vec3>("pelvis/translation").is_ok());
    assert!(clip.track::<Vec3>("hips/translation").is_err());
}

/// A recorded leg and arm, and a character of half the size whose joints have other names.
#[test]
fn recorded_motion_moves_the_feet_and_hands_of_a_character() {
    let folder = tempfile::tempdir().unwrap();
    let bvh = "HIERARCHY
ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftLeg { OFFSET 8 -5 0 CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftKnee { OFFSET 0 -40 0 CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftFoot { OFFSET 0 -45 0 CHANNELS 3 Zrotation Xrotation Yrotation
        End Site { OFFSET 0 0 12 } } } }
  JOINT LeftArm { OFFSET 16 50 0 CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT LeftElbow { OFFSET 28 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT LeftHand { OFFSET 25 0 0 CHANNELS 3 Zrotation Xrotation Yrotation
        End Site { OFFSET 8 0 0 } } } } }
MOTION
Frames: 3
Frame Time: 0.0333333
0 90 0   0 0 0   0 -20 5   0 35 0   0 10 0    -70 0 0   0 0 -30   0 0 0
2 88 10  5 3 0   0 -35 5   0 60 0   0 20 0    -60 9 4   5 0 -50   0 7 0
0 90 20  0 0 90  0 10 -5   0 5 0    0 -10 0   -80 0 9   0 3 -5    1 0 2
";
    fs::write(folder.path().join("step.bvh"), bvh).unwrap();
    let hero = r#"(version: 1, skeletons: {"hero": (nodes: {
        "pelvis": (rest: (translation: (0, 45, 0))),
        "LeftLeg": (parent: "pelvis", rest: (translation: (4, -2.5, 0))),
        "LeftKnee": (parent: "LeftLeg", rest: (translation: (0, -20, 0))),
        "LeftFoot": (parent: "LeftKnee", rest: (translation: (0, -22.5, 0))),
        "LeftArm": (parent: "pelvis", rest: (translation: (8, 25, 0))),
        "LeftElbow": (parent: "LeftArm", rest: (translation: (14, 0, 0))),
        "LeftHand": (parent: "LeftElbow", rest: (translation: (12.5, 0, 0))),
    })})"#;
    fs::write(folder.path().join("hero.ron"), hero).unwrap();
    let output = cueline(
        folder.path(),
        &[
            "convert",
            "step.bvh",
            "hero_step.ron",
            "--retarget",
            "hero.ron",
            "--joint",
            "Hips=pelvis",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // From the tip to the hips: each joint, and its place on the one before.
    let leg = [("LeftKnee", [0.0, -40.0]), ("LeftLeg", [8.0, -5.0])];
    let arm = [("LeftElbow", [28.0, 0.0]), ("LeftArm", [16.0, 50.0])];
    let tip = |file: &str,
               hips: &str,
               size: f32,
               frame: i64,
               (end, joints): ([f32; 2], [(&str, [f32; 2]); 2])| {
        let name = folder.path().join(file).display().to_string();
        let read = match file.strip_suffix(".bvh") {
            Some(_) => cueline_import::open(&name).unwrap().document,
            None => cueline_assets::read(&fs::read(&name).unwrap(), &name).unwrap().document,
        };
        let clip = read.clips["step"].build("step").unwrap();
        let at = Span::from_secs(frame) / 30;
        let turn =
            |joint: &str| clip.track::<Quat>(&format!("{joint}/rotation")).unwrap().sample(at);
        let moved = |from: Vec3, to: Vec3| Vec3::new(from.x + to.x, from.y + to.y, from.z + to.z);
        let offset = |[x, y]: [f32; 2]| Vec3::new(x * size, y * size, 0.0);
        let mut place = offset(end);
        for (joint, before) in joints {
            place = moved(offset(before), turn(joint).rotate(place));
        }
        let start = clip.track::<Vec3>(&format!("{hips}/translation")).unwrap().sample(at);
        moved(start, turn(hips).rotate(place))
    };
    for (what, chain) in [("foot", ([0.0, -45.0], leg)), ("hand", ([25.0, 0.0], arm))] {
        for frame in 0..3 {
            let from = tip("step.bvh", "Hips", 1.0, frame, chain);
            let to = tip("hero_step.ron", "pelvis", 0.5, frame, chain);
            for (from, to) in [(from.x, to.x), (from.y, to.y), (from.z, to.z)] {
                // Of a leg of 42.5 and an arm of 26.5, in the numbers of an f32.
                assert!((from / 2.0 - to).abs() < 1e-4, "{what}, frame {frame}: {from} and {to}");
            }
        }
    }
}

#[test]
fn keys_that_the_skin_does_not_show_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let keys: Vec<String> = (0..=20)
        .map(|frame| {
            let half = f64::from(frame) / 40.0;
            format!("(at: {frame}, value: (0, 0, {}, {}))", half.sin(), half.cos())
        })
        .collect();
    let arm = format!(
        r#"(version: 1, skeletons: {{"arm": (nodes: {{"arm": (), "hand": (parent: "arm", rest: (translation: (1, 0, 0)))}})}},
            clips: {{"turn": (rate: 30, tracks: {{"arm/rotation": Rotation([{}])}})}})"#,
        keys.join(",")
    );
    fs::write(folder.path().join("arm.ron"), arm).unwrap();
    let arguments = ["convert", "arm.ron", "less.ron", "--reduce-skin", "0.001"];
    let output = cueline(folder.path(), &arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("turn: ") && said.contains(" of 21 keys are left, "), "{said}");
    assert!(said.contains("the skin, 0.100 around its bones, is at most"), "{said}");
    let less = fs::read(folder.path().join("less.ron")).unwrap();
    let document = cueline_assets::read(&less, "less.ron").unwrap().document;
    assert!(document.clips["turn"].tracks["arm/rotation"].len() < 10);

    let output = cueline(folder.path(), &["convert", "less.ron", "-", "--reach", "1"]);
    assert_eq!(output.status.code(), Some(2), "without --reduce-skin it means nothing");
}

#[test]
fn a_skeleton_of_one_joint_has_no_size_from_which_its_skin_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let coin = r#"(version: 1, skeletons: {"coin": (nodes: {"coin": ()})}, clips: {"spin": (rate: 30, tracks: {
        "coin/rotation": Rotation([(at: 0, value: (0, 0, 0, 1)), (at: 9, value: (0, 0, 1, 0)), (at: 12, value: (1, 0, 0, 0))]),
    })})"#;
    fs::write(folder.path().join("coin.ron"), coin).unwrap();
    let reduce = ["convert", "coin.ron", "less.ron", "--reduce-skin", "0.001"];
    let refused = cueline(folder.path(), &reduce);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("the size of the skin is unknown"));
    let output = cueline(folder.path(), &[&reduce[..], &["--reach", "0.1"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("3 of 3 keys are left"), "{}", text(&output.stderr));
}

/// A leg whose hand stands before its parent, in which both have a place and the hips alone walk, and a door of its own.
const LEG: &str = r#"(version: 1,
    skeletons: {"leg": (nodes: {"hand": (parent: "hips"), "hips": ()}), "door": (nodes: {"hinge": ()})},
    clips: {
        "walk": (tracks: {
            "hand/translation": Vec3([(at: "0s", value: (0, 1, 0)), (at: "1s", value: (0, 1, 0))]),
            "hips/translation": Vec3([(at: "0s", value: (0, 0, 0)), (at: "1s", value: (0, 0, 3))]),
        }),
        "open": (tracks: {"hinge/translation": Vec3([(at: "0s", value: (0, 0, 0)), (at: "1s", value: (1, 0, 0))])}),
    },
)"#;

#[test]
fn the_joint_that_walks_carries_and_other_skeletons_stay() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("leg.ron"), LEG).unwrap();
    let rig = |name: &str| {
        let file = format!(
            r#"(version: 1, skeletons: {{"{name}": (nodes: {{"hips": (), "hand": (parent: "hips")}})}})"#
        );
        fs::write(folder.path().join("rig.ron"), file).unwrap();
    };
    let retarget = ["convert", "leg.ron", "made.ron", "--retarget", "rig.ron"];
    rig("door");
    let refused = cueline(folder.path(), &retarget);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("another skeleton"), "{}", text(&refused.stderr));
    assert!(!folder.path().join("made.ron").exists());
    rig("robot");
    let output = cueline(folder.path(), &retarget);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("\"hips\" carries"), "{said}");
    assert!(said.contains("do not move \"leg\" stay as they are: open"), "{said}");
    let made = fs::read(folder.path().join("made.ron")).unwrap();
    let document = cueline_assets::read(&made, "made.ron").unwrap().document;
    assert_eq!(document.skeletons.keys().collect::<Vec<_>>(), ["door", "robot"]);
    let clip = document.clips["walk"].build("walk").unwrap();
    let end = clip.track::<Vec3>("hips/translation").unwrap().sample(clip.duration());
    assert_eq!(end.z, 3.0);
}

#[test]
fn root_motion_and_the_clip_in_place_together_are_the_clip() {
    let folder = tempfile::tempdir().unwrap();
    walker(folder.path());
    let arguments = ["convert", "walker.gltf", "walker.ron", "--root-motion", "hips"];
    let output = cueline(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("walk: ") && said.contains("180.0 degrees in \"walk.motion\""), "{said}");
    let file = |name: &str| {
        let name = folder.path().join(name).display().to_string();
        match cueline_assets::read(&fs::read(&name).unwrap(), &name) {
            Ok(read) => read.document,
            Err(_) => cueline_import::open(&name).unwrap().document,
        }
    };
    let (before, after) = (file("walker.gltf"), file("walker.ron"));
    assert_eq!(after.clips["walk.motion"].meta["motion_of"], "walk");
    let [whole, in_place, motion] = [(&before, "walk"), (&after, "walk"), (&after, "walk.motion")]
        .map(|(document, name)| document.clips[name].build(name).unwrap());
    for frame in 0..=120 {
        let at = cueline::time::Span::from_frames(frame, cueline::time::TickRate::HZ_120);
        let place = |clip: &cueline::clip::Clip| {
            (
                clip.track::<Vec3>("hips/translation").unwrap().sample(at),
                clip.track::<Quat>("hips/rotation").unwrap().sample(at),
            )
        };
        let ((place_before, turn_before), (rest, rest_turn), (way, turn)) =
            (place(&whole), place(&in_place), place(&motion));
        assert!(way.z.abs() < 1e-6, "the height stays in the clip: {way:?}");
        assert!((rest.z - place_before.z).abs() < 1e-5, "{rest:?}");
        assert!(rest.x.abs() < 0.02 && (rest.y + 1.0).abs() < 0.02, "in place: {rest:?}");
        let turned = turn.rotate(rest);
        let back = Vec3::new(turned.x + way.x, turned.y + way.y, turned.z + way.z);
        let far = [back.x - place_before.x, back.y - place_before.y, back.z - place_before.z];
        assert!(far.iter().all(|far| far.abs() < 2e-3), "at {at}: {back:?} for {place_before:?}");
        let angle = (turn * rest_turn).minus(&turn_before).vector;
        assert!(angle.x.hypot(angle.y).hypot(angle.z) < 2e-3, "at {at}");
    }
    // A second time there is nothing to take out.
    let again =
        cueline(folder.path(), &["convert", "walker.ron", "2.ron", "--root-motion", "hips"]);
    assert_eq!(file("2.ron"), after, "{}", text(&again.stderr));
    let wrong =
        cueline(folder.path(), &["convert", "walker.gltf", "a.ron", "--root-motion", "hip"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("they move hips"), "{}", text(&wrong.stderr));
    assert!(!folder.path().join("a.ron").exists());
}

#[test]
fn named_curves_are_listed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |easing: &str| {
        format!(
            r#"(version: 1, curves: {{"snap": "{easing}", "land": "linear(0, 1.2 60%, 1)"}}, clips: {{"hop": (
                tracks: {{"y": F32([(at: "0s", value: 0, interpolation: "snap"), (at: "1s", value: 2)])}})}})"#
        )
    };
    fs::write(folder.path().join("hop.ron"), file("in-out-back(2.5)")).unwrap();
    fs::write(folder.path().join("bad.ron"), file("in-out-bak")).unwrap();
    let shown = text(&cueline(folder.path(), &["inspect", "hop.ron"]).stdout);
    let lines = "\ncurve \"snap\": in-out-back(2.5)\ncurve \"land\": linear(0, 1.2 60%, 1)\n\nclip";
    assert!(shown.contains(lines), "{shown}");
    let json = cueline(folder.path(), &["inspect", "hop.ron", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["curves"][1]["easing"], "linear(0, 1.2 60%, 1)");
    let checked = cueline(folder.path(), &["check", "--short", "hop.ron", "bad.ron"]);
    assert_eq!(text(&checked.stdout), "hop.ron: fine\n");
    let problem = "bad.ron:1:31: error: curves.\"snap\": found \"in-out-bak\"";
    assert!(text(&checked.stderr).starts_with(problem), "{}", text(&checked.stderr));
}

#[test]
fn the_items_of_a_played_timeline_are_listed_under_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"(version: 1, timelines: {
        "deal": (items: [
            (action: Timeline(timeline: "flip", prefix: "a.")),
            (action: Timeline(timeline: "deal.ron#flip", prefix: "b.")),
            (action: Cue(cue: "done")),
        ]),
        "flip": (start_values: {"width": F64(1)}, items: [(action: Tween({"width": (to: F64(0))}))]),
    })"#;
    fs::write(folder.path().join("deal.ron"), file).unwrap();
    let output = cueline(folder.path(), &["inspect", "deal.ron", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let parts = json["things"][0]["parts"].as_array().unwrap();
    let names: Vec<&str> = parts.iter().map(|part| part["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["timeline flip", "  a.width", "timeline deal.ron#flip", "  b.width", "done"],
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_name_that_no_timeline_has_is_shown_in_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = r#"(version: 1, timelines: {
        "deal": (items: [
            (action: Timeline(timeline: "flap")),
        ]),
        "flip": (items: [(action: Wait, duration: "1s")]),
    })"#;
    fs::write(folder.path().join("deal.ron"), file).unwrap();
    let output = cueline(folder.path(), &["check", "--short", "deal.ron"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.starts_with("deal.ron:3:41: error: ") && shown.contains("\"flip\"?"), "{shown}");
}

#[test]
fn a_packed_sheet_becomes_flipbooks_of_our_own() {
    let folder = tempfile::tempdir().unwrap();
    let frame = |n: u32| {
        let x = n * 8;
        format!(r#"{{"filename": "walk_{n}.png", "frame": {{"x": {x}, "y": 0, "w": 8, "h": 8}}}}"#)
    };
    let sheet = format!(
        r#"{{"frames": [{}, {}], "meta": {{"app": "https://www.codeandweb.com/texturepacker", "version": "1.1",
            "image": "hero.png", "size": {{"w": 16, "h": 8}}}}}}"#,
        frame(0),
        frame(1)
    );
    fs::write(folder.path().join("hero.json"), sheet).unwrap();
    let output = cueline(folder.path(), &["inspect", "hero.json"]);
    let shown = text(&output.stdout);
    assert!(shown.starts_with("hero.json: TexturePacker, "), "{shown}{}", text(&output.stderr));
    assert!(shown.contains("flipbook \"walk\": endless"), "{shown}");
    let output = cueline(folder.path(), &["convert", "hero.json", "hero.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let same = cueline(folder.path(), &["diff", "hero.json", "hero.ron"]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stdout));
}

#[test]
fn a_problem_in_a_very_long_line_shows_what_stands_around_it() {
    let folder = examples();
    let minified = |item: &str| {
        format!("{{\"version\":1,\"meta\":{{\"a\":\"{}\"}},{item}}}", "x".repeat(70_000))
    };
    fs::write(folder.path().join("min.json"), minified(r#""clips":{"hop":{"trakcs":{}}}"#))
        .unwrap();
    let output = cueline(folder.path(), &["check", "min.json"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(
        shown.contains("min.json:1:70046") && shown.contains("did you mean `tracks`?"),
        "{shown}"
    );
    assert!(shown.contains(r#"{"trakcs":{}}"#), "{shown}");
    // 80 columns of the file, and the frame before them.
    let mut lines = shown.lines().filter(|line| line.contains('│'));
    assert!(lines.all(|line| line.chars().count() <= 5 + 80), "{shown}");

    // Also in a line that is no longer than many people's windows.
    let middling = minified(r#""clips":{"hop":{"trakcs":{}}}"#).replace(&"x".repeat(69_950), "");
    fs::write(folder.path().join("middling.json"), middling).unwrap();
    let shown = text(&cueline(folder.path(), &["check", "middling.json"]).stderr);
    let mut lines = shown.lines().filter(|line| line.contains('│'));
    assert!(lines.all(|line| line.chars().count() <= 5 + 80), "{shown}");
    assert!(shown.contains(r#"{"trakcs":{}}"#), "{shown}");
}

#[test]
fn a_problem_of_a_whole_file_shows_its_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let clips: String =
        (0..300).map(|clip| format!("    \"c{clip}\": {{}},\n")).collect::<Vec<_>>().concat();
    let lines = format!("{{\n  \"clips\": {{\n{clips}    \"last\": {{}}\n  }}\n}}\n");
    fs::write(folder.path().join("many.json"), lines).unwrap();
    let output = cueline(folder.path(), &["check", "many.json"]);
    let shown = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("found no `version`") && shown.contains("many.json:1:1"), "{shown}");
    assert!(shown.lines().count() < 10, "{} lines:\n{shown}", shown.lines().count());
}

#[test]
fn a_file_of_no_known_format_is_refused_with_the_formats_that_are() {
    let folder = tempfile::tempdir().unwrap();
    let level = r#"{"__header__": {"fileType": "LDtk Project JSON"}, "jsonVersion": "1.5.3"}"#;
    fs::write(folder.path().join("tower.ldtk"), level).unwrap();
    let shown = text(&cueline(folder.path(), &["check", "--short", "tower.ldtk"]).stderr);
    let instead = "tower.ldtk: error: found a file of LDtk, needed the sheets of its tiles";
    assert!(shown.starts_with(instead), "{shown}");
    for (name, content, found) in [
        ("photo.png", &b"\x89PNG\r\n\x1a\n"[..], "a file of no known format"),
        ("hero.zip", b"PK\x03\x04\xff", "a file of no known format"),
        ("letter.txt", b"# Dear", "a file of no known format"),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
        let output = cueline(folder.path(), &["check", "--short", name]);
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{shown}");
        let needed = "RON, JSON or .cue of Cueline, Aseprite, Lottie,";
        let begin = format!("{name}: error: found {found}, needed {needed}");
        assert!(shown.starts_with(&begin), "{shown}");
    }
    // A text of ours with an error in it, whatever its name.
    fs::write(folder.path().join("walk.txt"), "(version: 1, clips: {").unwrap();
    let shown = text(&cueline(folder.path(), &["check", "--short", "walk.txt"]).stderr);
    assert!(shown.starts_with("walk.txt:1:"), "{shown}");
}

#[test]
fn a_dash_is_the_standard_input_and_a_closed_pipe_no_error() {
    let folder = examples();
    let run = |line: &str| {
        let line = line.replace("cueline", env!("CARGO_BIN_EXE_cueline"));
        Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap()
    };
    let output = run("cueline inspect - < deal.ron");
    assert!(text(&output.stdout).starts_with("stdin.ron: RON, "), "{output:?}");
    assert_eq!(output.status.code(), Some(0));
    let output = run("cueline check - < broken.ron");
    assert_eq!(output.status.code(), Some(1));
    let output = run("set -o pipefail; cueline trace reload.ron --to 10s | head -1");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn help_manual_and_completions_know_every_command() {
    let folder = examples();
    let help = text(&cueline(folder.path(), &["--help"]).stdout);
    assert!(help.contains("To start with:") && help.contains("Exit codes:"), "{help}");
    // Without a command: what there is and how to begin, on one screen.
    let output = cueline(folder.path(), &[]);
    let short = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{short}");
    assert!(short.lines().count() <= 30 && short.contains("  cueline studio  "), "{short}");
    for command in ["inspect", "check", "convert", "plot", "render", "play", "trace", "diff"] {
        assert!(help.contains(command), "{command}");
        let own = text(&cueline(folder.path(), &[command, "--help"]).stdout);
        assert!(own.contains(&format!("cueline {command} ")), "no examples: {own}");
        let page = text(&cueline(folder.path(), &["man", command]).stdout);
        assert!(page.contains(".TH"), "{page}");
        for shell in ["bash", "zsh", "fish"] {
            let script = text(&cueline(folder.path(), &["completions", shell]).stdout);
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

/// Two frames of 4 x 4 pixels in Aseprite's own form: a red one and a blue one, uncompressed.
fn aseprite() -> Vec<u8> {
    let mut body = Vec::new();
    for color in [[255_u8, 0, 0, 255], [0, 0, 255, 255]] {
        let mut chunks = Vec::new();
        let mut chunk = |kind: u16, data: &[u8]| {
            chunks.extend(u32::try_from(data.len() + 6).unwrap().to_le_bytes());
            chunks.extend(kind.to_le_bytes());
            chunks.extend(data);
        };
        // A visible layer without a name; only that of the first frame is drawn on.
        chunk(0x2004, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]);
        let mut cel = vec![0; 16];
        cel[6] = 255;
        cel.extend([4, 0, 4, 0]);
        cel.extend(color.repeat(16));
        chunk(0x2005, &cel);
        body.extend(u32::try_from(chunks.len() + 16).unwrap().to_le_bytes());
        body.extend([0xfa, 0xf1, 2, 0, 100, 0, 0, 0, 2, 0, 0, 0]);
        body.extend(chunks);
    }
    let mut file = u32::try_from(body.len() + 128).unwrap().to_le_bytes().to_vec();
    for word in [0xa5e0_u16, 2, 4, 4, 32, 1] {
        file.extend(word.to_le_bytes());
    }
    file.resize(128, 0);
    file.extend(body);
    file
}

/// Red, green and blue at a place of a PNG.
fn color_at(path: &Path, x: usize, y: usize) -> [u8; 3] {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let bytes = info.line_size / info.width as usize;
    let at = y * info.line_size + x * bytes;
    pixels[at..at + 3].try_into().unwrap()
}

#[test]
fn the_pixels_of_an_aseprite_file_are_drawn_and_packed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hero.aseprite"), aseprite()).unwrap();
    let arguments =
        ["render", "hero.aseprite", "-o", "w.png", "--fps", "10", "--size", "128", "--all"];
    let output = cueline(folder.path(), &arguments);
    assert_eq!(
        text(&output.stdout),
        "w-00000.png: 2 frames, 0.200 s\n",
        "{}",
        text(&output.stderr)
    );
    for (frame, color) in [[255, 0, 0], [0, 0, 255]].into_iter().enumerate() {
        let path = folder.path().join(format!("w-0000{frame}.png"));
        assert_eq!(color_at(&path, 64, 66), color, "frame {frame}");
    }

    let output = cueline(folder.path(), &["convert", "hero.aseprite", "packed.ron"]);
    assert!(
        text(&output.stdout).starts_with("packed.png: 9 x 4 pixels\n"),
        "{}",
        text(&output.stdout)
    );
    // What was packed is drawn like the file itself.
    let arguments = ["render", "packed.ron", "-o", "p.png", "--fps", "10", "--size", "128"];
    assert!(cueline(folder.path(), &arguments).status.success());
    for frame in ["00000", "00001"] {
        let read =
            |name: &str| fs::read(folder.path().join(format!("{name}-{frame}.png"))).unwrap();
        assert_eq!(read("w"), read("p"), "frame {frame}");
    }

    let output = cueline(folder.path(), &["convert", "hero.aseprite", "x.ron", "--layer", "arm"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no layer \"arm\""), "{}", text(&output.stderr));
    let output = cueline(folder.path(), &["convert", "packed.ron", "x.ron", "--tag", "walk"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("x.ron").exists());
}

/// Runs the program with something on its standard input.
fn piped(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    use std::{io::Write as _, process::Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_cueline"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn every_command_takes_a_dash_for_a_file() {
    let folder = examples();
    let deal = fs::read(folder.path().join("deal.ron")).unwrap();
    let run = |arguments: &[&str], input: &[u8]| {
        let output = piped(folder.path(), arguments, input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        output.stdout
    };
    assert!(text(&run(&["inspect", "-"], &deal)).starts_with("stdin.ron: RON"));
    assert_eq!(text(&run(&["check", "-"], &deal)), "-: fine\n");
    assert!(run(&["render", "-", "-o", "-", "--size", "64"], &deal).starts_with(b"GIF89a"));
    let plot = ["plot", "-", "--track", "bolt", "-o", "bolt.svg"];
    let reload = fs::read(folder.path().join("reload.ron")).unwrap();
    let _said = run(&plot, &reload);
    assert!(fs::read(folder.path().join("bolt.svg")).unwrap().starts_with(b"<svg"));
    // Without a screen it has read the file and hints at it.
    let play = piped(folder.path(), &["play", "-"], &deal);
    assert_eq!(play.status.code(), Some(4), "{}", text(&play.stderr));
    let trace = run(&["trace", "-"], &deal);
    assert!(text(&run(&["diff", "-", "deal.ron"], &trace)).starts_with("the same: "));
    for format in ["ron", "json", "cue"] {
        let made = run(&["convert", "-", "-", "--format", format], &deal);
        assert!(
            text(&run(&["diff", "-", "deal.ron"], &made)).starts_with("the same: "),
            "{format}"
        );
    }
}

/// A file with a picture that is not imported, and a channel that moves something unknown.
fn lossy(folder: &Path, nodes: &str, channels: &str) {
    let file = format!(
        r#"{{"asset": {{"version": "2.0"}}, "images": [{{}}], "nodes": [{nodes}], "animations": [{{"name": "walk",
            "samplers": [{{"input": 0, "output": 1}}], "channels": [{channels}
                {{"sampler": 0, "target": {{"path": "unknown"}}}}]}}],
            "accessors": [{{"componentType": 5126, "count": 1, "type": "SCALAR"}},
                {{"componentType": 5126, "count": 1, "type": "VEC3"}}]}}"#
    );
    fs::write(folder.join("lossy.gltf"), file).unwrap();
}

#[test]
fn lost_motion_is_a_warning_and_the_rest_stays_behind_a_switch() {
    let folder = tempfile::tempdir().unwrap();
    let moved = r#"{"sampler": 0, "target": {"node": 0, "path": "scale"}},"#;
    lossy(folder.path(), r#"{"name": "hip"}"#, moved);
    let check = |arguments: &[&str]| {
        let output = cueline(folder.path(), &[&["check", "lossy.gltf"], arguments].concat());
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let counted = "lossy.gltf: 1 of 2 animated properties taken (scale 1 of 1, unknown 0 of 1)\n";
    let (code, stdout, stderr) = check(&[]);
    assert_eq!(
        (code, &*stdout),
        (Some(0), &*format!("lossy.gltf: 1 warning\n{counted}")),
        "{stderr}"
    );
    assert!(stderr.contains("whose motion is lost") && !stderr.contains("images"), "{stderr}");
    assert!(stderr.contains("lossy.gltf: 2 notes (-v shows them)"), "{stderr}");
    let (code, _, stderr) = check(&["-v"]);
    assert_eq!(code, Some(0));
    assert!(stderr.contains("images: found 1, which is not imported"), "one sentence: {stderr}");
    assert!(!stderr.contains("-v shows"), "{stderr}");
    let (code, stdout, _) = check(&["--deny", "lost"]);
    assert_eq!((code, &*stdout), (Some(1), counted));
    let found: serde_json::Value = serde_json::from_str(&check(&["--json"]).1).unwrap();
    let expected = serde_json::json!({"taken": 1, "all": 2, "kinds":
        {"scale": {"taken": 1, "all": 1}, "unknown": {"taken": 0, "all": 1}}});
    assert_eq!(found[0]["animated"], expected);
    let inspected = cueline(folder.path(), &["inspect", "lossy.gltf"]);
    let inspected = text(&inspected.stdout);
    assert!(inspected.contains("\n1 of 2 animated properties taken (scale"), "{inspected}");

    // Nothing but the lost motion.
    lossy(folder.path(), "{}", "");
    let (code, _, stderr) = check(&[]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("none of its motion"), "{stderr}");
    let output = cueline(folder.path(), &["convert", "lossy.gltf", "lossy.ron"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.path().join("lossy.ron").exists());
}

#[test]
fn a_sheet_whose_animation_lies_on_two_images_keeps_its_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let page =
        |image: &str, name: &str| format!("{image}.png\nsize: 8, 8\n{name}\nbounds: 0, 0, 8, 8\n");
    let atlas = format!("{}\n{}", page("a", "wing_1"), page("b", "wing_2"));
    fs::write(folder.path().join("a.atlas"), atlas).unwrap();
    let output = cueline(folder.path(), &["check", "a.atlas"]);
    let counted =
        "a.atlas: 1 warning\na.atlas: 0 of 1 animated property taken (animations 0 of 1)\n";
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), counted));
}

#[test]
fn check_writes_its_findings_as_json_and_counts_files_by_format() {
    let folder = examples();
    let deep = folder.path().join("deep");
    fs::create_dir(&deep).unwrap();
    lossy(
        &deep,
        r#"{"name": "hip"}"#,
        r#"{"sampler": 0, "target": {"node": 0, "path": "scale"}},"#,
    );
    fs::write(deep.join("broken.glb"), b"glTF\x02\0").unwrap();
    fs::write(deep.join("letter.txt"), b"dear").unwrap();

    let output = cueline(folder.path(), &["check", "--json", "deal.ron", "broken.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found[0]["state"], "fine");
    assert_eq!((&found[1]["state"], &found[1]["format"]), (&"refused".into(), &().into()));
    let first = &found[1]["problems"][0];
    assert_eq!((&first["line"], &first["column"]), (&4.into(), &49.into()), "{first}");
    assert_eq!(first["severity"], "error");

    let output = cueline(folder.path(), &["check", "--summary", "--json", "."]);
    assert_eq!(output.status.code(), Some(1), "two files are broken");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["RON"]["files"], &found["RON"]["taken"]), (&8.into(), &7.into()));
    assert_eq!((&found["glTF"]["files"], &found["glTF"]["lost"]), (&2.into(), &1.into()));
    let refused = &found["glTF"]["refused"][0];
    assert!(refused["file"].as_str().unwrap().ends_with("broken.glb"), "{refused}");
    let reason = "error: header: found a file that ends after 6 bytes, needed 12 bytes";
    assert_eq!(refused["reason"], reason);
    assert_eq!((&found["binary"]["files"], &found["binary"]["taken"]), (&1.into(), &1.into()));
    assert_eq!(found["glTF"]["animated"]["all"], 2);
    let others = serde_json::json!({".md": 1, ".png": 1, ".txt": 1});
    assert_eq!(found["unknown"]["extensions"], others);
    assert_eq!(found.as_object().unwrap().len(), 4, "{found}");

    let output = cueline(folder.path(), &["check", "--summary", "deep"]);
    let shown = text(&output.stdout);
    let line = "glTF: 2 files, 1 taken, 1 with lost motion, 1 refused, 0 crashed
  1 of 2 animated properties taken (scale 1 of 1, unknown 0 of 1)\n";
    assert!(shown.starts_with(line), "{shown}");
    assert!(shown.contains("\nunknown: 1 file that no importer reads (.txt 1)\n"), "{shown}");
}

#[test]
fn a_summary_counts_broken_files_of_ours_and_names_those_that_no_importer_reads() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    write("cut.ron", "(version: 1, clips: {\"a\": (tracks: {");
    write("none.ron", "(clips: {})");
    write("good.json", r#"{"version": 1, "clips": {"a": {"duration": "1s"}}}"#);
    write("package.json", r#"{"version": 3, "name": "a"}"#);
    write("App.tsx", "import React from 'react';");
    #[cfg(unix)]
    std::os::unix::fs::symlink("gone.ron", folder.path().join("link.ron")).unwrap();
    let output = cueline(folder.path(), &["check", "--summary", "--json", "."]);
    #[cfg(unix)]
    assert_eq!(output.status.code(), Some(3), "a link to nothing; the others count all the same");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["RON"]["files"], &found["RON"]["taken"]), (&2.into(), &0.into()));
    assert_eq!((&found["JSON"]["files"], &found["JSON"]["taken"]), (&1.into(), &1.into()));
    assert_eq!(found["unknown"]["extensions"], serde_json::json!({".json": 1, ".tsx": 1}));
    assert_eq!(found.as_object().unwrap().len(), 3, "{found}");
    let output = cueline(folder.path(), &["check", "--summary", "App.tsx"]);
    assert_eq!(output.status.code(), Some(1), "it was named: {}", text(&output.stdout));

    let output = cueline(folder.path(), &["check", "--json", "good.json", "gone.ron"]);
    assert_eq!(output.status.code(), Some(3));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found[0]["state"], &found[1]["state"]), (&"fine".into(), &"unreadable".into()));
}

#[cfg(unix)]
#[test]
fn a_summary_reads_no_file_of_an_unknown_extension() {
    let folder = tempfile::tempdir().unwrap();
    // Reading it would fail.
    std::os::unix::fs::symlink("gone.mp4", folder.path().join("film.mp4")).unwrap();
    let output = cueline(folder.path(), &["check", "--summary", "--json", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["unknown"]["extensions"], serde_json::json!({".mp4": 1}));
    let output = cueline(folder.path(), &["check", "--summary", "film.mp4"]);
    assert_eq!(output.status.code(), Some(3), "it was named: {}", text(&output.stderr));
}

#[test]
fn what_two_programs_or_two_outputs_would_write_at_once_is_refused() {
    let folder = examples();
    fs::write(folder.path().join("tags.aseprite"), aseprite()).unwrap();
    fs::write(folder.path().join("tags.png"), "mine").unwrap();
    for (arguments, code, reason) in [
        (&["watch", "deal.ron", "./deal.ron"][..], 2, "both input and output"),
        (&["watch", "-", "deal.cue"], 2, "not saved again"),
        (&["convert", "--json", "deal.ron", "-"], 2, "both write to the standard output"),
        (&["render", "--json", "deal.ron", "-o", "-"], 2, "both write to the standard output"),
        (&["convert", "tags.aseprite", "-", "--tag", "walk"], 2, "need a file as output"),
        (&["convert", "tags.aseprite", "tags.ron"], 3, "tags.png is already there"),
    ] {
        let output = cueline(folder.path(), arguments);
        let said = text(&output.stderr).replace("\n  │ ", " ");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read(folder.path().join("tags.png")).unwrap(), b"mine");
    assert!(!folder.path().join("tags.ron").exists());
}

#[test]
fn a_file_that_lost_its_motion_is_converted_for_its_skeleton() {
    let folder = tempfile::tempdir().unwrap();
    lossy(folder.path(), r#"{"name": "hip", "children": [1]}, {"name": "knee"}"#, "");
    let output = cueline(folder.path(), &["check", "lossy.gltf"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let output = cueline(folder.path(), &["convert", "lossy.gltf", "lossy.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let made = fs::read(folder.path().join("lossy.ron")).unwrap();
    let document = cueline_assets::read(&made, "lossy.ron").unwrap().document;
    assert!(document.skeletons.values().any(|skeleton| skeleton.nodes.contains_key("knee")));
}

#[test]
fn the_hint_for_machines_without_a_screen_works_when_it_is_pasted() {
    let folder = examples();
    let (hero, odd) = (folder.path().join("hero.ron"), folder.path().join("it's a hero.ron"));
    fs::copy(hero, odd).unwrap();
    let real = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/cueline-import/tests/exporters");
    for name in ["layers.aseprite", "tags.aseprite"] {
        fs::copy(Path::new(real).join("aseprite").join(name), folder.path().join(name)).unwrap();
    }
    for arguments in [
        &["play", "it's a hero.ron"][..],
        &["play", "hero.ron", "--name", "walk"],
        &["play", "layers.aseprite", "--layer", "Layer 2"],
        &["play", "tags.aseprite", "--tag", "Tag 2"],
    ] {
        let output = cueline(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(4));
        let shown = text(&output.stderr);
        let hint = shown.lines().find_map(|line| line.trim().strip_prefix("cueline ")).unwrap();
        let last = arguments[arguments.len() - 1];
        assert!(hint.contains(&last.replace('\'', r"'\''")), "{hint}");
        let line = format!("'{}' {hint}", env!("CARGO_BIN_EXE_cueline"));
        let pasted =
            Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        assert!(pasted.status.success(), "{line}: {}", text(&pasted.stderr));
        fs::remove_file(folder.path().join("out.gif")).unwrap();
    }
}

#[test]
fn what_is_written_is_told_as_json() {
    let folder = examples();
    let about = |arguments: &[&str]| -> serde_json::Value {
        let output = cueline(folder.path(), &[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let size = |file: &str| fs::metadata(folder.path().join(file)).unwrap().len();
    let made = about(&["convert", "deal.ron", "deal.cue"]);
    let wanted = (&"deal.cue".into(), &size("deal.cue").into(), &size("deal.ron").into());
    assert_eq!((&made["output"], &made["bytes"], &made["from"]), wanted);
    assert!(made["image"].is_null());
    let made = about(&["render", "deal.ron", "-o", "deal.gif", "--size", "64"]);
    assert_eq!((&made["output"], &made["frames"]), (&"deal.gif".into(), &22.into()));
    assert_eq!(made["flicks"], 880 * 705_600);
    let made = about(&["plot", "reload.ron", "--track", "bolt", "-o", "bolt.svg"]);
    assert_eq!((&made["curves"], &made["keys"]), (&1.into(), &3.into()));
    let made = about(&["diff", "deal.ron", "deal.cue"]);
    assert_eq!((&made["same"], &made["line"]), (&true.into(), &().into()));
    let output = cueline(folder.path(), &["diff", "deal.ron", "reload.ron", "--json"]);
    let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&made["same"], &made["line"]), (&false.into(), &1.into()));
    assert_eq!((&made["in"], output.status.code()), (&"of".into(), Some(1)));
}

/// A program that watches a file. It ends with the test, and after a minute in which it has not said what it must.
struct Watching {
    child: Arc<Mutex<Child>>,
    said: Lines<BufReader<ChildStdout>>,
    complained: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    fn start(folder: &Path, args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cueline"))
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        let complained = BufReader::new(child.stderr.take().unwrap()).lines();
        let child = Arc::new(Mutex::new(child));
        let late = child.clone();
        let _watchdog = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_secs(60));
            end(&late); // its lines end, so the test fails instead of waiting
        });
        Self { child, said, complained }
    }

    fn says(&mut self, start: &str) {
        let line = self.said.next().unwrap().unwrap();
        assert!(line.starts_with(start), "{line}");
    }

    fn complains(&mut self) -> String {
        self.complained.next().unwrap().unwrap()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        end(&self.child);
    }
}

fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    let _ended = child.kill().and_then(|()| child.wait());
}

#[test]
fn watch_converts_a_file_again_when_it_is_saved() {
    let folder = examples();
    let (input, output) = (folder.path().join("deal.ron"), folder.path().join("deal.cue"));
    let mut watching = Watching::start(folder.path(), &["watch", "deal.ron", "deal.cue"]);
    watching.says("deal.cue: ");
    let first = fs::read(&output).unwrap();

    // A broken version is reported and changes nothing; the next one is converted.
    fs::write(&input, BROKEN).unwrap();
    let _complaint = watching.complains();
    assert_eq!(fs::read(&output).unwrap(), first);
    fs::copy(folder.path().join("reload.ron"), &input).unwrap();
    watching.says("deal.cue: ");
    assert_ne!(fs::read(&output).unwrap(), first);
}

#[test]
fn watch_converts_a_file_again_when_its_buffer_is_saved() {
    let folder = TempDir::new().unwrap();
    let buffer = folder.path().join("a b.bin");
    let bytes = |end: f32| -> Vec<u8> {
        [0.0, 1.0, 0.0, 0.0, 0.0, end, 0.0, 0.0].into_iter().flat_map(f32::to_le_bytes).collect()
    };
    let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "door"}],
        "buffers": [{"byteLength": 32, "uri": "a%20b.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": 8},
            {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "animations": [{"name": "open", "samplers": [{"input": 0, "output": 1}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}"#;
    fs::write(folder.path().join("door.gltf"), file).unwrap();
    let mut watching = Watching::start(folder.path(), &["watch", "door.gltf", "door.ron"]);

    // The exporter writes the buffer after the file that names it.
    let complaint = watching.complains();
    assert!(complaint.contains("\"a b.bin\", which cannot be read"), "{complaint}");
    for (end, padding) in [(1.0, 0), (2.5, 4)] {
        // Another size, as two saves may have the same time.
        fs::write(&buffer, [bytes(end), vec![0; padding]].concat()).unwrap();
        watching.says("door.ron: ");
        let text = fs::read_to_string(folder.path().join("door.ron")).unwrap();
        assert!(text.contains(&format!("({end:?}, 0.0, 0.0)")), "{text}");
    }
}
