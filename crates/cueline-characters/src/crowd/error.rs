//! Errors of a crowd and of its builder.

use std::{error::Error, fmt};

/// Why a [`Crowd`](super::Crowd) cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrowdError {
    /// The rig has no skin of that name.
    NoSkin {
        /// The name that was asked for.
        skin: String,
    },
    /// The skin has more joints, or the rig more nodes, than a crowd can count: 65,535.
    TooManyJoints {
        /// How many there are.
        joints: usize,
    },
    /// More than 65,535 clips, masks or poses.
    TooManyClips {
        /// How many there are.
        clips: usize,
    },
    /// A clip would have more than 1,000,000 rows, or more than 64,000,000 rows times nodes of the rig.
    TooManyRows {
        /// The name of the clip.
        clip: String,
        /// How many rows it would have.
        rows: i64,
        /// The most for this rig.
        most: i64,
    },
    /// A track of a clip, or the rest pose, has a number that is not finite in `f32`.
    NotFinite {
        /// The name of the clip; empty for the rest pose and the skin.
        clip: String,
        /// The name of the node.
        node: String,
    },
    /// Two masks or two poses with one name.
    NameTaken {
        /// That name.
        name: String,
    },
    /// A mask gives a weight to a node that the rig does not have.
    NoNode {
        /// The name of the mask.
        mask: String,
        /// The name of the node.
        node: String,
    },
    /// A weight of a mask is not in 0 to 1.
    MaskWeight {
        /// The name of the mask.
        mask: String,
        /// The name of the node.
        node: String,
    },
    /// A named pose refers to a clip that was not added before it.
    NoClip {
        /// The name of the pose.
        pose: String,
        /// The index of the clip.
        clip: u16,
    },
    /// An animator names a clip that the caller does not give, or a mask or a pose that its file does not have.
    NotGiven {
        /// The kind of the item: `clip`, `mask` or `pose`.
        kind: &'static str,
        /// Its name.
        name: String,
    },
}

impl fmt::Display for CrowdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSkin { skin } => write!(f, "the rig has no skin named {skin:?}"),
            Self::TooManyJoints { joints } => {
                write!(f, "the skeleton has {joints} joints; a crowd takes up to 65535")
            }
            Self::TooManyClips { clips } => {
                write!(f, "{clips} clips, masks or poses; a crowd takes up to 65535 of each")
            }
            Self::TooManyRows { clip, rows, most } => write!(
                f,
                "the clip {clip:?} would have {rows} rows at this rate; it needs {most} or fewer"
            ),
            Self::NotFinite { clip, node } if clip.is_empty() => {
                write!(f, "the rest pose of {node:?} has a number that is not finite")
            }
            Self::NotFinite { clip, node } => {
                write!(f, "the clip {clip:?} has a number for {node:?} that is not finite")
            }
            Self::NameTaken { name } => write!(f, "the name {name:?} is taken"),
            Self::NoNode { mask, node } => {
                write!(f, "the mask {mask:?} names the node {node:?}, which the rig does not have")
            }
            Self::MaskWeight { mask, node } => {
                write!(f, "the mask {mask:?} needs a weight from 0 to 1 for the node {node:?}")
            }
            Self::NoClip { pose, clip } => {
                write!(f, "the pose {pose:?} needs clip {clip}, which has not been added")
            }
            Self::NotGiven { kind, name } => {
                write!(f, "the animator needs the {kind} {name:?}, which was not given")
            }
        }
    }
}

impl Error for CrowdError {}

/// Why a crowd computes no palettes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PaletteError {
    /// A character that has no layers in the list.
    NoCharacter {
        /// Its index.
        character: usize,
    },
    /// A layer with a clip that the crowd does not have.
    NoClip {
        /// The index of the character.
        character: usize,
        /// The index of the layer.
        layer: usize,
    },
    /// A layer with a mask that the crowd does not have.
    NoMask {
        /// The index of the character.
        character: usize,
        /// The index of the layer.
        layer: usize,
    },
    /// A layer with a pose that the crowd does not have.
    NoPose {
        /// The index of the character.
        character: usize,
        /// The index of the layer.
        layer: usize,
    },
    /// A layer whose weight is NaN, or not from -1e9 to 1e9: sums of larger weights are not finite in `f32`.
    Weight {
        /// The index of the character.
        character: usize,
        /// The index of the layer.
        layer: usize,
    },
    /// The buffer has another size than all palettes together.
    Size {
        /// Its number of matrices.
        found: usize,
        /// The number of characters times the number of joints.
        needed: usize,
    },
}

impl fmt::Display for PaletteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoCharacter { character } => write!(f, "character {character} has no layers"),
            Self::NoClip { character, layer } => {
                write!(f, "layer {layer} of character {character} has a clip out of range")
            }
            Self::NoMask { character, layer } => {
                write!(f, "layer {layer} of character {character} has a mask out of range")
            }
            Self::NoPose { character, layer } => {
                write!(f, "layer {layer} of character {character} has a pose out of range")
            }
            Self::Weight { character, layer } => {
                write!(f, "layer {layer} of character {character} needs a weight from -1e9 to 1e9")
            }
            Self::Size { found, needed } => {
                write!(f, "the buffer has {found} matrices; the palettes need {needed}")
            }
        }
    }
}

impl Error for PaletteError {}
