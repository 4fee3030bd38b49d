//! The interpolation from one key to the next: `hold`, `linear`, `hermite`, or an easing.

use cueline::{clip::Interpolation, value::AnyEasing};

use super::easing;
use crate::serial::Written;

impl Written for Interpolation {
    const FORM: &'static str = "Interpolation";
    const STAND_IN: &'static str = "linear";
    const NEEDED: &'static str =
        "an interpolation: \"hold\", \"linear\", \"hermite\" or an easing such as \"out-quad\"";

    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        Ok(match text {
            "hold" => Self::Hold,
            "linear" => Self::Linear,
            "hermite" => Self::Hermite,
            _ => match text.split_once(' ') {
                Some(("hermite", easing)) => Self::HermiteEased(AnyEasing::parse(easing)?),
                Some(("eased", easing)) => Self::Eased(AnyEasing::parse(easing)?),
                _ => Self::Eased(easing::parse(text, &["hold", "hermite"])?),
            },
        })
    }

    fn text(&self) -> Result<String, String> {
        Ok(match self {
            Self::Hold => "hold".into(),
            Self::Linear => "linear".into(),
            Self::Hermite => "hermite".into(),
            // A bare `linear` is the interpolation of that name.
            Self::Eased(easing) if *easing == AnyEasing::LINEAR => "eased linear".into(),
            Self::Eased(easing) => easing.text()?,
            Self::HermiteEased(easing) => format!("hermite {}", easing.text()?),
            _ => return Err("this version has no name for that interpolation".into()),
        })
    }
}
