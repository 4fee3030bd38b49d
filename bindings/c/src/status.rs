//! Whether a call did what was asked for, and in words why not.

use std::{
    any::Any,
    cell::RefCell,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The call did what was asked for.
pub const CUELINE_OK: i32 = 0;
/// A pointer is null that must not be, or is not aligned.
pub const CUELINE_POINTER: i32 = -1;
/// No object has this handle: it was freed, or the number was never a handle.
pub const CUELINE_HANDLE: i32 = -2;
/// The object with this handle is of another kind than the call needs.
pub const CUELINE_KIND: i32 = -3;
/// A number is out of range: NaN, an unknown constant, a negative step.
pub const CUELINE_ARGUMENT: i32 = -4;
/// A text is not UTF-8, or not what the call reads.
pub const CUELINE_TEXT: i32 = -5;
/// There is no entry, label, clip or key of this name or number (any more).
pub const CUELINE_UNKNOWN: i32 = -6;
/// The bytes are damaged, or are not what the call reads.
pub const CUELINE_DATA: i32 = -7;
/// The bytes are of a later version of Cueline.
pub const CUELINE_LATER_VERSION: i32 = -8;
/// The buffer is too small; the call said what is needed.
pub const CUELINE_TOO_SMALL: i32 = -9;
/// There are too many objects.
pub const CUELINE_FULL: i32 = -10;
/// A step stopped before its end. The next one plays the rest.
pub const CUELINE_CUT_OFF: i32 = -11;
/// A fault of Cueline: the call panicked. Its object takes no further call, and can be freed.
pub const CUELINE_FAULT: i32 = -12;

/// Why a call was refused.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: i32,
    text: String,
}

impl Refusal {
    pub(crate) fn new(status: i32, text: impl fmt::Display) -> Self {
        Self { status, text: text.to_string() }
    }

    /// The text for [`cueline_error`](crate::cueline_error), and the status.
    fn keep(self) -> i32 {
        // A thread that ends has no last error any more.
        let _ = LAST.try_with(|last| *last.borrow_mut() = self.text);
        self.status
    }
}

pub(crate) type Answer<T> = Result<T, Refusal>;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Passes the reason of this thread's last refusal; empty if there was none.
pub(crate) fn with_last<R>(read: impl Fn(&str) -> R) -> R {
    LAST.try_with(|last| read(&last.borrow())).unwrap_or_else(|_| read(""))
}

/// Every call of the interface runs through here: a refusal becomes its status, and no panic leaves.
///
/// What a panic left half done is a locked object, which its lock refuses from then on.
pub(crate) fn call(body: impl FnOnce() -> Answer<()>) -> i32 {
    let refusal = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return CUELINE_OK,
        Ok(Err(refusal)) => refusal,
        Err(panic) => Refusal::new(CUELINE_FAULT, said(&*panic)),
    };
    refusal.keep()
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault of Cueline, please report it: {}", text.unwrap_or("a panic without a text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status_with_its_text() {
        assert_eq!(call(|| panic!("number {}", 7)), CUELINE_FAULT);
        with_last(|text| assert_eq!(text, "a fault of Cueline, please report it: number 7"));
        assert_eq!(call(|| Ok(())), CUELINE_OK);
        with_last(|text| assert!(text.ends_with("number 7"), "success leaves the last refusal"));
    }
}
