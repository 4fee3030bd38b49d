//! Whether scripts may go to other threads.

/// Scripts can move to other threads, so their requests must be `Send`.
#[derive(Clone, Copy, Debug)]
pub enum Threads {}

/// Scripts stay on the thread of their host, so their requests need not be `Send`.
#[derive(Clone, Copy, Debug)]
pub enum Local {}

/// [`Threads`] or [`Local`].
pub trait Mode: sealed::Mode {}

impl Mode for Threads {}
impl Mode for Local {}

pub(crate) mod sealed {
    /// A change of the world that a task has asked for.
    pub trait Mode: 'static {
        type Change<W>;

        fn apply<W>(change: Self::Change<W>, world: &mut W);
    }

    impl Mode for super::Threads {
        type Change<W> = Box<dyn FnOnce(&mut W) + Send>;

        fn apply<W>(change: Self::Change<W>, world: &mut W) {
            change(world);
        }
    }

    impl Mode for super::Local {
        type Change<W> = Box<dyn FnOnce(&mut W)>;

        fn apply<W>(change: Self::Change<W>, world: &mut W) {
            change(world);
        }
    }
}
