//! Values in timelines, which name their kind.

use cueline::value::Lerp;
use serde::{Deserialize, Serialize};

use crate::value::{Fault, InFile, all_kinds};

macro_rules! values {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        /// A value of any kind in a file, such as `F32(1.5)`.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(from = "ValueForm", into = "ValueForm")]
        #[cfg_attr(test, schemars(with = "ValueForm"))]
        #[non_exhaustive]
        pub enum ValueSource {
            $($(#[$doc])* $kind($type),)*
        }

        impl ValueSource {
            /// What is wrong with the value. The core refuses numbers that are not finite.
            pub(crate) fn fault(&self) -> Option<Fault> {
                match self {
                    $(Self::$kind(value) if Lerp::is_finite(value) => value.fault(),)*
                    _ => None,
                }
            }
        }

        #[derive(Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(rename = "ValueSource")]
        enum ValueForm {
            $($(#[$doc])* $kind(<$type as InFile>::Form),)*
        }

        impl From<ValueForm> for ValueSource {
            fn from(form: ValueForm) -> Self {
                match form {
                    $(ValueForm::$kind(form) => Self::$kind(<$type as InFile>::from_form(form)),)*
                }
            }
        }

        impl From<ValueSource> for ValueForm {
            fn from(value: ValueSource) -> Self {
                match value {
                    $(ValueSource::$kind(value) => Self::$kind(InFile::form(value)),)*
                }
            }
        }
    };
}

all_kinds!(values);
