//! Easings by name: `out-quad`, `in-out-back(2.5)`, `steps(4, end)`, `bezier(0.4, 0, 0.2, 1)`.

use cueline::value::{CubicBezier, Curve, Easing, Jump, Steps};

use crate::serial::{Written, suggestion};

/// The curves with the numbers they take; the last are used where none are given.
const CURVES: [(&str, &[f64]); 15] = [
    ("sine", &[]),
    ("quad", &[]),
    ("cubic", &[]),
    ("quart", &[]),
    ("quint", &[]),
    ("expo", &[]),
    ("circ", &[]),
    ("bounce", &[]),
    ("back", &[1.70158]),
    ("elastic", &[1.0, 0.3]),
    ("power", &[2.0]),
    ("exponential", &[2.0]),
    ("back-sine", &[1.0]),
    ("springy", &[3.0, 3.0]),
    ("bounces", &[3.0, 2.0]),
];

/// The numbers of a Bezier curve that gives none: those of CSS `ease`.
const BEZIER: &[f64] = &[0.25, 0.1, 0.25, 1.0];

type MakeEasing = fn(Curve) -> Easing;

/// How a curve is used, longest first.
const ENDS: [(&str, MakeEasing); 4] = [
    ("in-out-", Easing::InOut),
    ("out-in-", Easing::OutIn),
    ("in-", Easing::In),
    ("out-", Easing::Out),
];

impl Written for Easing {
    const FORM: &'static str = "Easing";
    const STAND_IN: &'static str = "linear";
    const NEEDED: &'static str =
        "an easing such as \"linear\", \"out-quad\", \"in-out-back(2.5)\" or \"steps(4, end)\"";

    fn parse(text: &str) -> Result<Self, String> {
        parse(text, &[])
    }

    fn text(&self) -> Result<String, String> {
        // As text, in which 0 and -0 differ.
        let same = |easing: &Easing| easing == self && format!("{easing:?}") == format!("{self:?}");
        if let Some((name, _)) = Easing::NAMED.iter().find(|(_, easing)| same(easing)) {
            return Ok((*name).into());
        }
        let (ends, curve) = match *self {
            Self::In(curve) => ("in-", curve),
            Self::Out(curve) => ("out-", curve),
            Self::InOut(curve) => ("in-out-", curve),
            Self::OutIn(curve) => ("out-in-", curve),
            Self::Steps(steps) => {
                let jump = match steps.jump() {
                    Jump::Start => "start",
                    Jump::End => "end",
                    Jump::None => "none",
                    Jump::Both => "both",
                };
                return Ok(format!("steps({}, {jump})", steps.count()));
            }
            _ => return Err("an easing that is a function of the program has no name".into()),
        };
        curve_text(ends, curve)
    }
}

/// An easing; `others` are words that would have been fine too.
pub(super) fn parse(text: &str, others: &[&str]) -> Result<Easing, String> {
    let (name, numbers) = match text.trim().split_once('(') {
        Some((name, rest)) => {
            let rest = rest.strip_suffix(')').ok_or("a `)` is missing")?;
            (name.trim(), Some(rest.split(',').map(str::trim).collect::<Vec<_>>()))
        }
        None => (text.trim(), None),
    };
    let name = name.to_ascii_lowercase().replace('_', "-");
    if let (Some((_, easing)), None) =
        (Easing::NAMED.iter().find(|(known, _)| *known == name), &numbers)
    {
        return Ok(*easing);
    }
    if name == "steps" {
        return steps(&numbers.unwrap_or_default());
    }
    let ends = ENDS.iter().find_map(|(ends, make)| Some((name.strip_prefix(ends)?, *make)));
    // A Bezier curve is drawn over the whole, so it needs no word for its ends.
    let (curve, make) = ends.unwrap_or((&name, Easing::In as MakeEasing));
    let beziers = ["bezier", "newton-bezier"].map(|name| (name, BEZIER));
    let known = CURVES.iter().chain(&beziers).find(|(known, _)| *known == curve);
    let bare = ends.is_none() && !curve.ends_with("bezier");
    match known {
        Some((known, defaults)) if !bare => {
            Ok(make(made(known, &self::numbers(known, numbers.as_deref(), defaults)?)?))
        }
        _ => Err(unknown(&name, others)),
    }
}

/// What a message says of a name that nothing has.
fn unknown(name: &str, others: &[&str]) -> String {
    let curves =
        CURVES.iter().flat_map(|(curve, _)| ENDS.map(|(ends, _)| format!("{ends}{curve}")));
    let named = Easing::NAMED.iter().map(|(name, _)| *name).chain(["steps", "bezier"]);
    let known: Vec<String> =
        named.chain(others.iter().copied()).map(String::from).chain(curves).collect();
    match suggestion(name, known.iter().map(String::as_str)) {
        Some(meant) => format!("did you mean {meant:?}?"),
        None => String::new(),
    }
}

fn numbers(curve: &str, texts: Option<&[&str]>, defaults: &[f64]) -> Result<Vec<f64>, String> {
    let Some(texts) = texts else { return Ok(defaults.to_vec()) };
    if texts.len() != defaults.len() {
        return Err(format!("{curve} takes {} numbers, not {}", defaults.len(), texts.len()));
    }
    let number = |text: &&str| text.parse().map_err(|_| format!("{text:?} is no number"));
    texts.iter().map(number).collect()
}

fn made(name: &str, numbers: &[f64]) -> Result<Curve, String> {
    let bezier = |numbers: &[f64]| match *numbers {
        [x1, y1, x2, y2] => CubicBezier::new(x1, y1, x2, y2).map_err(|error| error.to_string()),
        _ => Err(String::new()),
    };
    Ok(match (name, numbers) {
        ("sine", []) => Curve::Sine,
        ("quad", []) => Curve::Quad,
        ("cubic", []) => Curve::Cubic,
        ("quart", []) => Curve::Quart,
        ("quint", []) => Curve::Quint,
        ("expo", []) => Curve::Expo,
        ("circ", []) => Curve::Circ,
        ("bounce", []) => Curve::Bounce,
        ("back", &[overshoot]) => Curve::Back { overshoot },
        ("elastic", &[amplitude, period]) => Curve::Elastic { amplitude, period },
        ("power", &[exponent]) => Curve::Power(exponent),
        ("exponential", &[exponent]) => Curve::Exponential { exponent },
        ("back-sine", &[amplitude]) => Curve::BackSine { amplitude },
        ("springy", &[oscillations, springiness]) => Curve::Springy { oscillations, springiness },
        ("bounces", &[bounces, bounciness]) => Curve::Bounces { bounces, bounciness },
        ("newton-bezier", _) => Curve::NewtonBezier(bezier(numbers)?),
        _ => Curve::Bezier(bezier(numbers)?),
    })
}

fn curve_text(ends: &str, curve: Curve) -> Result<String, String> {
    let (name, numbers): (&str, Vec<f64>) = match curve {
        Curve::Sine => ("sine", vec![]),
        Curve::Quad => ("quad", vec![]),
        Curve::Cubic => ("cubic", vec![]),
        Curve::Quart => ("quart", vec![]),
        Curve::Quint => ("quint", vec![]),
        Curve::Expo => ("expo", vec![]),
        Curve::Circ => ("circ", vec![]),
        Curve::Bounce => ("bounce", vec![]),
        Curve::Back { overshoot } => ("back", vec![overshoot]),
        Curve::Elastic { amplitude, period } => ("elastic", vec![amplitude, period]),
        Curve::Power(exponent) => ("power", vec![exponent]),
        Curve::Exponential { exponent } => ("exponential", vec![exponent]),
        Curve::BackSine { amplitude } => ("back-sine", vec![amplitude]),
        Curve::Springy { oscillations, springiness } => {
            ("springy", vec![oscillations, springiness])
        }
        Curve::Bounces { bounces, bounciness } => ("bounces", vec![bounces, bounciness]),
        Curve::Bezier(bezier) => ("bezier", bezier.handles().to_vec()),
        Curve::NewtonBezier(bezier) => ("newton-bezier", bezier.handles().to_vec()),
        _ => return Err("this version has no name for that easing".into()),
    };
    let ends = if ends == "in-" && name.ends_with("bezier") { "" } else { ends };
    let usual = CURVES.iter().find(|(known, _)| *known == name).map(|(_, numbers)| *numbers);
    let bare = format!("{ends}{name}");
    // `in-out-back` and `in-out-elastic` are the constants, whose numbers are not the usual ones of the curve.
    let taken = Easing::NAMED.iter().any(|(name, _)| *name == bare);
    if !taken
        && usual.is_some_and(|usual| {
            usual
                .iter()
                .map(|number| number.to_bits())
                .eq(numbers.iter().map(|number| number.to_bits()))
        })
    {
        return Ok(bare);
    }
    let numbers: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
    Ok(format!("{ends}{name}({})", numbers.join(", ")))
}

fn steps(texts: &[&str]) -> Result<Easing, String> {
    let count = texts.first().and_then(|text| text.parse().ok());
    let count = count.ok_or("steps takes a whole number, and start, end, none or both")?;
    let jump = match texts.get(1) {
        None | Some(&"end") => Jump::End,
        Some(&"start") => Jump::Start,
        Some(&"none") => Jump::None,
        Some(&"both") => Jump::Both,
        Some(other) => return Err(format!("found {other:?} for one of start, end, none, both")),
    };
    if texts.len() > 2 {
        return Err("steps takes two things".into());
    }
    Steps::new(count, jump).map(Easing::Steps).map_err(|error| error.to_string())
}
