//! Paths of tracks that move nodes.

use std::fmt;

/// A property of a node that a track can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// The position in the parent. A track of `Vec3`.
    Translation,
    /// The rotation in the parent. A track of rotations.
    Rotation,
    /// The scale. A track of `Vec3`.
    Scale,
    /// The weight of the morph target with this index, from 0. A track of `f32`.
    Weight(u32),
}

impl Property {
    /// The path of this property for the node with that name.
    ///
    /// ```
    /// use cueline_assets::rig::Property;
    ///
    /// assert_eq!(Property::Rotation.path("arm.L"), "arm.L/rotation");
    /// assert_eq!(Property::Weight(2).path("face"), "face/weights/2");
    /// assert_eq!(Property::of("arm.L/rotation"), Some(("arm.L", Property::Rotation)));
    /// assert_eq!(Property::of("position.x"), None);
    /// ```
    #[must_use]
    pub fn path(self, node: &str) -> String {
        format!("{node}/{self}")
    }

    /// The name of the node and the property in a path; `None` for other paths.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::rig::Property;
    ///
    /// assert_eq!(Property::of("face/weights/2"), Some(("face", Property::Weight(2))));
    /// ```
    #[must_use]
    pub fn of(path: &str) -> Option<(&str, Self)> {
        let (rest, last) = path.rsplit_once('/')?;
        let property = match last {
            "translation" => Self::Translation,
            "rotation" => Self::Rotation,
            "scale" => Self::Scale,
            number => {
                let target = number.parse().ok()?;
                return Some((rest.strip_suffix("/weights")?, Self::Weight(target)));
            }
        };
        Some((rest, property))
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Translation => f.write_str("translation"),
            Self::Rotation => f.write_str("rotation"),
            Self::Scale => f.write_str("scale"),
            Self::Weight(target) => write!(f, "weights/{target}"),
        }
    }
}
