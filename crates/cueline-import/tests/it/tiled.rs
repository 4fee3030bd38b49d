//! Tiled's tilesets, written as Tiled 1.11 writes them.

use cueline::playback::Repeat;
use cueline_assets::{Format, FrameSource, Frames, Problems, Read};
use cueline_import::{Foreign, tiled};
use proptest::prelude::*;

use crate::harm::{harm, many, survives, survives_strange_numbers, survives_truncation};

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="sea" tilewidth="8" tileheight="6" spacing="1" margin="2" tilecount="6" columns="3">
 <image source="sea.png" width="30" height="17"/>
 <tile id="0"/>
 <tile id="2" type="water">
  <properties><property name="deep" type="bool" value="true"/></properties>
  <animation>
   <frame tileid="2" duration="100"/>
   <frame tileid="5" duration="250"/>
  </animation>
 </tile>
</tileset>
"#;

const JSON: &str = r#"{ "columns":3, "image":"sea.png", "imageheight":17, "imagewidth":30, "margin":2,
 "name":"sea", "spacing":1, "tilecount":6, "tiledversion":"1.11.0", "tileheight":6, "tilewidth":8,
 "tiles":[
  { "id":2, "type":"water",
    "animation":[ { "duration":100, "tileid":2 }, { "duration":250, "tileid":5 } ],
    "properties":[ { "name":"deep", "type":"bool", "value":true } ] }],
 "type":"tileset", "version":"1.10" }"#;

fn read(file: &[u8]) -> Result<Read, Problems> {
    tiled::read(file)
}

fn refused(text: &str) -> String {
    survives(text.as_bytes(), read);
    read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_json_tileset_is_known_by_its_own_words_whatever_its_version() {
    let number = JSON.replace("\"1.10\"", "1.4");
    for text in [JSON, &number] {
        assert_eq!(Format::of_content(text.as_bytes()), None, "{text}");
        assert_eq!(Foreign::of("sea.json", text.as_bytes()), Some(Foreign::Tiled));
    }
    let package = r#"{ "name": "game", "version": "1.0.0" }"#;
    assert_eq!(Format::of_content(package.as_bytes()), None);
    assert_eq!(Format::of_content(br#"{ "version": 7, "clips": {} }"#), Some(Format::Json));
}

#[test]
fn an_xml_tileset_may_name_its_dtd() {
    let dtd =
        "<!DOCTYPE tileset SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<tileset version";
    let text = XML.replace("<tileset version", dtd);
    assert_eq!(read(text.as_bytes()).unwrap().document, read(XML.as_bytes()).unwrap().document);
}

#[test]
fn both_forms_are_the_same_tileset() {
    let (xml, json) = (read(XML.as_bytes()).unwrap(), read(JSON.as_bytes()).unwrap());
    assert_eq!(xml.document, json.document);
    let sheet = &xml.document.sheets["sea"];
    assert_eq!((&*sheet.image, sheet.size), ("sea.png", Some([30, 17])));
    let areas: Vec<_> = sheet.pictures.iter().map(|picture| picture.area).collect();
    // Two pixels of margin, one between tiles.
    let wanted = [[2, 2], [11, 2], [20, 2], [2, 9], [11, 9], [20, 9]].map(|[x, y]| [x, y, 8, 6]);
    assert_eq!(areas, wanted);
    let water = &xml.document.flipbooks["sea/2"];
    assert_eq!(xml.document.flipbooks.len(), 1);
    let ms = |ms| cueline::time::Span::from_millis(ms).into();
    let frames =
        vec![FrameSource { show: 2, hold: ms(100) }, FrameSource { show: 5, hold: ms(250) }];
    assert_eq!(water.frames, Frames::List(frames));
    assert_eq!((water.repeat, &*water.meta["class"]), (Repeat::Forever, "water"));
}

/// Tiled 1.9 and later: a tile is a part of its own image.
#[test]
fn tiles_that_are_parts_of_one_image_are_a_sheet() {
    let xml = |other: &str| {
        format!(
            r#"<tileset name="wood" tilewidth="16" tileheight="20" tilecount="2" columns="0">
 <tile id="4" x="1" y="2" width="10" height="20"><image width="64" height="32" source="a.png"/></tile>
 <tile id="9"><image width="64" height="32" source="{other}"/>
  <animation><frame tileid="9" duration="100"/><frame tileid="4" duration="200"/></animation></tile>
</tileset>"#
        )
    };
    let json = r#"{ "columns":0, "name":"wood", "tilecount":2, "tileheight":20, "tilewidth":16,
 "tiles":[
  { "id":4, "x":1, "y":2, "width":10, "height":20, "image":"a.png", "imagewidth":64, "imageheight":32 },
  { "id":9, "image":"a.png", "imagewidth":64, "imageheight":32,
    "animation":[ { "duration":100, "tileid":9 }, { "duration":200, "tileid":4 } ] }] }"#;
    let shared = read(xml("a.png").as_bytes()).unwrap();
    assert_eq!(shared.notes.to_string(), "");
    assert_eq!(shared.document, read(json.as_bytes()).unwrap().document);
    let sheet = &shared.document.sheets["wood"];
    assert_eq!((&*sheet.image, sheet.size), ("a.png", Some([64, 32])));
    let pictures: Vec<_> = sheet.pictures.iter().map(|one| (&*one.name, one.area)).collect();
    assert_eq!(pictures, [("4", [1, 2, 10, 20]), ("9", [0, 0, 64, 32])]);
    let book = &shared.document.flipbooks["wood/9"];
    assert_eq!([0, 1].map(|frame| book.picture(frame)), [Some(1), Some(0)]);

    let separate = read(xml("b.png").as_bytes()).unwrap();
    assert!(separate.document.sheets.is_empty());
    assert!(separate.notes.to_string().contains("tiles with images of their own"));
    assert_eq!(separate.document.flipbooks["wood/9"].picture(1), Some(4));
}

#[test]
fn what_is_not_imported_is_reported() {
    let reported = |text: &str| read(text.as_bytes()).unwrap().notes.to_string();
    assert_eq!(reported(XML), "note: tileset.tile.properties: found 1, which is not imported");
    assert_eq!(
        reported(JSON),
        "note: tiledversion: found 1, which is not imported\n\
         note: tiles[].properties: found 1, which is not imported\n\
         note: type: found 1, which is not imported\n\
         note: version: found 1, which is not imported"
    );
}

#[test]
fn maps_hold_tilesets_or_name_them() {
    let inner = XML.split_once("?>\n").unwrap().1;
    let map = format!("<map><tileset firstgid=\"1\" source=\"other.tsx\"/>{inner}<layer/></map>");
    let xml = read(map.as_bytes()).unwrap();
    let map = format!(
        "{{\"tilesets\": [{{\"firstgid\": 1, \"source\": \"other.tsx\"}}, {JSON}], \"layers\": []}}"
    );
    let json = read(map.as_bytes()).unwrap();
    assert_eq!(xml.document, json.document);
    assert_eq!(xml.document, read(XML.as_bytes()).unwrap().document);
    let note =
        "note: tilesets[0]: found a tileset in \"other.tsx\", which is to be read on its own";
    for read in [xml, json] {
        assert!(read.notes.to_string().starts_with(note), "{}", read.notes);
    }
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    assert_eq!(
        refused(&XML.replace("duration=\"250\"", "duration=\"-1\"")),
        "9:4: error: frame.duration: found \"-1\", needed a whole number of 0 or more"
    );
    assert_eq!(
        refused(&XML.replace("tileid=\"5\" ", "")),
        "9:4: error: frame.tileid: found none, needed a whole number"
    );
    assert!(refused(&XML.replace("</tile>", "")).starts_with("12:1: error: found "));
    assert!(refused("<html/>").contains("found <html>, needed <tileset> or <map>"));
    let reported = refused(&JSON.replace("\"duration\":250", "\"duration\":\"long\""));
    assert!(
        reported.starts_with("5:") && reported.contains("tiles[0].animation[1].duration"),
        "{reported}"
    );
    assert!(refused(&JSON.replace("\"tileid\":5", "\"tileid\":6")).contains("found picture 6"));
    let bare = JSON.replace("\"columns\":3", "\"columns\":0").replace("\"imagewidth\":30,", "");
    assert!(refused(&bare).contains("tilesets[0].columns: found 0, needed 1 or more"));
    assert!(
        refused(&JSON.replace("\"tilecount\":6", "\"tilecount\":4000000000"))
            .contains("tilecount: found 4000000000")
    );
}

#[test]
fn deep_nesting_is_no_deep_recursion() {
    let deep = "<tileset>".repeat(200_000);
    assert!(read(deep.as_bytes()).is_err());
    let bomb = "<!DOCTYPE a [<!ENTITY b \"cccc\">]><tileset name=\"&b;\"/>";
    assert!(refused(bomb).contains("DOCTYPE"), "{}", refused(bomb));
}

/// The parser compares each attribute of an element with all others: 200,000 of them took minutes.
#[test]
fn elements_with_more_attributes_than_tiled_writes_are_refused_before_they_are_parsed() {
    let with = |count: usize| {
        let attributes: String = (0..count).map(|number| format!(" a{number}='1=1'")).collect();
        format!("<!-- it's a = b --><tileset name=\"a>b\"{attributes}/>")
    };
    assert!(read(with(60).as_bytes()).is_ok(), "the = in texts and comments are no attributes");
    for count in [100_000, 200_000] {
        assert!(refused(&with(count)).contains(&format!("{} attributes", count + 1)));
    }
    let hidden = format!("<!DOCTYPE a [<!-- ' -->]>{}", with(200_000));
    assert!(refused(&hidden).contains("definitions in a <!DOCTYPE>"));
    let old = "<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\"><map/>";
    assert!(read(old.as_bytes()).is_ok());
}

/// A place is a line and a column, counted from the start of the text.
#[test]
fn very_many_wrong_numbers_are_no_quadratic_work() {
    let wrong = "<tile id='a'/>".repeat(100_000);
    let problems = read(format!("<tileset>{wrong}</tileset>").as_bytes()).unwrap_err();
    assert_eq!(problems.len(), 100);
}

#[test]
fn every_truncation_and_strange_number_is_survived() {
    for text in [XML, JSON] {
        survives_truncation(text.as_bytes(), read);
    }
    survives_strange_numbers(&serde_json::from_str(JSON).unwrap(), read);
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm(), xml: bool) {
        survives(&harm.to((if xml { XML } else { JSON }).as_bytes()), read);
    }
}
