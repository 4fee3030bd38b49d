//! Easings by name: `out-quad`, `in-out-back(2.5)`, `steps(4, end)`, `bezier(0.4, 0, 0.2, 1)`, `spring(bounce 0.3)`,
//! `linear(0, 0.25 50%, 1)`, `path(M0,0 C0.2,0 0.4,1 1,1)`.
//!
//! `linear()`, `steps()` and `cubic-bezier()` are as in CSS; a path is written with the absolute commands M, L and C
//! of SVG, as GSAP's custom eases are, with y upwards.

use std::fmt;

use cueline::{
    advanced::nearest,
    value::{
        AnyEasing, CubicBezier, Curve, Easing, EasingError, EasingPath, Jump, PathSegment, Steps,
    },
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

/// All names that an easing can have without numbers in brackets, and `path`, each once, for lists and suggestions.
///
/// ```
/// use cueline_assets::easing;
///
/// assert!(["out-quad", "path"].iter().all(|known| easing::names().any(|name| name == *known)));
/// ```
pub fn names() -> impl Iterator<Item = String> {
    let curves = Curve::USUAL
        .iter()
        .flat_map(|(curve, _)| ENDS.iter().map(move |(ends, _)| [*ends, *curve].concat()));
    let is_new = |name: &String| Easing::NAMED.iter().all(|(known, _)| known != name);
    let named = Easing::NAMED.iter().map(|(name, _)| *name).chain(["steps", "bezier", "spring"]);
    named.map(String::from).chain(curves.filter(is_new)).chain([String::from("path")])
}

/// Reads an easing, or a path of lines and curves. Case does not count, and `_` is `-`.
///
/// # Errors
///
/// [`TextError`] with the part that is not understood, or with what is wrong with the numbers.
///
/// ```
/// use cueline::value::{AnyEasing, Easing};
/// use cueline_assets::easing;
///
/// let knock = easing::parse("linear(0, 1 40%, 0.8 60%, 1)")?; // as in CSS
/// assert_eq!(knock.at(0.5), 0.9);
/// assert_eq!(easing::parse("spring(bounce 0.3)")?, Easing::spring(0.3).into());
///
/// let error = easing::parse("out-quda").unwrap_err();
/// assert_eq!(error.to_string(), r#"no easing is called "out-quda"; did you mean "out-quad"?"#);
/// # Ok::<(), easing::TextError>(())
/// ```
pub fn parse(text: &str) -> Result<AnyEasing, TextError> {
    let (name, inner) = split(text)?;
    match (name.as_str(), inner) {
        ("linear", Some(inner)) => return lines(inner).map(AnyEasing::Path),
        ("path", inner) => return path(inner.unwrap_or_default()).map(AnyEasing::Path),
        ("steps", inner) => return steps(inner.unwrap_or_default()).map(AnyEasing::Easing),
        _ => {}
    }
    if inner.is_none()
        && let Some((_, easing)) = Easing::NAMED.iter().find(|(known, _)| *known == name)
    {
        return Ok(AnyEasing::Easing(*easing));
    }
    let ends = ENDS.iter().find_map(|(ends, make)| Some((name.strip_prefix(ends)?, *make)));
    let (curve, make) = ends.unwrap_or((&name, Easing::In as MakeEasing));
    match curve_of(curve, inner)? {
        Some(made) if ends.is_some() || WHOLE.contains(&curve) => Ok(make(made).into()),
        _ => Err(TextError::Name { found: name }),
    }
}

/// The text that [`parse`] reads as the same easing, to the bit.
///
/// ```
/// use cueline::value::{Easing, EasingPath};
/// use cueline_assets::easing;
///
/// assert_eq!(easing::text(&Easing::OUT_BACK.into()), "out-back");
/// let knock = EasingPath::linear([(0.0, 0.0), (0.4, 1.0), (0.6, 0.8), (1.0, 1.0)])?;
/// assert_eq!(easing::text(&knock.into()), "linear(0, 1 40%, 0.8 60%, 1)");
/// # Ok::<(), cueline::value::EasingError>(())
/// ```
#[must_use]
pub fn text(easing: &AnyEasing) -> String {
    match easing {
        AnyEasing::Easing(easing) => formula_text(easing),
        AnyEasing::Path(path) => path_text(path),
        _ => unknown(easing),
    }
}

/// The name, and the text in its brackets if it has some.
fn split(text: &str) -> Result<(String, Option<&str>), TextError> {
    let (name, inner) = match text.trim().split_once('(') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or(TextError::Bracket)?;
            (name.trim_end(), Some(inner))
        }
        None => (text.trim(), None),
    };
    Ok((name.to_ascii_lowercase().replace('_', "-"), inner))
}

/// The curve with this name; `None` if there is none.
fn curve_of(name: &str, inner: Option<&str>) -> Result<Option<Curve>, TextError> {
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
        _ => match Curve::USUAL.iter().find(|(known, _)| *known == name) {
            Some((known, usual)) => Curve::named(known, &numbers(known, inner, usual)?),
            None => None,
        },
    })
}

/// The numbers in the brackets; the default numbers if there are no brackets.
fn numbers(curve: &'static str, inner: Option<&str>, usual: &[f64]) -> Result<Vec<f64>, TextError> {
    let Some(inner) = inner else { return Ok(usual.to_vec()) };
    let numbers = inner.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if numbers.len() == usual.len() {
        return Ok(numbers);
    }
    Err(TextError::Count { of: curve, needed: usual.len(), found: numbers.len() })
}

fn number(text: &str) -> Result<f64, TextError> {
    text.trim().parse().map_err(|_| TextError::Number(text.trim().into()))
}

fn steps(inner: &str) -> Result<Easing, TextError> {
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    let (count, jump) = match *parts {
        [count] => (count, "end"),
        [count, jump] => (count, jump.strip_prefix("jump-").unwrap_or(jump)),
        _ => return Err(TextError::Count { of: "steps", needed: 2, found: parts.len() }),
    };
    let Ok(count) = count.parse() else {
        let (found, needed) = (count.into(), "a whole number of steps");
        return Err(TextError::Word { found, needed });
    };
    match JUMPS.iter().find(|(name, _)| *name == jump) {
        Some((_, jump)) => Ok(Easing::Steps(Steps::new(count, *jump)?)),
        None => {
            Err(TextError::Word { found: jump.into(), needed: "one of start, end, none, both" })
        }
    }
}

/// CSS: a number and up to two percentages for each point. Omitted percentages are evenly spaced between their neighbours.
fn lines(inner: &str) -> Result<EasingPath, TextError> {
    let mut points: Vec<(Option<f64>, f64)> = Vec::new();
    for point in inner.split(',').take(EasingPath::LONGEST + 2) {
        let (mut y, mut x) = (None, Vec::new());
        for word in point.split_whitespace() {
            match word.strip_suffix('%') {
                Some(percent) => x.push(number(percent)? / 100.0),
                None if y.is_none() => y = Some(number(word)?),
                None => {
                    return Err(TextError::Word { found: word.into(), needed: "a percentage" });
                }
            }
        }
        let Some(y) = y else {
            let (found, needed) = (point.trim().into(), "a number for each point");
            return Err(TextError::Word { found, needed });
        };
        if x.len() > 2 {
            return Err(TextError::Count { of: "a point", needed: 2, found: x.len() });
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
    Ok(EasingPath::linear(points.into_iter().map(|(x, y)| (x.unwrap_or(0.0), y)))?)
}

/// The absolute commands M, L and C of SVG.
fn path(inner: &str) -> Result<EasingPath, TextError> {
    let spaced = ['M', 'L', 'C']
        .into_iter()
        .fold(String::from(inner), |text, letter| text.replace(letter, &format!(" {letter} ")));
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
                return Err(TextError::Word { found: command.into(), needed: "M at the start" });
            }
            _ => return Err(TextError::Word { found: command.into(), needed: "L or C" }),
        };
        let mut numbers = Vec::new();
        while let Some(word) = words.next_if(|word| !["M", "L", "C"].contains(word)) {
            numbers.push(number(word)?);
        }
        let (all, []) = numbers.as_chunks::<2>() else {
            return Err(TextError::Count { of: "path", needed, found: numbers.len() });
        };
        match (command, all) {
            ("M", [[x, y]]) if *x == 0.0 => start = Some(*y),
            ("M", [[x, _]]) => return Err(EasingError::PathStart { x: *x }.into()),
            ("L", [_, ..]) => segments.extend(all.iter().map(|to| PathSegment::Line { to: *to })),
            ("C", [_, ..]) if all.len() % 3 == 0 => {
                segments.extend(all.chunks_exact(3).filter_map(|points| match *points {
                    [leave, arrive, to] => Some(PathSegment::Cubic { leave, arrive, to }),
                    _ => None,
                }));
            }
            _ => return Err(TextError::Count { of: "path", needed, found: numbers.len() }),
        }
    }
    Ok(EasingPath::new(start.unwrap_or(0.0), &segments)?)
}

/// A number in the fewest digits that `parse` reads as the same number.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `{}` writes all zeros of a huge or tiny number, `{:?}` a `.0` behind a whole one.
        let plain = self.0 == 0.0 || (1e-5..1e16).contains(&self.0.abs());
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:?}", self.0) }
    }
}

/// The percentage that is read as this progress; `None` if no percentage is.
fn percent(x: f64) -> Option<f64> {
    let near = x * 100.0;
    [near, near.next_down(), near.next_up()].into_iter().find(|percent| percent / 100.0 == x)
}

/// `linear(0, 1 40%, 1)` where it has lines only, else `path(M0,0 C...)`.
fn path_text(path: &EasingPath) -> String {
    let segments = path.segments();
    let points: Option<Vec<(f64, f64)>> = segments
        .iter()
        .map(|segment| match segment {
            PathSegment::Line { to: [x, y] } => Some((percent(*x)?, *y)),
            PathSegment::Cubic { .. } => None,
        })
        .collect();
    if let Some(points) = points {
        let mut text = format!("linear({}", Short(path.start()));
        for (index, (percent, y)) in points.iter().enumerate() {
            text += &format!(", {}", Short(*y));
            if index + 1 < points.len() {
                text += &format!(" {}%", Short(*percent));
            }
        }
        return text + ")";
    }
    let mut text = format!("path(M0,{}", Short(path.start()));
    let mut before = "";
    for segment in segments {
        let (command, points) = match segment {
            PathSegment::Line { to } => ("L", vec![to]),
            PathSegment::Cubic { leave, arrive, to } => ("C", vec![leave, arrive, to]),
        };
        text += " ";
        text += if command == before { "" } else { command };
        before = command;
        let points = points.iter().map(|[x, y]| format!("{},{}", Short(*x), Short(*y)));
        text += &points.collect::<Vec<_>>().join(" ");
    }
    text + ")"
}

/// The word for the ends of an easing that has a curve, and the curve.
fn ends_and_curve(easing: &Easing) -> Option<(&'static str, Curve)> {
    match *easing {
        Easing::In(curve) => Some(("in-", curve)),
        Easing::Out(curve) => Some(("out-", curve)),
        Easing::InOut(curve) => Some(("in-out-", curve)),
        Easing::OutIn(curve) => Some(("out-in-", curve)),
        _ => None,
    }
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn formula_text(easing: &Easing) -> String {
    // By the bits of the numbers, in which 0 and -0 differ.
    let bits_of = |easing: &Easing| {
        ends_and_curve(easing).map_or(Vec::new(), |(_, curve)| bits(curve.parts().2.given()))
    };
    let same = |other: &Easing| other == easing && bits_of(other) == bits_of(easing);
    if let Some((name, _)) = Easing::NAMED.iter().find(|(_, easing)| same(easing)) {
        return (*name).into();
    }
    if let Easing::Steps(steps) = easing {
        let jump = JUMPS.iter().find(|(_, jump)| *jump == steps.jump());
        return format!("steps({}, {})", steps.count(), jump.map_or("end", |(name, _)| *name));
    }
    let Some((ends, curve)) = ends_and_curve(easing) else { return unknown(easing) };
    let (_, name, parameters) = curve.parts();
    let ends = if ends == "in-" && WHOLE.contains(&name) { "" } else { ends };
    if let Curve::Spring(spring) = curve {
        return format!("{ends}spring(bounce {})", Short(spring.bounce()));
    }
    let given = parameters.given();
    let usual = Curve::USUAL.iter().find(|(known, _)| *known == name);
    let usual = usual.is_some_and(|(_, usual)| bits(usual) == bits(given));
    // `in-out-back` and `in-out-elastic` are the constants, whose numbers are not the usual ones of the curve.
    let constant = |(known, _): &(&str, Easing)| known.strip_prefix(ends) == Some(name);
    if given.is_empty() || usual && !Easing::NAMED.iter().any(constant) {
        return format!("{ends}{name}");
    }
    let numbers: Vec<_> = given.iter().map(|number| format!("{number:?}")).collect();
    format!("{ends}{name}({})", numbers.join(", "))
}

/// Of an easing that a later core may add: no name that is read, so that nothing is taken for something else.
fn unknown(easing: &dyn fmt::Debug) -> String {
    format!("{easing:?}")
}

/// Why a text is not an easing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TextError {
    /// No easing has this name. The message suggests the known name that was probably meant.
    Name {
        /// The unknown name.
        found: String,
    },
    /// The closing bracket is missing.
    Bracket,
    /// Too many or too few numbers.
    Count {
        /// The easing.
        of: &'static str,
        /// The needed count.
        needed: usize,
        /// The count in the text.
        found: usize,
    },
    /// A number is needed, and the text has something else.
    Number(String),
    /// The text has an unexpected part.
    Word {
        /// The text.
        found: String,
        /// What is needed.
        needed: &'static str,
    },
    /// The numbers are refused.
    Refused(EasingError),
}

impl From<EasingError> for TextError {
    fn from(error: EasingError) -> Self {
        Self::Refused(error)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { found } => {
                write!(f, "no easing is called {found:?}")?;
                // Looked for here: most callers that try a name do not show the error.
                let names: Vec<String> = names().collect();
                match nearest(found, names.iter().map(String::as_str)) {
                    Some(meant) => write!(f, "; did you mean {meant:?}?"),
                    None => Ok(()),
                }
            }
            Self::Bracket => f.write_str("a `)` is missing"),
            Self::Count { of, needed, found } => {
                write!(f, "{of} takes {needed} numbers, not {found}")
            }
            Self::Number(found) => write!(f, "{found:?} is no number"),
            Self::Word { found, needed } => write!(f, "found {found:?}, needed {needed}"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use cueline::value::SpringCurve;
    use proptest::prelude::*;

    use super::*;

    fn formula(text: &str) -> Easing {
        match parse(text) {
            Ok(AnyEasing::Easing(easing)) => easing,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn path_of(text: &str) -> EasingPath {
        match parse(text) {
            Ok(AnyEasing::Path(path)) => path,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_name_leads_back_to_its_easing() {
        for name in names() {
            if name == "steps" || name == "path" {
                continue; // need something in brackets
            }
            let easing = parse(&name).unwrap();
            let written = text(&easing);
            assert_eq!(parse(&written), Ok(easing), "{name} as {written}");
        }
        for written in
            ["in-back(-0.0)", "out-in-back", "steps(3, both)", "newton-bezier(0.4, 0.0, 0.2, 1.0)"]
        {
            assert_eq!(text(&parse(written).unwrap()), written);
        }
        assert_eq!(formula("CUBIC_BEZIER(0.25, 0.1, 0.25, 1)"), Easing::EASE);
        assert_eq!(formula("steps(4, jump-start)"), formula("steps(4, start)"));
    }

    #[test]
    fn every_name_is_listed_once() {
        let names: Vec<String> = names().collect();
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
            assert_eq!(path_of(one), path_of(other), "{one}");
            assert_eq!(text(&parse(one).unwrap()), other);
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
        let written = "path(M0,0 C0.126,0.382 0.282,0.674 0.44,0.822 0.632,1.002 0.818,1.001 1,1)";
        let path = path_of(written);
        assert_eq!(text(&path.clone().into()), written);
        let commas = "path(M0,0,C0.126,0.382,0.282,0.674,0.44,0.822,0.632,1.002,0.818,1.001,1,1)";
        assert_eq!(path_of(commas), path);
        // A third has no percentage that is read as the same number.
        let thirds = EasingPath::linear([
            (0.0, 0.0),
            (f64::from_bits(0x3fe6_6666_6666_6667), 1e300),
            (1.0, 1.0),
        ])
        .unwrap();
        assert_eq!(path_of(&text(&thirds.clone().into())), thirds);
    }

    #[test]
    fn a_path_has_no_word_for_its_ends_and_linear_alone_is_no_path() {
        assert_eq!(parse("linear"), Ok(AnyEasing::LINEAR));
        let unknown = parse("out-path(M0,0 L1,1)");
        assert!(matches!(unknown, Err(TextError::Name { found }) if found == "out-path"));
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
            assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    /// Of few numbers, so that points often share one.
    fn few() -> impl Strategy<Value = f64> {
        (0_u8..=4).prop_map(|quarter| f64::from(quarter) / 4.0)
    }

    proptest! {
        #[test]
        fn the_text_of_an_easing_leads_back_to_it(a in 0.0_f64..=1.0, b in 0.0_f64..=1.0, tag in 0_usize..4) {
            let mode = [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn][tag];
            let of_numbers = Curve::USUAL.iter().map(|(name, usual)| Curve::named(name, &[a, b][..usual.len()]));
            let bezier = CubicBezier::new(a, b, a, b).unwrap();
            let others = [Curve::Bezier(bezier), Curve::NewtonBezier(bezier), Curve::Spring(SpringCurve::new(a))];
            for curve in of_numbers.map(Option::unwrap).chain(others) {
                let easing = AnyEasing::from(mode(curve));
                let text = text(&easing);
                prop_assert_eq!(parse(&text), Ok(easing), "{}", text);
            }
        }

        #[test]
        fn the_text_of_a_path_leads_back_to_it(x in few(), y in few()) {
            let line = |x: f64, y: f64| PathSegment::Line { to: [x, y] };
            let cubic = PathSegment::Cubic { leave: [x, y], arrive: [1.0, y], to: [1.0, y] };
            for segments in [[line(x, 1.0), cubic], [line(x, 1.0), line(1.0, y)]] {
                let easing = AnyEasing::from(EasingPath::new(y, &segments).unwrap());
                let text = text(&easing);
                prop_assert_eq!(parse(&text), Ok(easing), "{}", text);
            }
        }

        #[test]
        fn nothing_panics(text in "[a-z0-9 ,.%()MLC-]{0,40}", inner in "[0-9 ,.%MLCe-]{0,30}") {
            let _ = parse(&text);
            for name in ["linear", "path", "steps", "bezier", "spring", "in-out-elastic"] {
                let _ = parse(&format!("{name}({inner})"));
            }
        }
    }
}
