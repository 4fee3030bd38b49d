//! The systems that were recorded, one module for each.

use serde_json::Value;

use crate::{
    animation_sequencer, babylon, easing, fields::Field, flipbook, game_loop, read::Malformed,
    render_pipeline, synced_animation, timeline, verdict::Verdict,
};

/// How the recordings of one system are compared.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// The folder its files lie in.
    pub folder: &'static str,
    /// What was recorded, for the page.
    pub source: &'static str,
    /// The records of a file that is one JSON value; files of lines need no such help.
    pub records: fn(&Value) -> Vec<Value>,
    /// What each field of a record is for.
    pub fields: &'static [Field],
    /// Compares one record.
    pub compare: fn(&Value) -> Result<Verdict, Malformed>,
}

/// All of them, in the order of the page.
pub const SYSTEMS: &[System] = &[
    System {
        folder: "render_pipeline",
        source: "Programs of epochs, from the complete JavaScript listing of the RenderPipeline article, run. Where the listing departs \
                 from the article's words, the words count, as a model of them has it.",
        records: one_record,
        fields: render_pipeline::FIELDS,
        compare: render_pipeline::compare,
    },
    System {
        folder: "animation_sequencer",
        source: "Blocking and non-blocking entries: the two ActionScript listings of the AnimationSequencer article, ported line \
                 by line and run. Starts and ends are compared with the lossless ones, to a flick.",
        records: one_record,
        fields: animation_sequencer::FIELDS,
        compare: animation_sequencer::compare,
    },
    System {
        folder: "flipbook",
        source: "The flipbook chosen by a drawing thread, from published Common Lisp listings run on SBCL 2.2.9. Each row of \
             a table and each run of the counter is a record. `tables_more` was recorded with \
             `conformance/record/flipbook.lisp`.",
        records: flipbook::records,
        fields: flipbook::FIELDS,
        compare: flipbook::compare,
    },
    System {
        folder: "game_loop",
        source: "Accumulator loops that were fed timestamps: the npm package mainloop.js 1.0.4 and the deterministic lockstep of \
                 @babylonjs/core 9.34.0, both run, and a model of the described loop. A loop is our fixed step with the \
                 matching rules; an upper frame rate is a game that leaves out frames that come too soon. The moving \
                 estimate of frames a second in mainloop.js has no counterpart here and is not compared.",
        records: one_record,
        fields: game_loop::FIELDS,
        compare: game_loop::compare,
    },
    babylon::SYSTEM,
    easing::SYSTEM,
    synced_animation::SYSTEM,
    System {
        folder: "timeline",
        source: "GSAP 3.15.0's timelines, run: their structure, their values at forward, backward and random times, and the \
                 order of their callbacks.",
        records: one_record,
        fields: timeline::FIELDS,
        compare: timeline::compare,
    },
];

/// For systems whose files are lines: a file that is one value is one record.
fn one_record(whole: &Value) -> Vec<Value> {
    vec![whole.clone()]
}
