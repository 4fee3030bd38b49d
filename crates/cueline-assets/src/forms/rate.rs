//! Frame rates and speeds: `60`, `30000/1001`, `0.5`.

use cueline::time::{Speed, TickRate};

use super::rational::Rational;
use crate::serial::Written;

/// The frame rate of what a program makes without one. Files write theirs.
pub(crate) const USUAL_RATE: TickRate = TickRate::HZ_60;

impl Written for TickRate {
    const FORM: &'static str = "TickRate";
    const STAND_IN: &'static str = "60";
    const NEEDED: &'static str = "frames per second such as 60, \"23.976\" or \"30000/1001\"";

    fn parse(text: &str) -> Result<Self, String> {
        let Rational { num, den } = Rational::parse(text).ok_or_else(String::new)?;
        let (Ok(num), Ok(den)) = (u32::try_from(num), u32::try_from(den)) else {
            return Err("numerator and denominator must be from 0 to 4294967295".into());
        };
        Self::new(num, den).map_err(|error| error.to_string())
    }

    fn text(&self) -> Result<String, String> {
        Ok(fraction(self.num(), self.den()))
    }
}

impl Written for Speed {
    const FORM: &'static str = "Speed";
    const STAND_IN: &'static str = "1";
    const NEEDED: &'static str = "a factor such as 2, \"0.5\" or \"2/3\"";

    fn parse(text: &str) -> Result<Self, String> {
        let Rational { num, den } = Rational::parse(text).ok_or_else(String::new)?;
        let (Ok(num), Ok(den)) = (i64::try_from(num), u64::try_from(den)) else {
            return Err("that is too large".into());
        };
        Self::new(num, den).map_err(|error| error.to_string())
    }

    fn text(&self) -> Result<String, String> {
        Ok(fraction(self.num(), self.den()))
    }
}

fn fraction<N: ToString, D: ToString + PartialEq + From<u32>>(num: N, den: D) -> String {
    if den == D::from(1) {
        num.to_string()
    } else {
        format!("{}/{}", num.to_string(), den.to_string())
    }
}
