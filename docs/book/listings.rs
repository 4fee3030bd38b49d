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
    "../../crates/cueline/README.md"
    "src/introduction.md"
}

#[cfg(test)]
mod tests;
