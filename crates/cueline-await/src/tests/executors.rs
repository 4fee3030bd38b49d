//! The same scene on executors that people use.

use std::{cell::Cell, pin::pin, rc::Rc};

use async_executor::LocalExecutor;
use cueline::{
    sequencer::{Enqueue, Sequencer},
    time::{Time, ms},
};
use futures::{executor::LocalPool, task::LocalSpawnExt};
use tokio::{
    runtime::{Builder, Runtime},
    task::{LocalSet, yield_now},
};

use super::{at, flicks, settle};
use crate::{Script, WaitError, pair};

const END: Time = Time::from_millis(1100);

async fn scene(script: Script<Sequencer<&'static str>>) -> Result<Time, WaitError> {
    script.blocking(ms(300), "walk in").await?;
    script.blocking(ms(500), "bow").await?;
    Ok(script.blocking(ms(300), "walk out").await?.at)
}

/// Plays for 1.2 seconds of frames that end at none of the moments of the scene.
fn play(mut run: impl FnMut(), host: &mut crate::Host<Sequencer<&'static str>>) {
    let mut queue = Sequencer::new();
    for _frame in 0..15 {
        host.advance(&mut queue, ms(80), |_, _| (), &mut run).unwrap();
    }
    assert!(host.is_idle());
}

#[test]
fn on_futures() {
    let (mut host, script) = pair();
    let mut tasks = LocalPool::new();
    let end = tasks.spawner().spawn_local_with_handle(scene(script)).unwrap();
    play(|| tasks.run_until_stalled(), &mut host);
    assert_eq!(tasks.run_until(end), Ok(END));
}

#[test]
fn on_async_executor() {
    let (mut host, script) = pair();
    let tasks = LocalExecutor::new();
    let end = tasks.spawn(scene(script));
    play(|| while tasks.try_tick() {}, &mut host);
    assert_eq!(futures::executor::block_on(tasks.run(end)), Ok(END));
}

fn tokio() -> Runtime {
    Builder::new_current_thread().build().unwrap()
}

#[test]
fn on_tokio() {
    let (mut host, script) = pair();
    let tasks = tokio();
    let end = tasks.spawn(scene(script));
    play(|| tasks.block_on(yield_now()), &mut host);
    assert_eq!(tasks.block_on(end).unwrap(), Ok(END));
}

#[test]
fn on_tokio_with_a_local_set() {
    let (mut host, script) = pair();
    let (tasks, local) = (tokio(), LocalSet::new());
    let end = local.spawn_local(scene(script));
    play(|| local.block_on(&tasks, yield_now()), &mut host);
    assert_eq!(local.block_on(&tasks, end).unwrap(), Ok(END));
}

#[test]
fn on_none() {
    let (mut host, script) = pair();
    let mut task = pin!(scene(script));
    let mut end = None;
    let run = || {
        settle(&mut task, &mut end);
    };
    play(run, &mut host);
    assert_eq!(end, Some(Ok(END)));
}

/// Tokio runs at most 61 tasks between two looks at its main future.
#[test]
fn a_thousand_tasks_on_tokio_all_go_on_at_the_moment_they_wait_for() {
    let (mut host, script) = pair::<Sequencer<usize>>();
    let (tasks, local) = (tokio(), LocalSet::new());
    let ends = Rc::new(Cell::new(0));
    for task in 0..1000 {
        let (script, ends) = (script.clone(), ends.clone());
        local.spawn_local(async move {
            for _ in 0..3 {
                script.play(move |queue| queue.background(flicks(10), task)).await?;
            }
            let now = script.with(|queue| queue.time()).await?;
            assert_eq!(now, at(30));
            ends.set(ends.get() + 1);
            Ok::<_, WaitError>(())
        });
    }
    local.block_on(&tasks, async {
        for _ in 0..100 {
            yield_now().await; // all begin
        }
    });
    let mut queue = Sequencer::new();
    host.advance(&mut queue, flicks(100), |_, _| (), || local.block_on(&tasks, yield_now()))
        .unwrap();
    assert_eq!(ends.get(), 1000);
}

#[test]
fn tasks_that_are_aborted_or_panic_on_tokio_leave_the_others_whole() {
    let (mut host, script) = pair::<Sequencer<&'static str>>();
    let tasks = tokio();
    let aborted = tasks.spawn(scene(script.clone()));
    let waits = script.clone();
    let panics = tasks.spawn(async move {
        waits.blocking(ms(10), "trip").await.unwrap();
        panic!("a task may panic");
    });
    let end =
        tasks.spawn(async move { script.play(|queue| queue.background(ms(50), "fly")).await });
    let mut queue = Sequencer::new();
    let mut run = || tasks.block_on(yield_now());
    host.advance(&mut queue, ms(5), |_, _| (), &mut run).unwrap();
    aborted.abort();
    for _ in 0..100 {
        host.advance(&mut queue, ms(5), |_, _| (), &mut run).unwrap();
    }
    assert!(host.is_idle() && queue.is_empty());
    assert!(tasks.block_on(aborted).unwrap_err().is_cancelled());
    assert!(tasks.block_on(panics).is_err());
    assert!(tasks.block_on(end).unwrap().is_ok());
}
