//! Runs every listing of the book and of the READMEs as a doctest, and checks that the book is whole.

macro_rules! listings {
    ($($path:literal)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            const _: () = ();
        )*
        /// The pages whose listings run.
        #[cfg(test)]
        const PAGES: &[&str] = &[$($path),*];
    };
}

listings! {
    "../../README.md"
    "../../COMPARE.md"
    "../../CONTRIBUTING.md"
    "../../SECURITY.md"
    "../../crates/cueline/README.md"
    "../../crates/cueline-await/README.md"
    "src/introduction.md"
    "src/five-minutes.md"
    "src/which-part.md"
    "src/time.md"
    "src/sequencer.md"
    "src/timelines.md"
    "src/crowds.md"
    "src/characters.md"
    "src/history.md"
    "src/threads.md"
    "src/languages.md"
    "src/values.md"
    "src/clips.md"
    "src/files.md"
    "src/blender.md"
    "src/studio.md"
    "src/async.md"
    "src/action.md"
    "src/sprites.md"
    "src/typing.md"
    "src/feel.md"
    "src/menus.md"
    "src/programs.md"
    "src/answers.md"
    "src/mistakes.md"
    "src/coming-from.md"
    "src/testing.md"
    "src/bugs.md"
    "src/format.md"
    "src/words.md"
}

#[cfg(test)]
mod pictures;
#[cfg(test)]
mod tests;
