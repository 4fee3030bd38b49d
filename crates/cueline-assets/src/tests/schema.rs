//! The schema that is shipped is that of the types.

use std::{collections::BTreeSet, env, fs, path::Path};

use serde_json::Value;

use crate::{document::Document, forms::required, read};

fn generated() -> Value {
    let mut schema = schemars::schema_for!(Document).to_value();
    // Editors know by it what to complete; readers pass over it.
    schema["properties"]["$schema"] = serde_json::json!({ "type": "string" });
    schema
}

/// Run with `WRITE_SCHEMA=1` to write it again.
#[test]
fn the_schema_of_the_repository_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/cueline.schema.json");
    let schema = format!("{:#}\n", generated());
    if env::var_os("WRITE_SCHEMA").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &schema).unwrap();
    }
    let shipped = fs::read_to_string(&path).unwrap_or_default();
    assert!(shipped == schema, "out of date: run this test with WRITE_SCHEMA=1");
}

/// An editor offers what `enum` lists.
#[test]
fn an_editor_completes_every_easing_once_and_the_reader_takes_each() {
    let schema = generated();
    let offered = |form: &str| -> Vec<String> {
        let names = schema["$defs"][form]["anyOf"][0]["enum"].as_array().unwrap();
        names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    for (form, item) in [
        (
            "Easing",
            r#"timelines: {"t": (items: [(action: Tween({"x": (from: F32(0), to: F32(1))}), easing: "NAME")])}"#,
        ),
        (
            "Interpolation",
            r#"clips: {"c": (tracks: {"y": F32([(at: "0s", value: 0, interpolation: "NAME")])})}"#,
        ),
    ] {
        let names = offered(form);
        for wanted in ["linear", "out-quad", "in-out-back", "out-in-sine", "spring"] {
            assert!(names.iter().any(|name| name == wanted), "{form} has no {wanted}");
        }
        let once: BTreeSet<_> = names.iter().collect();
        assert_eq!(once.len(), names.len(), "{form} offers a name twice");
        for name in &names {
            let file = format!("(version: 1, {})", item.replace("NAME", name));
            assert_eq!(read(file.as_bytes(), "a.ron").map(|_| ()), Ok(()), "{name}");
        }
    }
    let easing = |item: &str, field: &str| schema["$defs"][item]["properties"][field].to_string();
    assert!(easing("ItemSource", "easing").contains("/Easing\""));
    assert!(easing("TimelineSource", "tween_easing").contains("/Easing\""));
    assert!(easing("Key", "interpolation").contains("/Interpolation\""));
}

/// The reader's list of fields that cannot be left out is that of the types.
#[test]
fn the_reader_requires_what_the_schema_does() {
    fn walk(name: &str, schema: &Value, found: &mut usize) {
        if let Some(fields) = schema.get("properties").and_then(Value::as_object)
            && schema.get("additionalProperties").is_some()
        {
            let fields: Vec<&str> = fields.keys().map(String::as_str).collect();
            let needed: Vec<&str> = schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let is_variant =
                needed.len() == 1 && fields.len() == 1 && needed[0].starts_with(char::is_uppercase);
            if !is_variant {
                // Variants are found by one of their fields, whichever the type has first.
                let listed =
                    fields.iter().map(|first| required("", &[first])).find(|list| !list.is_empty());
                let listed = if name.is_empty() {
                    listed.unwrap_or_default()
                } else {
                    required(name, &fields)
                };
                assert_eq!(sorted(listed), sorted(&needed), "{name} {fields:?}");
                *found += usize::from(!needed.is_empty());
            }
        }
        match schema {
            Value::Object(all) => {
                // The named ones have their turn below.
                let inner = all.iter().filter(|(key, _)| *key != "$defs");
                inner.for_each(|(_, inner)| walk("", inner, found));
            }
            Value::Array(all) => all.iter().for_each(|inner| walk("", inner, found)),
            _ => {}
        }
    }
    fn sorted<'a>(names: &[&'a str]) -> Vec<&'a str> {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    }
    let schema = generated();
    let mut found = 0;
    walk("Document", &schema, &mut found);
    for (name, schema) in schema["$defs"].as_object().unwrap() {
        walk(if name.starts_with("Key") { "Key" } else { name }, schema, &mut found);
    }
    assert!(found >= 9, "only {found} structs with fields that are needed");
}
