//! `notices PROGRAM...` prints a page with the licence of each crate that the programs of the page contain, and of the
//! fonts in these crates. cargo says which crates those are; each text is a file of the crate.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

const TARGET: &str = "wasm32-unknown-unknown";
/// The text for crates that ship none and let everybody choose it.
const APACHE: &str = include_str!("../../../../LICENSE-APACHE");

/// A crate, and the texts that it ships by their file names.
struct Notice {
    name: String,
    licence: String,
    texts: Vec<(String, String)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let programs: Vec<_> = env::args().skip(1).collect();
    let used = used(&programs)?;
    let mut notices = Vec::new();
    let packages: Value =
        serde_json::from_str(&cargo(&["metadata", "--format-version", "1", "--locked"])?)?;
    for package in packages["packages"].as_array().ok_or("cargo metadata has no packages")? {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let name = format!("{} {}", field("name"), field("version"));
        // A crate without a source is one of this repository.
        if used.contains(&name) && !package["source"].is_null() {
            let folder =
                Path::new(field("manifest_path")).parent().ok_or("a manifest without a folder")?;
            let mut texts = texts(folder)?;
            if texts.is_empty() {
                texts.push(by_default(&name, field("license"), &package["authors"])?);
            }
            notices.push(Notice { name, licence: field("license").replace('/', " OR "), texts });
        }
    }
    if notices.is_empty() {
        return Err("no crate was found".into());
    }
    notices.sort_by(|a, b| a.name.cmp(&b.name));
    print!("{}", page(&notices));
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output =
        Command::new(env::var_os("CARGO").unwrap_or("cargo".into())).args(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The crates in these programs, as "name version": what runs, and not what builds.
fn used(programs: &[String]) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut arguments =
        vec!["tree", "--locked", "--target", TARGET, "--edges", "normal,no-proc-macro"];
    arguments.extend(["--prefix", "none", "--format", "{p}"]);
    programs.iter().for_each(|program| arguments.extend(["-p", program]));
    let tree = cargo(&arguments)?;
    let words = |line: &str| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.trim_start_matches('v')))
    };
    Ok(tree.lines().filter_map(words).collect())
}

/// The files with licences in a crate's folder and the folders in it.
fn texts(folder: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            let of_font =
                name.ends_with(".txt") && path.parent().is_some_and(|it| it.ends_with("fonts"));
            if path.is_dir() {
                folders.push(path);
            } else if of_font
                || ["licen", "copying", "notice"].iter().any(|word| name.contains(word))
            {
                files.push(path);
            }
        }
    }
    files.retain(|file| {
        !matches!(
            file.extension().and_then(|it| it.to_str()),
            Some("rs" | "toml" | "html" | "json")
        )
    });
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let name = file.strip_prefix(folder)?.display().to_string();
        texts.push((name, String::from_utf8_lossy(&fs::read(&file)?).trim().replace("\r\n", "\n")));
    }
    Ok(texts)
}

/// The text for a crate that ships none.
fn by_default(
    name: &str,
    licence: &str,
    authors: &Value,
) -> Result<(String, String), Box<dyn Error>> {
    let authors: Vec<_> =
        authors.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match licence {
        it if it.contains("Apache-2.0") => {
            Ok(("Apache-2.0, as the crate ships no text".into(), APACHE.trim().into()))
        }
        "MIT" => {
            let text = spdx::license_id("MIT").ok_or("there is no MIT licence")?.text();
            let text = text.replace("<year> <copyright holders>", &authors.join(", "));
            Ok(("MIT, as the crate ships no text".into(), text.trim().into()))
        }
        _ => Err(format!("{name} is under {licence} and ships no text").into()),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn page(notices: &[Notice]) -> String {
    let mut numbers = BTreeMap::new();
    let mut list = String::new();
    let mut all = String::new();
    for Notice { name, licence, texts } in notices {
        let mut links = Vec::new();
        for (file, text) in texts {
            let next = numbers.len() + 1;
            let number = *numbers.entry(text).or_insert(next);
            if number == next {
                all += &format!(
                    "<h2 id=\"t{number}\">Text {number}</h2>\n<pre>{}</pre>\n",
                    escaped(text)
                );
            }
            links.push(format!("<a href=\"#t{number}\">{}</a>", escaped(file)));
        }
        list +=
            &format!("<li>{}: {} ({})</li>\n", escaped(name), escaped(licence), links.join(", "));
    }
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Cueline: licences</title>
<link rel=\"icon\" href=\"data:,\">
<style>
body {{ background: #181b22; color: #e2e5ec; font: 16px/1.6 system-ui, sans-serif; max-width: 52em; margin: 3em auto; padding: 0 1em }}
a {{ color: #ffc450 }}
pre {{ white-space: pre-wrap; font-size: 13px }}
</style>
</head>
<body>
<h1>Licences</h1>
<p>Cueline is under MIT or Apache-2.0. Its programs on this page contain these crates and fonts by others, and the
standard library of Rust, which is under MIT or Apache-2.0 too.</p>
<ul>
{list}</ul>
{all}</body>
</html>
"
    )
}
