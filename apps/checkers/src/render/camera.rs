//! Takes the pictures of a show.

use crate::{
    layout::Layout,
    picture::Picture,
    screen::{Meter, Show},
};

/// Takes the pictures of a rendering: counts the sounds that are not played.
pub(super) struct Camera<'a> {
    pub(super) layout: &'a Layout,
    pub(super) meter: Meter,
}

impl<'a> Camera<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { layout, meter: Meter::default() }
    }

    pub(super) fn picture(&mut self, show: &mut dyn Show) -> Picture {
        self.meter.sounds += u64::try_from(show.take_sounds().len()).unwrap_or(0);
        show.picture(self.layout, &self.meter)
    }
}
