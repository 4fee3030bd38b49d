//! Extracts the motion from the tracks of a root joint.

use core::fmt;

use cueline::{
    clip::{Clip, ClipBuilder, ClipDuration, ContentError, Keyframe, LookupError, Track},
    playback::{Playhead, RepeatMode},
    time::{Span, TickRate, Time},
    value::{Quat, Vec3},
};

use super::RigidMotion;

/// The parts of a root joint's tracks that move the character. The default: the translation on the ground and the turn
/// about the up axis, which is y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootOptions {
    /// The direction up, in the axes of the root's parent; of any length above zero.
    pub up: Vec3<f64>,
    /// The turns that move the character.
    pub turning: Turning,
    /// Whether the translation along the up axis moves the character too. If not, jumps stay in the clip.
    pub height: bool,
}

impl Default for RootOptions {
    fn default() -> Self {
        Self { up: Vec3::new(0.0, 1.0, 0.0), turning: Turning::Heading, height: false }
    }
}

/// The turns of a root joint that move the character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turning {
    /// No turns: all stay in the clip.
    None,
    /// Turns about the up axis; the rest stays in the clip.
    #[default]
    Heading,
    /// All turns.
    Full,
}

/// Why root motion cannot be extracted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RootError {
    /// The clip has neither a translation nor a rotation for the node. Holds the error for the translation.
    NotMoved(LookupError),
    /// The up axis has no direction: a number is not finite, or all are zero.
    Up(Vec3<f64>),
    /// The clip is too long: with keys at most 1/60 s apart, its root would have more than 1,000,000. That is about 4.6
    /// hours.
    TooLong {
        /// The duration of the clip.
        duration: Span,
        /// How many keys the root would have.
        keys: i64,
    },
    /// The clip without its motion cannot be built.
    Clip(ContentError),
}

impl fmt::Display for RootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMoved(error) => {
                write!(f, "the root has neither a translation nor a rotation: {error}")
            }
            Self::Up(Vec3 { x, y, z }) => {
                write!(f, "the up axis is ({x}, {y}, {z}) but must be finite and not zero")
            }
            Self::TooLong { duration, keys } => {
                let duration = duration.as_secs_f64() * 1000.0;
                write!(
                    f,
                    "the root would have {keys} keys, at most 1/60 s apart, in a clip of {duration} ms; it needs {MOST_KEYS} or fewer"
                )
            }
            Self::Clip(error) => write!(f, "the clip without its motion: {error}"),
        }
    }
}

impl core::error::Error for RootError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::NotMoved(error) => Some(error),
            Self::Clip(error) => Some(error),
            Self::Up(_) | Self::TooLong { .. } => None,
        }
    }
}

/// The motion of a character by a clip, from the start of the clip to any of its times.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMotion {
    translation: Option<Track<Vec3>>,
    rotation: Option<Track<Quat>>,
    /// Of length 1.
    up: Vec3<f64>,
    turning: Turning,
    height: bool,
    duration: Span,
}

/// The largest distance of keys in a clip without its motion.
const FRAME: Span = Span::from_frames(1, TickRate::HZ_60);
/// The most keys of the root in a clip without its motion.
const MOST_KEYS: i64 = 1_000_000;

impl RootMotion {
    /// Extracts the motion of the node `root` from a clip. Returns the motion, and a copy of the clip that stays in
    /// place: its root keeps the ground position and the heading of the start. The root of the copy has keys at the
    /// times of the original keys, and at most 1/60 s apart.
    ///
    /// The parents of the node must not move: its tracks are in the axes of the character.
    ///
    /// # Errors
    ///
    /// [`RootError::NotMoved`] if the clip has neither a translation (of three `f32`) nor a rotation for the node;
    /// [`RootError::Up`] for an up axis without a direction; [`RootError::TooLong`] for a clip whose root would have
    /// more than 1,000,000 keys; [`RootError::Clip`] if a number of the copy is not finite in `f32`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Keyframe}, playback::*, time::{Time, ms}, value::Vec3};
    /// # use cueline_characters::motion::{RootMotion, RootOptions};
    /// # let place = |at, z| Keyframe::linear(ms(at), Vec3::new(0.0_f32, 1.0, z));
    /// # let walk = ClipBuilder::new("walk").track("hips/translation", [place(0, 5.0), place(1000, 7.0)]).build()?;
    /// let (root, in_place) = RootMotion::extract(&walk, "hips", &RootOptions::default())?;
    /// assert_eq!(root.at(ms(500)).translation.z, 1.0);
    /// assert_eq!(in_place.track::<Vec3>("hips/translation")?.sample(ms(500)), Vec3::new(0.0, 1.0, 5.0));
    /// assert!(RootMotion::extract(&walk, "hip", &RootOptions::default()).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn extract(
        clip: &Clip,
        root: &str,
        options: &RootOptions,
    ) -> Result<(Self, Clip), RootError> {
        let Vec3 { x, y, z } = options.up;
        let length = libm::hypot(libm::hypot(x, y), z);
        if !(length > 0.0 && length.is_finite()) {
            return Err(RootError::Up(options.up));
        }
        let paths = [format!("{root}/translation"), format!("{root}/rotation")];
        let translation = clip.track::<Vec3>(&paths[0]).cloned();
        let rotation = clip.track::<Quat>(&paths[1]).ok().cloned();
        let translation = match translation {
            Ok(track) => Some(track),
            Err(error) if rotation.is_none() => return Err(RootError::NotMoved(error)),
            Err(_) => None,
        };
        let motion = Self {
            translation,
            rotation,
            up: Vec3::new(x / length, y / length, z / length),
            turning: options.turning,
            height: options.height,
            duration: clip.duration(),
        };
        let in_place = motion.in_place(clip, &paths)?;
        Ok((motion, in_place))
    }

    /// The duration of a pass.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.duration
    }

    /// The motion from the start of the clip to `at`, clamped to the clip.
    #[must_use]
    pub fn at(&self, at: Span) -> RigidMotion {
        let at = at.clamp(Span::ZERO, self.duration);
        let (start, now) = (self.root(Span::ZERO), self.root(at));
        let rotation = now.heading * start.heading.inverse();
        // The start position, rotated, is where the root would be without a translation.
        let turned = rotation.rotate(start.ground);
        let Vec3 { x, y, z } = now.ground;
        RigidMotion { rotation, translation: Vec3::new(x - turned.x, y - turned.y, z - turned.z) }
    }

    /// The motion of a playhead from one time to another, which may be earlier.
    ///
    /// Each loop continues where the pass before it ended. A ping-pong returns along its path. If the playhead plays a
    /// range of the clip, a pass is that range.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Keyframe}, playback::*, time::{Time, ms}, value::Vec3};
    /// # use cueline_characters::motion::{RootMotion, RootOptions};
    /// # let place = |at, z| Keyframe::linear(ms(at), Vec3::new(0.0_f32, 1.0, z));
    /// # let walk = ClipBuilder::new("walk").track("hips/translation", [place(0, 5.0), place(1000, 7.0)]).build()?;
    /// let (root, _) = RootMotion::extract(&walk, "hips", &RootOptions::default())?;
    /// let head = Playhead::new(Time::ZERO, ms(1000), &Play::from(Repeat::Forever))?;
    /// let moved = |from, to| root.motion(&head, Time::from_millis(from), Time::from_millis(to)).translation.z;
    /// assert_eq!(moved(500, 2750), 4.5); // two and a quarter passes
    /// assert_eq!(moved(2750, 500), -4.5);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn motion(&self, head: &Playhead, from: Time, to: Time) -> RigidMotion {
        let (start, end) = head.range();
        let (from, to) = (head.at(from), head.at(to));
        let passes = match head.repeat() {
            RepeatMode::PingPong => 0,
            _ => to.pass.saturating_sub(from.pass),
        };
        let start = self.at(start);
        let whole =
            if passes == 0 { RigidMotion::NONE } else { self.at(end).since(start).power(passes) };
        whole.then(self.at(to.local).since(start)).since(self.at(from.local).since(start))
    }

    /// The part of the root's position and rotation that moves the character.
    fn root(&self, at: Span) -> Root {
        let rotation =
            self.rotation.as_ref().map_or(Quat::default(), |track| wide(track.sample(at)));
        let heading = match self.turning {
            Turning::None => Quat::default(),
            Turning::Full => rotation,
            Turning::Heading => {
                // The twist about the up axis: the part of the rotation's axis along it (swing-twist decomposition).
                let Vec3 { x, y, z } = self.up;
                let along = rotation.x * x + rotation.y * y + rotation.z * z;
                if along == 0.0 && rotation.w == 0.0 {
                    Quat::default() // half a turn about an axis on the ground has no heading
                } else {
                    Quat::new(x * along, y * along, z * along, rotation.w).normalized()
                }
            }
        };
        let translation = self.translation.as_ref().map_or(Vec3::default(), |track| {
            let Vec3 { x, y, z } = track.sample(at);
            Vec3::new(f64::from(x), f64::from(y), f64::from(z))
        });
        let height = if self.height { 0.0 } else { dot(translation, self.up) };
        let Vec3 { x, y, z } = translation;
        let ground =
            Vec3::new(x - self.up.x * height, y - self.up.y * height, z - self.up.z * height);
        Root { heading, ground, translation, rotation }
    }

    /// The clip without the motion.
    fn in_place(&self, clip: &Clip, paths: &[String; 2]) -> Result<Clip, RootError> {
        let mut builder = ClipBuilder::new(clip.name())
            .duration(ClipDuration::Cut(clip.duration()))
            .rate(clip.rate())
            .cues(clip.cues().iter().cloned());
        for (path, channel) in clip.channels().filter(|(path, _)| !paths.iter().any(|p| p == path))
        {
            builder = builder.keys(path, channel.keys());
        }
        let times = self.key_times()?;
        let left = times.iter().map(|&at| {
            let (motion, root) = (self.at(at), self.root(at));
            let back = motion.rotation.inverse();
            let Vec3 { x, y, z } = root.translation;
            let way = motion.translation;
            let place = back.rotate(Vec3::new(x - way.x, y - way.y, z - way.z));
            (at, place, back * root.rotation)
        });
        let left: Vec<_> = left.collect();
        if self.translation.is_some() {
            let keys = left.iter().map(|(at, place, _)| {
                #[expect(clippy::cast_possible_truncation, reason = "from f32")]
                let place = Vec3::new(place.x as f32, place.y as f32, place.z as f32);
                Keyframe::linear(*at, place)
            });
            builder = builder.track(&*paths[0], keys);
        }
        if self.rotation.is_some() {
            let keys = left.iter().map(|(at, _, rotation)| {
                let [x, y, z, w] = <[f64; 4]>::from(*rotation);
                #[expect(clippy::cast_possible_truncation, reason = "from f32")]
                let rotation = Quat::new(x as f32, y as f32, z as f32, w as f32);
                Keyframe::linear(*at, rotation)
            });
            builder = builder.track(&*paths[1], keys);
        }
        builder.build().map_err(RootError::Clip)
    }

    /// The times of all keys of the root, the ends of the clip, and times between, so that none are further apart than
    /// 1/60 s.
    fn key_times(&self) -> Result<Vec<Span>, RootError> {
        let translation = self.translation.iter().flat_map(|track| track.times());
        let rotation = self.rotation.iter().flat_map(|track| track.times());
        let mut times: Vec<_> =
            translation.chain(rotation).copied().chain([Span::ZERO, self.duration]).collect();
        times.retain(|at| (Span::ZERO..=self.duration).contains(at));
        times.sort_unstable();
        times.dedup();
        let parts = |pair: &[Span]| {
            let far = (pair[1] - pair[0]).flicks(); // above 0
            far / FRAME.flicks() + i64::from(far % FRAME.flicks() != 0)
        };
        let keys = times.windows(2).map(parts).fold(1, i64::saturating_add);
        if keys > MOST_KEYS {
            return Err(RootError::TooLong { duration: self.duration, keys });
        }
        let mut all = Vec::new();
        for pair in times.windows(2) {
            let (far, parts) = ((pair[1] - pair[0]).flicks(), parts(pair));
            all.extend((0..parts).map(|part| {
                let along = i128::from(far) * i128::from(part) / i128::from(parts);
                pair[0] + Span::from_flicks(i64::try_from(along).unwrap_or(far)) // below `far`
            }));
        }
        all.extend(times.last());
        Ok(all)
    }
}

struct Root {
    heading: Quat<f64>,
    /// The position, without the height unless the height moves the character.
    ground: Vec3<f64>,
    translation: Vec3<f64>,
    rotation: Quat<f64>,
}

fn wide(Quat { x, y, z, w }: Quat) -> Quat<f64> {
    Quat::new(x.into(), y.into(), z.into(), w.into()).normalized()
}

fn dot(a: Vec3<f64>, b: Vec3<f64>) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}
