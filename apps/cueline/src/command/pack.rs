//! `cueline pack`: compiles files into a pack.

use cueline_assets::{ClipLibrary, Problems};
use serde_json::json;

use super::{cli::Pack, input::open_document, output::say, progress::working, report::print};
use crate::{
    failure::{Failure, Source},
    studio::replace,
};

pub(crate) fn run(job: &Pack) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &job.files {
        let file = working(format!("reading {}", path.display()), || open_document(path))?;
        print(&file.notes, &file.source);
        files.push(file);
    }
    // All at once, since a file may play what a later one holds.
    let mut library = ClipLibrary::new();
    let documents = files.iter().map(|file| (file.name.clone(), file.document.clone()));
    if let Err(problems) = library.load_documents(documents) {
        for file in &files {
            let own = problems.iter().filter(|problem| problem.file == file.name).cloned();
            print(&file.in_text(own.collect()), &file.source);
        }
        return Err(Failure::Wrong);
    }
    let problems = |problems: Problems| Failure::Problems(problems, Source::default());
    let pack = working("compiling".into(), || library.pack()).map_err(problems)?;
    let bytes = pack.to_bytes().map_err(|error| Failure::file(&job.to, error))?;
    replace(&job.to, &bytes).map_err(|error| Failure::file(&job.to, error))?;
    let (output, size) = (job.to.display().to_string(), bytes.len());
    let (clips, timelines, flipbooks) =
        (pack.clips.len(), pack.timelines.len(), pack.flipbooks.len());
    let items = [(clips, "clip"), (timelines, "timeline"), (flipbooks, "flipbook")];
    let [clip, timeline, flipbook] =
        items.map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
    let line = format!("{output}: {size} bytes, with {clip}, {timeline} and {flipbook}");
    let about = json!({
        "output": output, "bytes": size, "clips": clips, "timelines": timelines, "flipbooks": flipbooks
    });
    say(job.json, &line, &about)
}
