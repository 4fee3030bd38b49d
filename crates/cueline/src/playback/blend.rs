//! Weights.
/// A share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weight(u32);
impl Default for Weight {
    fn default() -> Self {
        Self(1 << 16)
    }
}
