//! Peers that live in a process of their own: libraries for JavaScript, those for Bevy, and both of ozz-animation.
//!
//! `bench/README.md` describes the protocol. One that cannot be had is not measured, and the run says why; it
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
    /// What its process plays with.
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

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const CASE: Case = Case { row: "W0", case: "test", n: 2, unit: "ns", most_laps: 1 };
    const PEER: Peer =
        Peer { name: "peer", host: Host::Node, with: "nothing", most: 2, above: "it is large" };

    /// Why the peer is not there, when this is how its process is had.
    fn missing(
        case: &Case,
        mut had: impl FnMut(&mut Start<'_>) -> Result<Process, String>,
    ) -> String {
        let mut bench = Bench::default();
        bench.hosts.left_out.push(Host::Node);
        assert!(bench.outside(case, &[PEER], |start| had(start)).is_empty());
        assert_eq!((bench.missing.len(), bench.missing[0].peer), (1, "peer"));
        bench.missing.remove(0).why
    }

    #[test]
    fn who_cannot_be_had_is_missing_and_the_reason_is_kept() {
        assert_eq!(missing(&CASE, |start| start(2, &[])), "left out by --without node");
        let larger = Case { n: 3, ..CASE };
        assert_eq!(
            missing(&larger, |start| start(3, &[])),
            "not asked for more than 2: it is large"
        );
        let nowhere = || Process::start(Command::new("/nowhere/at/all"), &[]);
        assert!(missing(&CASE, |_| nowhere()).starts_with("it does not start: "));
    }

    #[test]
    fn who_goes_away_or_talks_nonsense_is_missing() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let asked = |script: &'static str| {
            move |_: &mut Start<'_>| {
                let mut process = Process::start(shell(script), &[])?;
                process.run(1)?;
                Ok(process)
            }
        };
        assert_eq!(missing(&CASE, asked("read a; read b")), "it has gone away");
        let nonsense = "read a; echo hello; read b";
        assert!(missing(&CASE, asked(nonsense)).starts_with("it says \"hello\""));
        let refuses = r#"read a; echo '{"refused":"not today"}'; read b"#;
        assert_eq!(missing(&CASE, asked(refuses)), "not today");
    }
}
