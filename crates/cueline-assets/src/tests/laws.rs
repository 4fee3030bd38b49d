//! What goes into a file comes out of it, to the bit.

use cueline::{clip::Clip, clip::ClipBuilder, digest::digest};
use cueline_pack::Pack;
use proptest::prelude::*;

use super::arbitrary::{clip, document};
use crate::{
    clip::ClipFile,
    document::Document,
    format::{Format, write},
    library::ClipLibrary,
    named::Named,
    read,
};

/// To the bit: 0 and -0 are equal, but their `Debug` differs.
fn same(one: &Document, other: &Document) -> Result<(), TestCaseError> {
    prop_assert_eq!(format!("{one:?}"), format!("{other:?}"));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_file_gives_back_what_was_written(document in document()) {
        for format in [Format::Ron, Format::Json, Format::Binary] {
            let bytes = write(&document, format).unwrap();
            let back = read(&bytes, "file").map_err(|problems| {
                TestCaseError::fail(format!("{problems}\n{}", String::from_utf8_lossy(&bytes)))
            })?;
            same(&back.document, &document)?;
            prop_assert_eq!(Format::of_content(&bytes), Some(format));
        }
    }

    /// What names a curve is a text that only `read` follows, so these documents have no table of curves, and all of
    /// their easings stand in full.
    #[test]
    fn other_readers_of_ron_and_json_agree(document in document()) {
        let document = Document { curves: Named::default(), ..document };
        let json = write(&document, Format::Json).unwrap();
        same(&serde_json::from_slice(&json).unwrap(), &document)?;
        let text = String::from_utf8(write(&document, Format::Ron).unwrap()).unwrap();
        let extensions = ron::extensions::Extensions::IMPLICIT_SOME
            | ron::extensions::Extensions::UNWRAP_NEWTYPES;
        let options = ron::Options::default().with_default_extension(extensions);
        same(&options.from_str(&text).unwrap(), &document)?;
    }

    #[test]
    fn other_writers_of_ron_and_json_are_read(document in document()) {
        let json = serde_json::to_string_pretty(&document).unwrap();
        same(&read(json.as_bytes(), "a.json").unwrap().document, &document)?;
        let text = ron::ser::to_string_pretty(&document, ron::ser::PrettyConfig::default()).unwrap();
        let back = read(text.as_bytes(), "a.ron").map_err(|problems| {
            TestCaseError::fail(format!("{problems}\n{text}"))
        })?;
        same(&back.document, &document)?;
    }

    #[test]
    fn a_clip_of_the_core_comes_back_from_a_file(source in clip()) {
        let clip = source.build("clip").unwrap();
        let document = Document {
            clips: [("clip".to_owned(), ClipFile::from(&clip))].into_iter().collect(),
            ..Document::default()
        };
        let bytes = write(&document, Format::Ron).unwrap();
        let back = read(&bytes, "a.ron").unwrap().document.clips["clip"].build("clip").unwrap();
        prop_assert_eq!(format!("{:?}", ClipBuilder::from(clip.clone())), format!("{:?}", ClipBuilder::from(back.clone())));
        prop_assert_eq!(Clip::digest(&clip), back.digest());
    }

    /// What a pack holds is what the library would play.
    #[test]
    fn a_pack_gives_back_what_a_library_has(document in document()) {
        let mut library = ClipLibrary::new();
        prop_assume!(library.load_document("a", document.clone()).is_ok());
        let pack = library.pack().unwrap();
        let back = Pack::from_bytes(&pack.to_bytes().unwrap()).unwrap();
        prop_assert_eq!(format!("{back:?}"), format!("{pack:?}"));
        let Pack { clips, flipbooks, timelines } = back;
        let counts = (document.clips.len(), document.flipbooks.len(), document.timelines.len());
        prop_assert_eq!((clips.len(), flipbooks.len(), timelines.len()), counts);
        for clip in clips {
            let loaded = library.get(library.id(clip.name()).unwrap()).unwrap();
            prop_assert_eq!(clip.digest(), loaded.digest());
        }
        for (name, book) in flipbooks {
            prop_assert_eq!(digest(&book), digest(library.flipbook(&name).unwrap()));
        }
        for (name, timeline) in timelines {
            let timeline = timeline.build().unwrap();
            prop_assert_eq!(digest(&timeline), digest(library.timeline(&name).unwrap()));
        }
    }
}
