//! The flipbook against recorded tables of a published one; see `data/flipbook_tables.json`.

use cueline::{
    clip::{Flipbook, frame_of_f64},
    time::{Span, Time},
};
use serde_json::Value;

fn rows(table: &str) -> Vec<Vec<Value>> {
    let tables: Value = serde_json::from_str(include_str!("data/flipbook_tables.json"))
        .expect("the file that comes with this test is JSON");
    serde_json::from_value(tables[table]["rows"].clone()).expect("a table has rows of columns")
}

/// A number of the table, which writes large ones as text; none where it is no i64.
fn whole(number: &Value) -> Option<i64> {
    number.as_i64().or_else(|| number.as_str()?.parse().ok())
}

/// Compares a table and says how many rows fit and how many do not fit an i64 clock.
fn compare(table: &str) -> (usize, usize) {
    let (mut equal, mut beyond) = (0, 0);
    for row in rows(table) {
        let numbers: Option<Vec<i64>> = row.iter().map(whole).collect();
        let Some(numbers) = numbers else {
            beyond += 1;
            continue;
        };
        let [start, now, hold, frames, frame] = numbers[..] else { panic!("{row:?}") };
        let count = u32::try_from(frames).expect("the table's flipbooks are short");
        let book = Flipbook::equal(count, Span::from_flicks(hold)).expect("and have frames");
        let shown = book.frame_at(Time::from_flicks(start), Time::from_flicks(now));
        assert_eq!(i64::from(shown), frame, "{table}: {row:?}");
        equal += 1;
    }
    (equal, beyond)
}

#[test]
fn small_numbers_agree() {
    assert_eq!(compare("small"), (392, 0));
}

/// Six rows ask for times from 2^64 - 1 on, which is more than a clock of ours can show.
#[test]
fn numbers_beyond_two_to_the_53_agree() {
    assert_eq!(compare("large"), (148, 6));
}

#[test]
fn floats_agree() {
    let rows = rows("float");
    assert_eq!(rows.len(), 20);
    for row in rows {
        let (elapsed, hold) = (row[0].as_f64().unwrap(), row[1].as_f64().unwrap());
        let (frames, frame) = (row[2].as_u64().unwrap(), row[3].as_u64().unwrap());
        let shown = frame_of_f64(elapsed, hold, u32::try_from(frames).unwrap());
        assert_eq!(shown.map(u64::from), Some(frame), "{row:?}");
    }
}
