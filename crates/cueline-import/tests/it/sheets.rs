//! Sheets of packers: each form of one sheet is the same document, and broken ones are survived.

use cueline_assets::{Document, Picture, Problems, Read};
use cueline_import::{Foreign, cocos, libgdx, read, sparrow, texturepacker};
use proptest::prelude::*;

use crate::harm::{costs_in_proportion, harm, many, survives, survives_truncation};

/// Three pictures: a plain one, one with margins, and one of 10 by 20 pixels with margins that lies rotated clockwise.
const JSON: &str = r#"{"frames": {
 "walk_1.png": {"frame": {"x": 0, "y": 0, "w": 16, "h": 16}, "rotated": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 16, "h": 16}, "sourceSize": {"w": 16, "h": 16}},
 "walk_2.png": {"frame": {"x": 16, "y": 0, "w": 14, "h": 16}, "rotated": false, "spriteSourceSize": {"x": 1, "y": 0, "w": 14, "h": 16}, "sourceSize": {"w": 16, "h": 16}},
 "box.png": {"frame": {"x": 2, "y": 20, "w": 10, "h": 20}, "rotated": true, "spriteSourceSize": {"x": 14, "y": 7, "w": 10, "h": 20}, "sourceSize": {"w": 32, "h": 32}}},
 "meta": {"image": "a.png", "size": {"w": 64, "h": 64}}}"#;

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<TextureAtlas imagePath="a.png" width="64" height="64">
<SubTexture name="walk_1.png" x="0" y="0" width="16" height="16"/>
<SubTexture name="walk_2.png" x="16" y="0" width="14" height="16" frameX="-1" frameY="0" frameWidth="16" frameHeight="16"/>
<SubTexture name="box.png" x="2" y="20" width="20" height="10" rotated="true" frameX="-14" frameY="-7" frameWidth="32" frameHeight="32"/>
</TextureAtlas>"#;

const PLIST: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>frames</key><dict>
<key>walk_1.png</key><dict><key>aliases</key><array/><key>spriteOffset</key><string>{0,0}</string><key>spriteSize</key><string>{16,16}</string><key>spriteSourceSize</key><string>{16,16}</string><key>textureRect</key><string>{{0,0},{16,16}}</string><key>textureRotated</key><false/></dict>
<key>walk_2.png</key><dict><key>frame</key><string>{{16,0},{14,16}}</string><key>offset</key><string>{0,0}</string><key>rotated</key><false/><key>sourceSize</key><string>{16,16}</string></dict>
<key>box.png</key><dict><key>frame</key><string>{{2,20},{10,20}}</string><key>offset</key><string>{3,-1}</string><key>rotated</key><true/><key>sourceSize</key><string>{32,32}</string></dict>
</dict><key>metadata</key><dict><key>format</key><integer>3</integer><key>size</key><string>{64,64}</string><key>textureFileName</key><string>a.png</string></dict></dict></plist>"#;

/// 270 degrees counter-clockwise are 90 clockwise.
const ATLAS: &str = "a.png\nsize: 64, 64\nfilter: Nearest, Nearest\nwalk_1.png\n  rotate: false\n  xy: 0, 0\n  size: 16, 16
  orig: 16, 16\n  offset: 0, 0\n  index: -1\nwalk_2.png\nbounds: 16, 0, 14, 16\noffsets: 1, 0, 16, 16
box.png\nbounds:2,20,10,20\noffsets:14,5,32,32\nrotate:270\n";

type Reader = fn(&[u8]) -> Result<Read, Problems>;

const FORMS: [(Foreign, &str, Reader); 4] = [
    (Foreign::TexturePacker, JSON, |file| texturepacker::read(file, "a.png")),
    (Foreign::Sparrow, XML, |file| sparrow::read(file, "a.png")),
    (Foreign::Cocos, PLIST, |file| cocos::read(file, "a.png")),
    (Foreign::Libgdx, ATLAS, libgdx::read),
];

fn document(file: &str, name: &str) -> Document {
    read(file.as_bytes(), name).unwrap_or_else(|problems| panic!("{problems}")).document
}

#[test]
fn all_forms_of_a_sheet_are_one_document() {
    let expected = document(JSON, "a.json");
    let sheet = &expected.sheets["sheet"];
    assert_eq!(
        sheet.pictures[2],
        Picture {
            name: "box.png".into(),
            area: [2, 20, 10, 20],
            rotated: true,
            offset: [14, 7],
            source_size: Some([32, 32]),
            ..Picture::default()
        }
    );
    assert_eq!(sheet.pictures[1].offset, [1, 0]);
    assert_eq!((expected.flipbooks["walk"].picture(0), sheet.size), (Some(0), Some([64, 64])));
    for (format, text, _) in FORMS {
        for name in ["a", "a.json", "a.txt"] {
            assert_eq!(Foreign::of(name, text.as_bytes()), Some(format), "{name}");
            assert_eq!(document(text, name), expected, "{format:?} in {name}");
        }
        let animated = read(text.as_bytes(), "a").unwrap().animated;
        assert_eq!(animated.to_string(), "1 of 1 animated property taken (animations 1 of 1)");
    }
}

#[test]
fn regions_of_a_name_are_in_the_order_of_their_indices() {
    let text = "\na.png\nsize: 64,16\nrepeat: none\nwalk\n  xy: 0, 0\n  size: 16, 16\n  index: 1
walk\n  xy: 16, 0\n  size: 16, 16\n  index: 0\nidle\n  xy: 0, 0\n  size: 8, 8\n  rotate: true\n  split: 1, 1, 1, 1\n";
    let found = read(text.as_bytes(), "a.atlas").unwrap();
    let (book, sheet) = (&found.document.flipbooks["walk"], &found.document.sheets["sheet"]);
    assert_eq!([book.picture(0), book.picture(1)], [Some(1), Some(0)]);
    assert_eq!((sheet.pictures[2].rotated, sheet.pictures[2].upside_down), (true, true));
    assert!(found.notes.to_string().contains("regions[].split: found 1, which is not imported"));
}

#[test]
fn each_image_of_a_file_is_a_sheet() {
    let frame = |name: &str| {
        let area = r#"{"x": 0, "y": 0, "w": 8, "h": 8}"#;
        format!(r#"{{"filename": "{name}", "frame": {area}}}"#)
    };
    let page = |image: &str, names: [&str; 3]| {
        format!(r#"{{"image": "{image}", "frames": [{}]}}"#, names.map(frame).join(","))
    };
    let phaser = format!(
        r#"{{"textures": [{}, {}]}}"#,
        page("a-0.png", ["walk_0", "walk_1", "run_0"]),
        page("a-1.png", ["jump_0", "jump_1", "run_1"])
    );
    let region = |name: &str| format!("{name}\nbounds: 0, 0, 8, 8\n");
    let regions = |names: [&str; 3]| names.map(region).concat();
    let gdx = format!(
        "a-0.png\nsize: 8, 8\n{}\na-1.png\nsize: 8, 8\n{}",
        regions(["walk_0", "walk_1", "run_0"]),
        regions(["jump_0", "jump_1", "run_1"])
    );
    for text in [phaser, gdx] {
        let found = read(text.as_bytes(), "a.json").unwrap();
        let document = &found.document;
        assert_eq!(document.sheets.keys().collect::<Vec<_>>(), ["a-0", "a-1"]);
        assert_eq!(document.flipbooks["walk"].sheet.as_deref(), Some("a-0"));
        assert_eq!(document.flipbooks["jump"].sheet.as_deref(), Some("a-1"));
        assert_eq!(document.flipbooks.len(), 2);
        let lost = found.animated.total();
        assert_eq!((lost.taken, lost.all), (2, 3));
        let notes = found.notes.to_string();
        assert!(
            notes.contains("warning: flipbooks.\"run\": found 2 frames on several images"),
            "{notes}"
        );
    }
}

#[test]
fn a_part_that_cannot_be_used_is_left_out_by_name() {
    let cases = [
        (XML.replace(r#"y="20""#, r#"y="far""#), "first \"box.png\""),
        (PLIST.replace("{{2,20},{10,20}}", "{{2,20},{10}}"), "first \"box.png\""),
        (ATLAS.replace("bounds:2,20,10,20", "bounds:2,20,0,20"), "first \"box.png\""),
    ];
    for (text, said) in cases {
        let found = read(text.as_bytes(), "a").unwrap();
        assert!(found.notes.to_string().contains(said), "{}", found.notes);
        assert_eq!(found.document.sheets["sheet"].pictures.len(), 2, "{said}");
    }
    // A picture beyond the size that the file states.
    for (_, text, _) in FORMS {
        let (wide, narrow) = (["\"w\": 64", "64, 64", "{64,64}", "width=\"64\""], 29);
        let text = wide.iter().fold(text.to_owned(), |text, wide| {
            text.replace(wide, &wide.replacen("64", &narrow.to_string(), 1))
        });
        let found = read(text.as_bytes(), "a").unwrap();
        let notes = found.notes.to_string();
        assert!(
            notes.contains("pixels up to 30, 16, beyond the stated size of the image, 29 x 64"),
            "{notes}"
        );
        let sheet = &found.document.sheets["sheet"];
        assert_eq!((sheet.size, sheet.pictures.len()), (None, 3));
    }
    let binary = read(b"bplist00 frames textureFileName", "a.plist").unwrap_err().to_string();
    assert!(binary.contains("found a property list in its binary form"), "{binary}");
}

#[test]
fn a_sheet_of_16_bits_a_character_is_the_same_sheet() {
    let expected = document(XML, "a.xml");
    for (mark, bytes) in
        [(0xfeff_u16, u16::to_le_bytes as fn(u16) -> [u8; 2]), (0xfeff, u16::to_be_bytes)]
    {
        let units = [mark].into_iter().chain(XML.encode_utf16());
        let file: Vec<u8> = units.flat_map(bytes).collect();
        assert_eq!(Foreign::of("a", &file), Some(Foreign::Sparrow));
        assert_eq!(read(&file, "a.xml").unwrap().document, expected);
        survives_truncation(&file[..200], |file| read(file, "a.xml"));
    }
    let half = sparrow::read(b"\xff\xfe\x00\xd8", "").unwrap_err().to_string();
    assert!(half.contains("found half a character of UTF-16, needed text"), "{half}");
}

#[test]
fn a_property_list_of_the_oldest_form_is_a_sheet() {
    let text = r#"<plist version="1.0"><dict>
        <key>texture</key><dict><key>width</key><integer>512</integer><key>height</key><integer>256</integer></dict>
        <key>frames</key><dict><key>dance_01.png</key><dict>
            <key>x</key><integer>347</integer><key>y</key><integer>1</integer>
            <key>width</key><integer>51</integer><key>height</key><integer>109</integer>
            <key>offsetX</key><real>0</real><key>offsetY</key><real>-1</real>
            <key>originalWidth</key><integer>85</integer><key>originalHeight</key><integer>-121</integer>
        </dict></dict></dict></plist>"#;
    assert_eq!(Foreign::of("a.plist", text.as_bytes()), Some(Foreign::Cocos));
    let sheet = document(text, "a.plist").sheets["sheet"].clone();
    assert_eq!((sheet.image.as_str(), sheet.size), ("a.png", Some([512, 256])));
    assert_eq!(
        sheet.pictures[0],
        Picture {
            name: "dance_01.png".into(),
            area: [347, 1, 51, 109],
            offset: [17, 7],
            source_size: Some([85, 121]),
            ..Picture::default()
        }
    );
}

#[test]
fn every_truncation_is_survived() {
    for (_, text, read) in FORMS {
        survives_truncation(text.as_bytes(), read);
    }
}

#[test]
fn very_many_parts_are_no_quadratic_work() {
    let gdx = |n| format!("a.png\nsize: 8, 8\n{}", "a\nbounds: 0, 0, 8, 8\n".repeat(n));
    let pages = |n| "a.png\nsize: 8, 8\na_1\nbounds: 0, 0, 8, 8\n\n".repeat(n);
    let fields = |n| format!("a.png\nsize: 8, 8\na\n{}", "x: 1\n".repeat(n));
    let xml = |n| {
        let part = r#"<SubTexture name="a_1" x="0" y="0" width="1" height="1"/>"#;
        format!("<TextureAtlas>{}</TextureAtlas>", part.repeat(n))
    };
    let broken = |n| format!("<TextureAtlas>{}</TextureAtlas>", "<SubTexture/>".repeat(n));
    let plist = |n: usize, part: &str| {
        let part = format!("<key>a_1</key>{part}").repeat(n);
        format!(
            "<plist><dict><key>frames</key><dict>{part}</dict><key>sourceSize</key></dict></plist>"
        )
    };
    let frames = |n| plist(n, "<dict><key>frame</key><string>{{0,0},{1,1}}</string></dict>");
    let no_frames = |n| plist(n, "<dict/>");
    let long = |n: usize| {
        let keys = "<key>x</key><true/>".repeat(n);
        plist(1, &format!("<dict>{keys}</dict>"))
    };
    let phaser = |n| {
        let page = r#"{"image": "a.png", "frames": [{"filename": "a1", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}}]},"#;
        format!(r#"{{"textures": [{}{}]}}"#, page.repeat(n), page.trim_end_matches(','))
    };
    let twice =
        |n: usize| format!(r#"{{"frames": [], {} "meta": {{}}}}"#, r#""meta": {},"#.repeat(n));
    let json = |frame: &'static str, more: &'static str| {
        move |n: usize| {
            let frames = vec![frame; n].join(",");
            format!(r#"{{"frames": [{frames}], "meta": {{"image": "a.png"{more}}}}}"#)
        }
    };
    let list = json(
        r#"{"filename": "a_1", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 3, "h": 3}}"#,
        "",
    );
    let timed =
        json(r#"{"filename": "a", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 50}"#, "");
    let names = |n: usize| {
        let frame =
            |index| format!(r#""a{index}": {{"frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}"#);
        let frames = (0..n).map(frame).collect::<Vec<_>>().join(",");
        let animation = |index| format!(r#""b{index}": ["a{index}", "gone{index}"]"#);
        let animations = (0..n).map(animation).collect::<Vec<_>>().join(",");
        format!(r#"{{"frames": {{{frames}}}, "animations": {{{animations}}}, "meta": {{}}}}"#)
    };
    // Frames without tags around them; tags of one frame; tags that overlap more and more are refused.
    let tags = |n: usize| {
        let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 50}"#;
        let tag = |index| format!(r#"{{"name": "t", "from": {index}, "to": {index}}}"#);
        let tags = (0..n).map(tag).collect::<Vec<_>>().join(",");
        let frames = vec![frame; n].join(",");
        format!(r#"{{"frames": [{frames}], "meta": {{"frameTags": [{tags}]}}}}"#)
    };
    let slices = |n: usize| {
        let key = r#"{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
        let slice = format!(r#"{{"name": "s", "keys": [{key}]}}"#);
        let slices = vec![slice; n].join(",");
        let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 50}"#;
        format!(r#"{{"frames": [{frame}], "meta": {{"slices": [{slices}]}}}}"#)
    };
    let groups = |n: usize| {
        let moved = r#"{"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 9, "s": [1]}]}"#;
        let group = format!(
            r#"{{"ty": "gr", "nm": "g", "it": [{{"ty": "rd", "nm": "r", "r": {moved}}}]}}"#
        );
        let groups = vec![group; n].join(",");
        format!(r#"{{"fr": 30, "ip": 0, "op": 9, "layers": [{{"shapes": [{groups}]}}]}}"#)
    };
    let makers: [(&str, &dyn Fn(usize) -> String); 16] = [
        ("frames of a list", &list),
        ("frames with times", &timed),
        ("frames and animations by name", &names),
        ("tags", &tags),
        ("slices", &slices),
        ("groups of shapes", &groups),
        ("regions", &gdx),
        ("images", &pages),
        ("fields", &fields),
        ("subtextures", &xml),
        ("broken subtextures", &broken),
        ("frames", &frames),
        ("broken frames", &no_frames),
        ("fields of a frame", &long),
        ("textures", &phaser),
        ("a field many times", &twice),
    ];
    for (what, make) in makers {
        let file = |n| make(n).into_bytes();
        costs_in_proportion(what, &file, |file| drop(read(file, "a")));
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm(), which in 0..FORMS.len()) {
        let (_, text, read) = FORMS[which];
        survives(&harm.to(text.as_bytes()), read);
    }
}
