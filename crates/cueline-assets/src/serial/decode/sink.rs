//! Collects problems while a tree is decoded, and knows their places.

use std::{cell::RefCell, fmt};

use serde::de;

use crate::{
    forms::curve::NamedCurves,
    problem::{DocumentPath, Problem, Problems, Step},
    text::{Lines, Node},
};

/// Collects problems.
pub(super) struct Sink<'a> {
    pub(super) problems: RefCell<Problems>,
    pub(super) lines: &'a Lines<'a>,
    pub(super) curves: NamedCurves<'a>,
}

impl Sink<'_> {
    pub(super) fn report(
        &self,
        path: &Path<'_>,
        node: Option<&Node>,
        found: String,
        needed: String,
    ) {
        // Without a node this is a placeholder, whose problem is reported already.
        let Some(node) = node else { return };
        if self.problems.borrow().is_full() {
            return;
        }
        let mut problem = Problem::error(path.to_item(), found, needed);
        problem.place = Some(self.lines.place(node.span.clone()));
        self.problems.borrow_mut().push_some(problem);
    }
}

/// The path of the present item, as a chain through the callers.
pub(super) enum Path<'a> {
    Root,
    Field(&'a Path<'a>, &'a str),
    Name(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn to_item(&self) -> DocumentPath {
        let mut steps = Vec::new();
        let mut path = self;
        loop {
            path = match path {
                Path::Root => break,
                Path::Field(up, name) => {
                    steps.push(Step::Field((*name).into()));
                    up
                }
                Path::Name(up, name) => {
                    steps.push(Step::Name((*name).into()));
                    up
                }
                Path::Index(up, index) => {
                    steps.push(Step::Index(*index));
                    up
                }
            };
        }
        steps.into_iter().rev().collect()
    }
}

/// An error from outside of the sink; ignored if it is reported already.
#[derive(Debug)]
pub(crate) struct Failed(pub(super) Option<String>);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or("a problem that was reported already"))
    }
}

impl std::error::Error for Failed {}

impl de::Error for Failed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Some(message.to_string()))
    }
}
