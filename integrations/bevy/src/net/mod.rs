//! What plays on several machines.

#[cfg(feature = "ggrs")]
mod ledger;
#[cfg(feature = "replicon")]
pub mod replication;
#[cfg(feature = "ggrs")]
pub mod rollback;
