//! Easings by name: `out-quad`, `in-out-back(2.5)`, `steps(4, end)`, `bezier(0.4, 0, 0.2, 1)`, `spring(bounce 0.3)`,
//! `linear(0, 0.25 50%, 1)`, `path(M0,0 C0.2,0 0.4,1 1,1)`.
//!
//! `linear()`, `steps()` and `cubic-bezier()` are as in CSS; a path is written with the absolute commands M, L and C
//! of SVG, as GSAP's custom eases are, with y upwards.

use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

use super::{
    AnyEasing, CubicBezier, Curve, Easing, EasingError, EasingPath, Jump, PathSegment, Steps,
    curve::CURVES,
};

type MakeEasing = fn(Curve) -> Easing;

/// How a curve is used, longest first.
const ENDS: [(&str, MakeEasing); 4] = [
    ("in-out-", Easing::InOut),
    ("out-in-", Easing::OutIn),
    ("in-", Easing::In),
    ("out-", Easing::Out),
];

const JUMPS: [(&str, Jump); 4] =
    [("end", Jump::End), ("start", Jump::Start), ("none", Jump::None), ("both", Jump::Both)];

/// The default numbers of a Bezier curve: those of CSS `ease`.
const BEZIER: [f64; 4] = [0.25, 0.1, 0.25, 1.0];
/// The default bounce of a spring.
const BOUNCE: f64 = 0.3;

/// Names that need no word for the ends, as the curve is drawn over the whole.
const WHOLE: [&str; 4] = ["bezier", "cubic-bezier", "newton-bezier", "spring"];

impl Easing {
    /// All names that an easing can have without parameters, each once, for lists and suggestions.
    ///
    /// ```
    /// use cueline::value::Easing;
    ///
    /// assert!(Easing::names().any(|name| name == "out-in-quad"));
    /// ```
    pub fn names() -> impl Iterator<Item = String> {
        let curves = CURVES
            .iter()
            .flat_map(|(curve, _)| ENDS.iter().map(move |(ends, _)| [*ends, *curve].concat()));
        let is_new = |name: &String| Self::NAMED.iter().all(|(known, _)| known != name);
        let named = Self::NAMED.iter().map(|(name, _)| *name).chain(["steps", "bezier", "spring"]);
        named.map(String::from).chain(curves.filter(is_new))
    }
}

impl AnyEasing {
    /// All names that an easing can have without parameters, and `path`, each once, for lists and suggestions.
    ///
    /// ```
    /// use cueline::value::AnyEasing;
    ///
    /// assert!(["out-quad", "path"].iter().all(|known| AnyEasing::names().any(|name| name == *known)));
    /// ```
    pub fn names() -> impl Iterator<Item = String> {
        Easing::names().chain([String::from("path")])
    }
}

/// The name, and the text in its brackets if it has some.
fn split(text: &str) -> Result<(String, Option<&str>), EasingError> {
    let (name, inner) = match text.trim().split_once('(') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or(EasingError::Bracket)?;
            (name.trim_end(), Some(inner))
        }
        None => (text.trim(), None),
    };
    Ok((name.to_ascii_lowercase().replace('_', "-"), inner))
}

/// The path with this name; `None` if the name is not the name of a path.
fn drawn(name: &str, inner: Option<&str>) -> Option<Result<EasingPath, EasingError>> {
    match (name, inner) {
        ("linear", Some(inner)) => Some(lines(inner)),
        ("path", inner) => Some(path(inner.unwrap_or_default())),
        _ => None,
    }
}

/// Reads an easing or a path. Case does not count, and `_` is `-`.
impl FromStr for AnyEasing {
    type Err = EasingError;

    fn from_str(text: &str) -> Result<Self, EasingError> {
        let (name, inner) = split(text)?;
        match drawn(&name, inner) {
            Some(path) => path.map(Self::Path),
            None => text.parse().map(Self::Easing),
        }
    }
}

/// Reads `linear(..)` of CSS, or `path(M0,0 C.. L..)` with the absolute commands of SVG.
impl FromStr for EasingPath {
    type Err = EasingError;

    fn from_str(text: &str) -> Result<Self, EasingError> {
        let (name, inner) = split(text)?;
        let needed = "linear(..) or path(..)";
        drawn(&name, inner).unwrap_or(Err(EasingError::Word { found: name, needed }))
    }
}

/// Reads the name of an easing. Case does not count, and `_` is `-`.
impl FromStr for Easing {
    type Err = EasingError;

    fn from_str(text: &str) -> Result<Self, EasingError> {
        let (name, inner) = split(text)?;
        if drawn(&name, inner).is_some() {
            let needed = "an easing with a formula; a path is an EasingPath";
            return Err(EasingError::Word { found: text.trim().into(), needed });
        }
        if inner.is_none()
            && let Some((_, easing)) = Self::NAMED.iter().find(|(known, _)| *known == name)
        {
            return Ok(*easing);
        }
        if name == "steps" {
            return steps(inner.unwrap_or_default());
        }
        let ends = ENDS.iter().find_map(|(ends, make)| Some((name.strip_prefix(ends)?, *make)));
        let (curve, make) = ends.unwrap_or((&name, Self::In as MakeEasing));
        match curve_of(curve, inner)? {
            Some(curve_made) if ends.is_some() || WHOLE.contains(&curve) => Ok(make(curve_made)),
            _ => Err(EasingError::Name { found: name }),
        }
    }
}

/// The curve with this name; `None` if there is none.
fn curve_of(name: &str, inner: Option<&str>) -> Result<Option<Curve>, EasingError> {
    Ok(match (name, inner) {
        ("bezier" | "cubic-bezier" | "newton-bezier", inner) => {
            let [x1, y1, x2, y2] = *numbers("bezier", inner, &BEZIER)? else { return Ok(None) };
            let bezier = CubicBezier::new(x1, y1, x2, y2)?;
            Some(if name == "newton-bezier" {
                Curve::NewtonBezier(bezier)
            } else {
                Curve::Bezier(bezier)
            })
        }
        ("spring", inner) => {
            let inner = inner.map(|inner| inner.trim().strip_prefix("bounce").unwrap_or(inner));
            Curve::named("spring", &numbers("spring", inner, &[BOUNCE])?)
        }
        _ => match CURVES.iter().find(|(known, _)| *known == name) {
            Some((known, usual)) => Curve::named(known, &numbers(known, inner, usual)?),
            None => None,
        },
    })
}

/// The numbers in the brackets; the default numbers if there are no brackets.
fn numbers(
    curve: &'static str,
    inner: Option<&str>,
    usual: &[f64],
) -> Result<Vec<f64>, EasingError> {
    let Some(inner) = inner else { return Ok(usual.to_vec()) };
    let numbers = inner.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if numbers.len() == usual.len() {
        return Ok(numbers);
    }
    Err(EasingError::Count { of: curve, needed: usual.len(), found: numbers.len() })
}

fn number(text: &str) -> Result<f64, EasingError> {
    text.trim().parse().map_err(|_| EasingError::Number(text.trim().into()))
}

fn steps(inner: &str) -> Result<Easing, EasingError> {
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    let (count, jump) = match *parts {
        [count] => (count, "end"),
        [count, jump] => (count, jump.strip_prefix("jump-").unwrap_or(jump)),
        _ => return Err(EasingError::Count { of: "steps", needed: 2, found: parts.len() }),
    };
    let Ok(count) = count.parse() else {
        let (found, needed) = (count.into(), "a whole number of steps");
        return Err(EasingError::Word { found, needed });
    };
    match JUMPS.iter().find(|(name, _)| *name == jump) {
        Some((_, jump)) => Ok(Easing::Steps(Steps::new(count, *jump)?)),
        None => {
            Err(EasingError::Word { found: jump.into(), needed: "one of start, end, none, both" })
        }
    }
}

/// CSS: a number and up to two percentages for each point. Omitted percentages are evenly spaced between their neighbours.
fn lines(inner: &str) -> Result<EasingPath, EasingError> {
    let mut points: Vec<(Option<f64>, f64)> = Vec::new();
    for point in inner.split(',').take(EasingPath::LONGEST + 2) {
        let (mut y, mut x) = (None, Vec::new());
        for word in point.split_whitespace() {
            match word.strip_suffix('%') {
                Some(percent) => x.push(number(percent)? / 100.0),
                None if y.is_none() => y = Some(number(word)?),
                None => {
                    return Err(EasingError::Word { found: word.into(), needed: "a percentage" });
                }
            }
        }
        let Some(y) = y else {
            let (found, needed) = (point.trim().into(), "a number for each point");
            return Err(EasingError::Word { found, needed });
        };
        if x.len() > 2 {
            return Err(EasingError::Count { of: "a point", needed: 2, found: x.len() });
        }
        if x.is_empty() {
            points.push((None, y));
        }
        points.extend(x.into_iter().map(|x| (Some(x), y)));
    }
    let last = points.len() - 1; // a text has one part at least
    for (index, end) in [(last, 1.0), (0, 0.0)] {
        points[index].0.get_or_insert(end);
    }
    let mut known = 0;
    for index in 1..points.len() {
        if let (Some(to), Some(from)) = (points[index].0, points[known].0) {
            for (between, point) in points.iter_mut().enumerate().take(index).skip(known + 1) {
                let part = (between - known) as f64 / (index - known) as f64;
                point.0 = Some(from + (to - from) * part);
            }
            known = index;
        }
    }
    EasingPath::linear(points.into_iter().map(|(x, y)| (x.unwrap_or(0.0), y)))
}

/// The absolute commands M, L and C of SVG.
fn path(inner: &str) -> Result<EasingPath, EasingError> {
    let spaced = ['M', 'L', 'C'].iter().fold(String::from(inner), |text, letter| {
        let mut name = [b' ', *letter as u8, b' '].map(char::from).iter().collect::<String>();
        name = text.replace(*letter, &name);
        name
    });
    let mut words =
        spaced.split([' ', ',', '\n', '\t', '\r']).filter(|word| !word.is_empty()).peekable();
    let mut start = None;
    let mut segments = Vec::new();
    while let Some(command) = words.next() {
        let needed = match (command, start) {
            ("M", None) => 2,
            ("L", Some(_)) => 2,
            ("C", Some(_)) => 6,
            (_, None) => {
                return Err(EasingError::Word { found: command.into(), needed: "M at the start" });
            }
            _ => return Err(EasingError::Word { found: command.into(), needed: "L or C" }),
        };
        let mut numbers = Vec::new();
        while let Some(word) = words.next_if(|word| !["M", "L", "C"].contains(word)) {
            numbers.push(number(word)?);
        }
        let (all, []) = numbers.as_chunks::<2>() else {
            return Err(EasingError::Count { of: "path", needed, found: numbers.len() });
        };
        match (command, all) {
            ("M", [[x, y]]) if *x == 0.0 => start = Some(*y),
            ("M", [[x, _]]) => return Err(EasingError::PathStart { x: *x }),
            ("L", [_, ..]) => segments.extend(all.iter().map(|to| PathSegment::Line { to: *to })),
            ("C", [_, ..]) if all.len() % 3 == 0 => {
                segments.extend(all.chunks_exact(3).filter_map(|points| match *points {
                    [leave, arrive, to] => Some(PathSegment::Cubic { leave, arrive, to }),
                    _ => None,
                }));
            }
            _ => return Err(EasingError::Count { of: "path", needed, found: numbers.len() }),
        }
    }
    EasingPath::new(start.unwrap_or(0.0), &segments)
}

/// A number in the fewest digits that `parse` reads as the same number.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `{}` writes all zeros of a huge or tiny number, `{:?}` a `.0` behind a whole one.
        let plain = self.0 == 0.0 || (1e-5..1e16).contains(&libm::fabs(self.0));
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:?}", self.0) }
    }
}

/// The percentage that is read as this progress; `None` if no percentage is.
fn percent(x: f64) -> Option<f64> {
    let near = x * 100.0;
    [near, near.next_down(), near.next_up()].into_iter().find(|percent| percent / 100.0 == x)
}

/// `linear(0, 1 40%, 1)` where it has lines only, else `path(M0,0 C...)`.
impl fmt::Display for EasingPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segments = self.segments();
        let points: Option<Vec<(f64, f64)>> = segments
            .iter()
            .map(|segment| match segment {
                PathSegment::Line { to: [x, y] } => Some((percent(*x)?, *y)),
                PathSegment::Cubic { .. } => None,
            })
            .collect();
        if let Some(points) = points {
            write!(f, "linear({}", Short(self.start()))?;
            for (index, (percent, y)) in points.iter().enumerate() {
                write!(f, ", {}", Short(*y))?;
                if index + 1 < points.len() {
                    write!(f, " {}%", Short(*percent))?;
                }
            }
            return f.write_str(")");
        }
        write!(f, "path(M0,{}", Short(self.start()))?;
        let mut before = "";
        for segment in segments {
            let point = |[x, y]: &[f64; 2], f: &mut fmt::Formatter<'_>| {
                write!(f, "{},{}", Short(*x), Short(*y))
            };
            match segment {
                PathSegment::Line { to } => {
                    f.write_str(if before == "L" { " " } else { " L" })?;
                    before = "L";
                    point(to, f)?;
                }
                PathSegment::Cubic { leave, arrive, to } => {
                    f.write_str(if before == "C" { " " } else { " C" })?;
                    before = "C";
                    point(leave, f)?;
                    f.write_str(" ")?;
                    point(arrive, f)?;
                    f.write_str(" ")?;
                    point(to, f)?;
                }
            }
        }
        f.write_str(")")
    }
}

/// The text that [`from_str`](AnyEasing::from_str) reads.
impl fmt::Display for AnyEasing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Easing(easing) => easing.fmt(f),
            Self::Path(path) => path.fmt(f),
        }
    }
}

/// The name that [`from_str`](Easing::from_str) reads.
impl fmt::Display for Easing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // By words, in which 0 and -0 differ.
        let same = |easing: &Self| easing.words() == self.words();
        if let Some((name, _)) = Self::NAMED.iter().find(|(_, easing)| same(easing)) {
            return f.write_str(name);
        }
        let (ends, curve) = match self {
            Self::In(curve) => ("in-", curve),
            Self::Out(curve) => ("out-", curve),
            Self::InOut(curve) => ("in-out-", curve),
            Self::OutIn(curve) => ("out-in-", curve),
            Self::Steps(steps) => {
                let jump = JUMPS.iter().find(|(_, jump)| *jump == steps.jump());
                return write!(
                    f,
                    "steps({}, {})",
                    steps.count(),
                    jump.map_or("end", |(name, _)| *name)
                );
            }
            Self::Linear => return f.write_str("linear"),
        };
        let (_, name, parameters) = curve.parts();
        let ends = if ends == "in-" && WHOLE.contains(&name) { "" } else { ends };
        f.write_str(ends)?;
        if let Curve::Spring(spring) = curve {
            return write!(f, "spring(bounce {})", Short(spring.bounce()));
        }
        f.write_str(name)?;
        let bits =
            |numbers: &[f64]| -> Vec<u64> { numbers.iter().map(|one| one.to_bits()).collect() };
        let usual = CURVES.iter().find(|(known, _)| *known == name);
        let usual = usual.is_some_and(|(_, usual)| bits(usual) == bits(parameters.given()));
        // `in-out-back` and `in-out-elastic` are the constants, whose numbers are not the usual ones of the curve.
        let constant = |(known, _): &(&str, Self)| known.strip_prefix(ends) == Some(name);
        if usual && !Self::NAMED.iter().any(constant) {
            return Ok(());
        }
        for (index, number) in parameters.given().iter().enumerate() {
            write!(f, "{}{number:?}", if index == 0 { "(" } else { ", " })?;
        }
        f.write_str(if parameters.given().is_empty() { "" } else { ")" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        std::format!("{}", text.parse::<AnyEasing>().unwrap_err())
    }

    #[test]
    fn every_name_leads_back_to_its_easing() {
        for name in Easing::names() {
            if name == "steps" {
                continue; // needs a number in brackets
            }
            let easing: Easing = name.parse().unwrap();
            let written = std::format!("{easing}");
            assert_eq!(written.parse(), Ok(easing), "{name} as {written}");
        }
        for text in
            ["in-back(-0.0)", "out-in-back", "steps(3, both)", "newton-bezier(0.4, 0.0, 0.2, 1.0)"]
        {
            let easing: Easing = text.parse().unwrap();
            assert_eq!(std::format!("{easing}"), text);
        }
        assert_eq!("CUBIC_BEZIER(0.25, 0.1, 0.25, 1)".parse(), Ok(Easing::EASE));
        assert_eq!("steps(4, jump-start)".parse::<Easing>(), "steps(4, start)".parse());
    }

    #[test]
    fn every_name_is_listed_once() {
        let names: alloc::vec::Vec<String> = AnyEasing::names().collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
        for name in ["linear", "ease", "in-out-sine", "out-in-quad", "steps", "path"] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn linear_fills_in_what_css_fills_in() {
        let same = |one: &str, other: &str| {
            assert_eq!(one.parse::<EasingPath>(), other.parse::<EasingPath>(), "{one}");
            assert_eq!(std::format!("{}", one.parse::<AnyEasing>().unwrap()), other);
        };
        same("linear(0, 0.25, 1)", "linear(0, 0.25 50%, 1)");
        same(
            "linear(0, 0.1, 0.2 , 1 40%, 0.9, 1)",
            "linear(0, 0.1 13.333333333333334%, 0.2 26.666666666666668%, 1 40%, 0.9 70%, 1)",
        );
        same("linear(0, 0.5 25% 75%, 1)", "linear(0, 0.5 25%, 0.5 75%, 1)");
        same("linear(0, 25% 0.5, 1 100%)", "linear(0, 0.5 25%, 1)");
    }

    #[test]
    fn a_path_is_written_as_svg_has_it() {
        let text = "path(M0,0 C0.126,0.382 0.282,0.674 0.44,0.822 0.632,1.002 0.818,1.001 1,1)";
        let path: EasingPath = text.parse().unwrap();
        assert_eq!(std::format!("{path}"), text);
        assert_eq!(
            "path(M0,0,C0.126,0.382,0.282,0.674,0.44,0.822,0.632,1.002,0.818,1.001,1,1)".parse(),
            Ok(path)
        );
        // A third has no percentage that is read as the same number.
        let thirds = EasingPath::linear([
            (0.0, 0.0),
            (f64::from_bits(0x3fe6_6666_6666_6667), 1e300),
            (1.0, 1.0),
        ])
        .unwrap();
        assert_eq!(std::format!("{thirds}").parse(), Ok(thirds));
    }

    #[test]
    fn a_path_is_no_easing_and_an_easing_no_path() {
        let error = "linear(0, 1)".parse::<Easing>().unwrap_err();
        let needed =
            "found \"linear(0, 1)\", needed an easing with a formula; a path is an EasingPath";
        assert_eq!(std::format!("{error}"), needed);
        let error = "out-quad".parse::<EasingPath>().unwrap_err();
        assert_eq!(std::format!("{error}"), "found \"out-quad\", needed linear(..) or path(..)");
        assert_eq!("linear".parse(), Ok(AnyEasing::LINEAR));
        let unknown = "out-path(M0,0 L1,1)".parse::<AnyEasing>();
        assert!(matches!(unknown, Err(EasingError::Name { found }) if found == "out-path"));
    }

    #[test]
    fn a_text_that_is_no_easing_says_why() {
        let cases = [
            ("out-quda", "no easing is called \"out-quda\"; did you mean \"out-quad\"?"),
            ("OutCubic", "no easing is called \"outcubic\"; did you mean \"out-cubic\"?"),
            ("wobble", "no easing is called \"wobble\""),
            ("quad", "no easing is called \"quad\"; did you mean \"in-quad\"?"),
            ("linear(0, 1", "a `)` is missing"),
            ("linear(0, x, 1)", "\"x\" is no number"),
            ("linear(0, 0.5 0.6, 1)", "found \"0.6\", needed a percentage"),
            ("linear(0, , 1)", "found \"\", needed a number for each point"),
            ("linear(0, 1 1% 2% 3%, 1)", "a point takes 2 numbers, not 3"),
            (
                "linear(0, 1 60%, 0.5 40%, 1)",
                "point 2 of the path is at 40 % but must not lie before 60 %",
            ),
            ("linear()", "found \"\", needed a number for each point"),
            ("linear(nan, 1)", "point 0 of the path must be finite"),
            ("out-back(1, 2)", "back takes 1 numbers, not 2"),
            ("steps(x)", "found \"x\", needed a whole number of steps"),
            ("steps(2, up)", "found \"up\", needed one of start, end, none, both"),
            ("path(L1,1)", "found \"L\", needed M at the start"),
            ("path(M0,0 Q1,1)", "\"Q1\" is no number"),
            ("path(M0,0 C1,1)", "path takes 6 numbers, not 2"),
            ("path(M0.5,0 L1,1)", "the path starts at 50 % but must start at 0 %"),
            ("spring(wild)", "\"wild\" is no number"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(text in "[a-z0-9 ,.%()MLC-]{0,40}", inner in "[0-9 ,.%MLCe-]{0,30}") {
            let _ = text.parse::<AnyEasing>();
            for name in ["linear", "path", "steps", "bezier", "spring", "in-out-elastic"] {
                let _ = std::format!("{name}({inner})").parse::<AnyEasing>();
            }
        }
    }
}
