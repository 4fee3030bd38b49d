//! The pictures of the book that show what the library does: drawn from queues that have played, and from the curves
//! themselves.
//!
//! If one of them no longer shows what happens, its test fails. `WRITE_PICTURES=1 cargo test -p cueline-book pictures`
//! draws them again.

use std::{collections::BTreeMap, env, fmt::Write, fs, path::Path};

use cueline::{prelude::*, sequencer::Role};

type Queue = Sequencer<()>;

/// The lines of a call, when it is made (in milliseconds), and the call. It queues one entry for each line.
type Call = (&'static [&'static str], i64, fn(&mut Queue));

const FIRST: Call = (&["enqueue(ms(200), ..)"], 0, |queue| {
    queue.enqueue(ms(200), ());
});
const LAST: Call = (&["enqueue(ms(250), ..)"], 0, |queue| {
    queue.enqueue(ms(250), ());
});

/// For each method of the queue a few calls. Its own call is the second.
const SCENES: [(&str, &[Call]); 8] = [
    (
        "enqueue",
        &[
            FIRST,
            (&["enqueue(ms(300), ..)"], 0, |queue| {
                queue.enqueue(ms(300), ());
            }),
            LAST,
        ],
    ),
    (
        "concurrently",
        &[
            FIRST,
            (&["concurrently(ms(350), ..)"], 0, |queue| {
                queue.concurrently(ms(350), ());
            }),
            LAST,
        ],
    ),
    (
        "together",
        &[
            FIRST,
            (&["together([(ms(200), ..),", "          (ms(350), ..)])"], 0, |queue| {
                queue.together([ms(200), ms(350)].map(|duration| (duration, ())));
            }),
            LAST,
        ],
    ),
    (
        "background",
        &[
            FIRST,
            (&["background(ms(600), ..)"], 0, |queue| {
                queue.background(ms(600), ());
            }),
            LAST,
        ],
    ),
    (
        "blocking",
        &[
            (&["non_blocking(ms(450), ..)"], 0, |queue| {
                queue.non_blocking(ms(450), ());
            }),
            (&["blocking(ms(250), ..)"], 0, |queue| {
                queue.blocking(ms(250), ());
            }),
            (&["blocking(ms(200), ..)"], 0, |queue| {
                queue.blocking(ms(200), ());
            }),
        ],
    ),
    (
        "non_blocking",
        &[
            (&["blocking(ms(200), ..)"], 0, |queue| {
                queue.blocking(ms(200), ());
            }),
            (&["non_blocking(ms(450), ..)"], 0, |queue| {
                queue.non_blocking(ms(450), ());
            }),
            (&["blocking(ms(250), ..)"], 0, |queue| {
                queue.blocking(ms(250), ());
            }),
        ],
    ),
    (
        "now",
        &[
            FIRST,
            (&["now(ms(300), ..), at 120 ms"], 120, |queue| {
                queue.now(ms(300), ());
            }),
            LAST,
        ],
    ),
    (
        "after",
        &[
            (&["let a = enqueue(ms(150), ..)"], 0, |queue| {
                queue.enqueue(ms(150), ());
            }),
            (&["after(a, ms(300), ..)"], 0, |queue| {
                queue.after(EntryId::from_number(0), ms(300), ());
            }),
            (&["concurrently(ms(350), ..)"], 0, |queue| {
                queue.concurrently(ms(350), ());
            }),
            LAST,
        ],
    ),
];

/// An entry as it has played, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Played {
    line: &'static str,
    queued: i64,
    start: i64,
    end: i64,
    role: Role,
}

/// Makes the calls and plays the queue to its end. The entries are in the order of the calls in the list.
fn play(calls: &[Call]) -> Vec<Played> {
    let mut queue = Queue::new();
    let mut entries: BTreeMap<(usize, usize), Played> = BTreeMap::new();
    let mut rows = BTreeMap::new(); // by the number of the entry
    for now in 0..10_000 {
        for (index, (lines, at, make)) in calls.iter().enumerate().filter(|(_, call)| call.1 == now)
        {
            for (line, number) in (queue.queued()..).take(lines.len()).enumerate() {
                rows.insert(number, (index, line));
                let role = Role::Holding;
                let played = Played { line: lines[line], queued: *at, start: 0, end: 0, role };
                entries.insert((index, line), played);
            }
            make(&mut queue);
        }
        queue.advance(ms(1), |_, _| ()).expect("a queue without faults");
        for event in queue.events() {
            let played = entries.get_mut(&rows[&event.id.number()]).expect("an entry of the list");
            let millis = event.due.since_zero().millis();
            match event.kind {
                EventKind::Start => played.start = millis,
                EventKind::End => played.end = millis,
                _ => {}
            }
        }
        for shown in queue.sample(queue.time()) {
            entries.get_mut(&rows[&shown.id.number()]).expect("an entry of the list").role =
                shown.role;
        }
    }
    assert!(queue.is_empty(), "ten seconds are enough");
    entries.into_values().collect()
}

const FONT: &str = r#"font-family="sans-serif" font-size="12""#;

fn svg(width: i64, height: i64, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" {FONT}>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#ffffff\"/>\n{content}</svg>\n"
    )
}

/// Lanes over time: a line for each entry, its bar from its start to its end.
fn lanes(calls: &[Call]) -> String {
    const LEFT: i64 = 220; // of the time 0; two milliseconds take one pixel
    const ROW: i64 = 26;
    let entries = play(calls);
    let (end, rows) = (900, i64::try_from(entries.len()).expect("a few entries"));
    let (width, bottom) = (LEFT + end / 2 + 100, 12 + ROW * rows);
    let x = |millis: i64| LEFT + millis / 2;
    let mut out = String::new();
    for millis in (0..=end).step_by(100) {
        let (x, text) =
            (x(millis), if millis % 200 == 0 { format!("{millis}") } else { String::new() });
        let _ = writeln!(out, "<path d=\"M{x} 8V{bottom}\" stroke=\"#dddddd\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555555\">{text}</text>",
            bottom + 16
        );
    }
    for (row, entry) in (0..).zip(&entries) {
        let (top, from, to) = (10 + ROW * row, x(entry.start), x(entry.end));
        let (colour, what) = match entry.role {
            Role::Holding => ("#0072b2", "the next epoch waits"),
            Role::Free => ("#d55e00", "nothing waits"),
            Role::Background => ("#009e73", "background"),
        };
        let line = entry.line.replace(' ', "\u{a0}");
        let _ = writeln!(
            out,
            "<text x=\"10\" y=\"{}\" font-family=\"monospace\" fill=\"#222222\">{line}</text>",
            top + 15
        );
        let _ = writeln!(
            out,
            "<rect x=\"{from}\" y=\"{top}\" width=\"{}\" height=\"20\" rx=\"3\" fill=\"{colour}\"/>",
            to - from
        );
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" fill=\"#555555\">{what}</text>",
            to + 6,
            top + 15
        );
        if entry.queued > 0 {
            let at = x(entry.queued);
            let _ = writeln!(
                out,
                "<path d=\"M{at} 8V{bottom}\" stroke=\"#222222\" stroke-dasharray=\"4 3\"/>"
            );
        }
    }
    let _ =
        writeln!(out, "<text x=\"10\" y=\"{}\" fill=\"#555555\">milliseconds</text>", bottom + 16);
    svg(width, bottom + 24, &out)
}

/// The columns of the plate: names from the top down.
const PLATE: [[&str; 3]; 13] = [
    ["linear", "step-start", "step-end"],
    ["in-sine", "out-sine", "in-out-sine"],
    ["in-quad", "out-quad", "in-out-quad"],
    ["in-cubic", "out-cubic", "in-out-cubic"],
    ["in-quart", "out-quart", "in-out-quart"],
    ["in-quint", "out-quint", "in-out-quint"],
    ["in-expo", "out-expo", "in-out-expo"],
    ["in-circ", "out-circ", "in-out-circ"],
    ["in-back", "out-back", "in-out-back"],
    ["in-elastic", "out-elastic", "in-out-elastic"],
    ["in-bounce", "out-bounce", "in-out-bounce"],
    ["ease-in", "ease-out", "ease-in-out"],
    ["ease", "", ""],
];

/// All named easings, in two bands of columns.
fn easings() -> String {
    const IN_A_BAND: usize = 7;
    const SIDE: i64 = 60; // of the square from progress 0 to 1
    const CELL: (i64, i64) = (SIDE + 32, SIDE + 62); // the rest is room for what overshoots, and for the name
    let mut out = String::new();
    for (column, names) in PLATE.iter().enumerate() {
        for (row, name) in names.iter().enumerate() {
            let Some((_, easing)) = Easing::NAMED.iter().find(|(known, _)| known == name) else {
                continue;
            };
            let [across, down] = [column % IN_A_BAND, column / IN_A_BAND * names.len() + row];
            let [across, down] = [across, down].map(|place| i64::try_from(place).expect("a few"));
            let (left, base) = (20 + CELL.0 * across, 84 + CELL.1 * down);
            let _ = writeln!(
                out,
                "<path d=\"M{left} {base}h{SIDE}v-{SIDE}h-{SIDE}z\" fill=\"#f2f2f2\"/>"
            );
            let mut path = String::new();
            for step in 0..=SIDE {
                let value = easing.at(step as f64 / SIDE as f64);
                let (x, y) = (left + step, base as f64 - value * SIDE as f64);
                let _ = write!(path, "{}{x} {y:.1}", if step == 0 { 'M' } else { 'L' });
            }
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>"
            );
            let (x, y) = (left + SIDE / 2, base + 32);
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#222222\">{name}</text>"
            );
        }
    }
    svg(20 + CELL.0 * 7, 2 * 3 * CELL.1 + 10, &out)
}

/// Compares a picture with its file, or writes the file.
fn compare(name: &str, picture: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pictures").join(name);
    if env::var_os("WRITE_PICTURES").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the pictures");
        fs::write(&path, picture).expect("a file for the picture");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == picture,
        "{name} shows something else than the library does; WRITE_PICTURES=1 draws it again"
    );
}

#[test]
fn each_way_to_queue_has_a_picture_of_what_it_does() {
    for (name, calls) in SCENES {
        assert!(calls[1].0[0].starts_with(name), "the second call of {name} is its own");
        compare(&format!("queue-{}.svg", name.replace('_', "-")), &lanes(calls));
    }
}

#[test]
fn the_plate_of_easings_has_every_name() {
    let plate = easings();
    for (name, _) in Easing::NAMED {
        assert!(plate.contains(&format!(">{name}<")), "{name}");
    }
    compare("easings.svg", &plate);
}

#[test]
fn a_scene_plays_as_its_calls_say() {
    let placed: Vec<_> =
        play(SCENES[6].1).iter().map(|entry| (entry.start, entry.end, entry.role)).collect();
    assert_eq!(
        placed,
        [(0, 200, Role::Holding), (120, 420, Role::Free), (200, 450, Role::Holding)]
    );
}

#[test]
fn every_picture_is_on_a_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let pages = super::PAGES.iter().filter(|page| page.starts_with("src/"));
    let pages: String =
        pages.map(|page| fs::read_to_string(folder.join("..").join(page)).unwrap()).collect();
    for file in fs::read_dir(folder.join("pictures")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(pages.contains(&format!("](pictures/{name})")), "no page shows {name}");
    }
}
