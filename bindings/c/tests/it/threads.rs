//! Any thread may make any call at any time.

use cueline_c::*;

use super::{alone, c};

#[test]
fn threads_share_objects_that_one_of_them_frees() {
    let _alone = alone();
    let steps: i64 = if cfg!(miri) { 20 } else { 5000 };
    let mut queue = 0;
    assert_eq!(c!(cueline_queue_new(0, &raw mut queue)), CUELINE_OK);
    let work = |thread: i64| {
        let mut done = 0;
        for step in 0..steps {
            if thread == 3 && step == steps / 2 {
                assert_eq!(cueline_free(queue), CUELINE_OK);
            }
            let status = match (thread + step) % 3 {
                0 => c!(cueline_queue_enqueue(queue, step, 1, core::ptr::null_mut())),
                1 => c!(cueline_queue_advance(
                    queue,
                    1,
                    core::ptr::null_mut(),
                    0,
                    core::ptr::null_mut()
                )),
                _ => c!(cueline_digest(queue, &raw mut done)),
            };
            assert!(status == CUELINE_OK || status == CUELINE_HANDLE, "{status}");
            let mut own = 0;
            assert_eq!(c!(cueline_clock_new(step, &raw mut own)), CUELINE_OK);
            assert_eq!(cueline_free(own), CUELINE_OK);
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|thread| drop(scope.spawn(move || work(thread)))));
    assert_eq!(cueline_objects(), 0);
}
