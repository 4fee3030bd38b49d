//! Rivals that live in a process of their own: libraries for JavaScript, and those for Bevy.
//!
//! `bench/README.md` tells how such a process speaks. One that cannot be had is not measured, which is told; it
//! stops nothing.

mod hosts;
mod process;

pub use hosts::{Host, Hosts};
pub use process::Process;

use crate::harness::{Bench, Case, Rival};

/// A library in another process.
pub struct Peer {
    /// What readers know it by, as its registry writes it, and how it was used.
    pub name: &'static str,
    pub host: Host,
    /// What its process is told to play with.
    pub with: &'static str,
    /// The largest n that it is asked for.
    pub most: usize,
    /// Why no more.
    pub above: &'static str,
}

/// Starts the process of a peer for so many items, and hands it the numbers they are made of.
pub type Start<'a> = dyn FnMut(usize, &[f32]) -> Result<Process, String> + 'a;

impl Bench {
    /// Those of some peers that can be had, warm. `prove` starts each and compares its values with the closed form.
    pub fn outside(
        &mut self,
        case: &Case,
        peers: &[Peer],
        mut prove: impl FnMut(&mut Start<'_>) -> Result<Process, String>,
    ) -> Vec<Rival<'static>> {
        let mut rivals = Vec::new();
        for peer in peers {
            let ready = if case.n > peer.most {
                Err(format!("not asked for more than {}: {}", peer.most, peer.above))
            } else {
                let hosts = &mut self.hosts;
                prove(&mut |n, work| {
                    let mut command = hosts.command(peer.host)?;
                    command.args([peer.with, case.row, case.case, &n.to_string()]);
                    Process::start(command, work)
                })
            };
            match ready.and_then(Process::warm) {
                Ok(mut process) => {
                    rivals.push(Rival::fallible(peer.name, move |laps| process.run(laps)));
                }
                Err(why) => self.miss(case, peer.name, why),
            }
        }
        rivals
    }
}
