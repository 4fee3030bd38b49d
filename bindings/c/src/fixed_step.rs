//! From real time to ticks of equal duration.

use cueline::time::{
    CatchUp, FixedStep, FixedStepConfig as CoreConfig, Frame as CoreFrame, Snap, Span, TickRate,
    Time,
};

use crate::{
    clock::speed,
    handle::FixedStepHandle,
    pointer::{Out, optional},
    status::{Answer, CUELINE_ARGUMENT, Refusal, call},
    table::{add, with},
};

/// Drops the ticks that a frame may not run.
pub const CUELINE_CATCH_UP_DROP: i32 = 0;
/// Later frames run them, up to `max_debt`.
pub const CUELINE_CATCH_UP_CARRY: i32 = 1;
/// Drops them, and the part of a tick.
pub const CUELINE_CATCH_UP_RESET: i32 = 2;

/// How a fixed step treats frames that are too long, too short, or nearly as long as a refresh of the screen.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FixedStepConfig {
    /// At most so many ticks in one frame, at speed 1; above zero.
    pub max_ticks: u32,
    /// `CUELINE_CATCH_UP_DROP`, ...
    pub catch_up: i32,
    /// For `CUELINE_CATCH_UP_CARRY`, in flicks.
    pub max_debt: i64,
    /// A shorter frame counts as so long, in flicks.
    pub min_frame: i64,
    /// A longer frame counts as so long, in flicks; `CUELINE_NEVER` for no limit.
    pub max_frame: i64,
    /// How far a frame may be from whole refreshes of the screen to count as them, in flicks.
    pub snap_tolerance: i64,
    /// The refresh rate of the screen is `snap_num / snap_den` Hz; 0 for no snapping.
    pub snap_num: u32,
    /// Above zero if `snap_num` is.
    pub snap_den: u32,
}

/// What a frame has to do.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// The first tick to run.
    pub first: i64,
    /// How many whole ticks are still owed afterwards.
    pub debt: u64,
    /// Game time that no tick will run, in flicks.
    pub dropped: i64,
    /// Time that `min_frame` added, in flicks.
    pub added: i64,
    /// How far time went backward, in flicks; usually 0.
    pub backwards: i64,
    /// The position of the picture between the last tick (0) and the next one (1, not included). For drawing only.
    pub alpha: f64,
    /// How many ticks to run.
    pub ticks: u32,
    /// Whether the frame runs the most ticks that it may, 1 or 0.
    pub limited: i32,
}

/// Where a fixed step stands.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct FixedStepState {
    /// The time of the simulation, in flicks.
    pub now: i64,
    /// The time at which tick-driven things were, in flicks, one tick before `now`: the time to draw with `alpha`.
    pub shown: i64,
    /// The next tick.
    pub tick: i64,
    /// Real time that no tick has run yet, in flicks.
    pub leftover: i64,
    /// All time that was dropped, in flicks.
    pub dropped: i64,
}

impl From<CoreFrame> for Frame {
    fn from(frame: CoreFrame) -> Self {
        Self {
            first: frame.first.get(),
            debt: frame.debt,
            dropped: frame.dropped.flicks(),
            added: frame.added.flicks(),
            backwards: frame.backwards.flicks(),
            alpha: frame.alpha(),
            ticks: frame.ticks,
            limited: frame.limited.into(),
        }
    }
}

fn rate(num: u32, den: u32) -> Answer<TickRate> {
    TickRate::new(num, den).map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))
}

impl FixedStepConfig {
    fn checked(self) -> Answer<CoreConfig> {
        let catch_up = match self.catch_up {
            CUELINE_CATCH_UP_DROP => CatchUp::Drop,
            CUELINE_CATCH_UP_CARRY => CatchUp::Carry { max_debt: Span::from_flicks(self.max_debt) },
            CUELINE_CATCH_UP_RESET => CatchUp::Reset,
            other => {
                let text =
                    format!("catch_up {other} is none of CUELINE_CATCH_UP_DROP, _CARRY, _RESET");
                return Err(Refusal::new(CUELINE_ARGUMENT, text));
            }
        };
        let snap = match self.snap_num {
            0 => None,
            num => {
                let tolerance = Span::from_flicks(self.snap_tolerance);
                Some(Snap { display: rate(num, self.snap_den)?, tolerance })
            }
        };
        let (min_frame, max_frame) =
            (Span::from_flicks(self.min_frame), Span::from_flicks(self.max_frame));
        Ok(CoreConfig { max_ticks: self.max_ticks, catch_up, min_frame, max_frame, snap })
    }
}

/// Makes a fixed step of `num / den` ticks per second. `config` is read during the call only; null for at most 10 ticks a frame,
/// the rest dropped. The caller frees it with `cueline_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_fixed_step_new(
    num: u32,
    den: u32,
    config: *const FixedStepConfig,
    fixed_step: *mut FixedStepHandle,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `config`.
        let config = unsafe { optional("config", config) }?;
        // SAFETY: the caller's promise for `fixed_step`.
        let fixed_step = unsafe { Out::new("fixed_step", fixed_step) }?;
        let config = config.map_or(Ok(CoreConfig::default()), FixedStepConfig::checked)?;
        let made = FixedStep::with_config(rate(num, den)?, config)
            .map_err(|error| Refusal::new(CUELINE_ARGUMENT, error))?;
        fixed_step.set(add(made)?);
        Ok(())
    })
}

/// Calls that add a frame.
///
/// # Safety
///
/// `frame` is null or valid for a write.
unsafe fn framed(
    fixed_step: u64,
    frame: *mut Frame,
    advance: impl FnOnce(&mut FixedStep) -> CoreFrame,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `frame`.
        let frame = unsafe { Out::new("frame", frame) }?;
        frame.set(with(fixed_step, |step: &mut FixedStep| Ok(advance(step)))?.into());
        Ok(())
    })
}

/// Adds a frame of `elapsed` flicks of real time, and writes which ticks to run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_fixed_step_advance(
    fixed_step: FixedStepHandle,
    elapsed: i64,
    frame: *mut Frame,
) -> i32 {
    // SAFETY: the caller's promise for `frame`.
    unsafe { framed(fixed_step, frame, |step| step.advance(Span::from_flicks(elapsed))) }
}

/// Adds a frame by its timestamp `now` (flicks of real time), and writes which ticks to run. The first one only starts the loop.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_fixed_step_frame_at(
    fixed_step: FixedStepHandle,
    now: i64,
    frame: *mut Frame,
) -> i32 {
    // SAFETY: the caller's promise for `frame`.
    unsafe { framed(fixed_step, frame, |step| step.frame_at(Time::from_flicks(now))) }
}

/// Forgets the latest timestamp: the time until the next one does not count.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_fixed_step_restart(fixed_step: FixedStepHandle) -> i32 {
    call(|| {
        with(fixed_step, |step: &mut FixedStep| {
            step.restart();
            Ok(())
        })
    })
}

/// Sets how fast game time runs beside real time, `num / den`; below zero counts as zero.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_fixed_step_set_speed(
    fixed_step: FixedStepHandle,
    num: i64,
    den: u64,
) -> i32 {
    call(|| {
        with(fixed_step, |step: &mut FixedStep| {
            step.set_speed(speed(num, den)?);
            Ok(())
        })
    })
}

/// Writes where the fixed step stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_fixed_step_state(
    fixed_step: FixedStepHandle,
    state: *mut FixedStepState,
) -> i32 {
    call(|| {
        // SAFETY: the caller's promise for `state`.
        let state = unsafe { Out::new("state", state) }?;
        with(fixed_step, |step: &mut FixedStep| {
            state.set(FixedStepState {
                now: step.now().flicks(),
                shown: step.shown().flicks(),
                tick: step.tick().get(),
                leftover: step.leftover().flicks(),
                dropped: step.dropped().flicks(),
            });
            Ok(())
        })
    })
}
