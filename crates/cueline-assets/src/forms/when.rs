//! Times in files: frames of the clip's own rate, or spans that are the same at any rate.

use std::fmt;

use cueline::time::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span, TickRate};

use super::rational::Rational;
use crate::serial::{Written, written_form};

/// A time or a length in a file.
///
/// Frames stay frames until the clip is built, so nothing drifts and a file made at 24 frames per
/// second reads in those frames.
///
/// In a file a whole number counts frames of the clip's rate, and a text with a unit is a span: `"400ms"`, `"1.5s"`,
/// `"1/3s"`, `"20us"` (microseconds), `"2min"`, `"705600000fl"` (flicks). What is no whole number of flicks is taken to
/// the nearest one.
///
/// ```
/// use cueline::time::{Span, TickRate};
/// use cueline_assets::When;
///
/// let third: When = "1/3s".parse()?;
/// assert_eq!(third.span(TickRate::HZ_60) * 3, Span::from_secs(1));
/// assert_eq!("12".parse(), Ok(When::Frames(12)));
/// assert_eq!(When::from(Span::from_millis(1500)).to_string(), "1500ms");
/// assert!("12 apples".parse::<When>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// That many frames of the clip's rate. In a file: a whole number, such as `12`.
    Frames(i64),
    /// A span. In a file: text with a unit.
    Span(Span),
}

impl When {
    /// The clip's start.
    pub const ZERO: Self = Self::Frames(0);

    /// The span in a clip of that rate; a frame becomes the first flick at or after it. Saturates.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Span, TickRate};
    /// use cueline_assets::When;
    ///
    /// assert_eq!(When::Frames(12).span(TickRate::HZ_60), Span::from_millis(200));
    /// assert_eq!(When::Span(Span::from_millis(200)).span(TickRate::HZ_24), Span::from_millis(200));
    /// ```
    #[must_use]
    pub fn span(self, rate: TickRate) -> Span {
        match self {
            Self::Frames(frames) => rate.span_of(frames),
            Self::Span(span) => span,
        }
    }
}

impl Default for When {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<Span> for When {
    fn from(span: Span) -> Self {
        Self::Span(span)
    }
}

/// As files have it.
impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flicks = match self {
            Self::Frames(frames) => return write!(f, "{frames}"),
            Self::Span(span) => span.flicks(),
        };
        if flicks % FLICKS_PER_SECOND == 0 {
            return write!(f, "{}s", flicks / FLICKS_PER_SECOND);
        }
        if flicks % FLICKS_PER_MILLISECOND == 0 {
            return write!(f, "{}ms", flicks / FLICKS_PER_MILLISECOND);
        }
        let divisor = gcd(flicks.unsigned_abs(), FLICKS_PER_SECOND.unsigned_abs());
        let den = FLICKS_PER_SECOND.unsigned_abs() / divisor;
        if den <= 1000 {
            let sign = if flicks < 0 { "-" } else { "" };
            return write!(f, "{sign}{}/{den}s", flicks.unsigned_abs() / divisor);
        }
        write!(f, "{flicks}fl")
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// From what files have; an error says what is wrong.
impl std::str::FromStr for When {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(frames) = text.parse() {
            return Ok(Self::Frames(frames));
        }
        let unit = text.trim_end_matches(|char: char| char.is_ascii_alphabetic()).len();
        let (number, unit) = text.split_at(unit);
        let flicks = match unit {
            "min" => 60 * FLICKS_PER_SECOND,
            "s" => FLICKS_PER_SECOND,
            "ms" => FLICKS_PER_MILLISECOND,
            "fl" => 1,
            "us" => return micros(number),
            "" => return Err(String::new()),
            _ => return Err(format!("there is no unit {unit:?}")),
        };
        let number = Rational::parse(number).ok_or_else(String::new)?;
        span(number.times(flicks))
    }
}

/// A microsecond is 705.6 flicks.
fn micros(number: &str) -> Result<When, String> {
    let number = Rational::parse(number).ok_or_else(String::new)?;
    let Rational { num, den } = number;
    span(Rational { num, den: den * 5 }.times(FLICKS_PER_SECOND / 200_000))
}

fn span(flicks: i128) -> Result<When, String> {
    let flicks = i64::try_from(flicks).map_err(|_| "that is more than 400 years".to_owned())?;
    Ok(When::Span(Span::from_flicks(flicks)))
}

impl Written for When {
    const FORM: &'static str = "When";
    const STAND_IN: &'static str = "0";
    const NEEDED: &'static str = "a time such as 12 (frames), \"400ms\" or \"1/3s\"";

    fn parse(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn text(&self) -> Result<String, String> {
        Ok(self.to_string())
    }
}

written_form!(When);
