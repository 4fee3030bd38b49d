//! Comments of a file that is written again.

use proptest::{collection::vec, prelude::*};

use super::arbitrary::document;
use crate::{
    format::{Format, write, write_over},
    read,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn comments_stay(document in document(), places in vec(0_u8..4, 1..40)) {
        let text = String::from_utf8(write(&document, Format::Ron).unwrap()).unwrap();
        let mut commented = String::new();
        let mut count = 0;
        for (line, place) in text.lines().zip(places.iter().cycle()) {
            let comment = format!("// {count}.");
            match place {
                0 => commented += &format!("{comment}\n{line}\n"),
                1 => commented += &format!("{line} {comment}\n"),
                2 => commented += &format!("/* {count}. */ {line}\n"),
                _ => commented += &format!("{line}\n"),
            }
            count += usize::from(*place < 3);
        }
        let again = read(commented.as_bytes(), "").map_err(|problems| TestCaseError::fail(format!("{problems}\n{commented}")))?;
        prop_assert_eq!(format!("{:?}", &again.document), format!("{document:?}"));
        let (written, lost) = write_over(&again.document, &commented).unwrap();
        prop_assert_eq!(lost, 0);
        for number in 0..count {
            let times = written.matches(&format!(" {number}.")).count();
            prop_assert!(times >= 1, "comment {number}\n{commented}\n{written}");
        }
        let (twice, _) = write_over(&again.document, &written).unwrap();
        prop_assert_eq!(twice, written);
    }
}

#[test]
fn comments_follow_their_keys_and_go_with_them() {
    let text = "(version: 1, clips: {\"a\": (rate: 30, tracks: {\"x\": F32([
        (at: 0, value: 0), // start
        (at: 5, value: 1), // middle
        (at: 9, value: 2), // end
    ])}, duration: Whole, // as usual
    )})";
    let mut document = read(text.as_bytes(), "").unwrap().document;
    let Some(crate::Keys::F32(keys)) = document.clips["a"].tracks.get_mut("x") else { panic!() };
    keys.remove(1);
    keys.insert(0, crate::Key::linear(crate::When::Frames(-3), 7.0));
    let (written, lost) = write_over(&document, text).unwrap();
    let expected = "(
    version: 1,
    clips: {
        \"a\": (
            rate: 30,
            tracks: {
                \"x\": F32([
                    (at: -3, value: 7.0),
                    (at: 0, value: 0.0), // start
                    (at: 9, value: 2.0), // end
                ]),
            },
            // as usual
        ),
    },
)
";
    assert_eq!(written, expected);
    assert_eq!(lost, 1, "the comment of the removed key");
}
