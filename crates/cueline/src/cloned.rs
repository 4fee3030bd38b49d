//! Copies into memory that is there: a rollback copies its state in each frame, and allocates nothing.

/// Implements [`Clone`] for structs of this crate, with a `clone_from` that reuses memory, unlike the one of the derive. Each
/// field is named, so that one that is forgotten does not compile.
macro_rules! cloned {
    ($(#[$doc:meta])* struct $name:ident $(<$($part:ident: $bound:ident),*>)? { $($field:ident),* $(,)? }) => {
        $(#[$doc])*
        impl $(<$($part: $bound),*>)? Clone for $name $(<$($part),*>)? {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }

            fn clone_from(&mut self, source: &Self) {
                $(Clone::clone_from(&mut self.$field, &source.$field);)*
            }
        }
    };
}
pub(crate) use cloned;
