//! A process that plays and times itself.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use crate::{calm::waited, harness::Taken};

/// It is given up when an answer takes longer.
const PATIENCE: Duration = Duration::from_secs(120);
/// After its laps a process may still clean up on another thread, during the turn of the next peer.
const CLEANING_UP: Duration = Duration::from_millis(20);
/// Compilers that watch a program run have seen enough of it after so many laps, or so long.
const WARM: (u32, Duration) = (200, Duration::from_millis(300));

pub struct Process {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

/// One line of it.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Answer {
    /// How long the laps took.
    ns: u64,
    values: Vec<f64>,
    /// Why it cannot.
    refused: Option<String>,
}

impl Process {
    /// Starts it and hands it its work: how many numbers, then their bytes, least first.
    pub fn start(mut command: Command, work: &[f32]) -> Result<Self, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("it does not start: {error}"))?;
        let (to, out) = (child.stdin.take(), child.stdout.take());
        let (to, out) = to.zip(out).ok_or("it has no pipes")?;
        let (sender, from) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Self { child, to, from };
        let mut bytes = format!("{}\n", work.len()).into_bytes();
        bytes.extend(work.iter().flat_map(|number| number.to_le_bytes()));
        process.write(&bytes)?;
        Ok(process)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.to.write_all(bytes).and_then(|()| self.to.flush());
        written.map_err(|error| {
            // What it wrote before it ended says more.
            let last = self.from.try_recv().ok().and_then(|line| read(&line).err());
            last.unwrap_or_else(|| format!("it does not listen: {error}"))
        })
    }

    fn ask(&mut self, line: &str) -> Result<Answer, String> {
        self.write(format!("{line}\n").as_bytes())?;
        let answer = self.from.recv_timeout(PATIENCE);
        read(&answer.map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer within {} s", PATIENCE.as_secs()),
            RecvTimeoutError::Disconnected => "it has gone away".into(),
        })?)
    }

    /// So many laps, by its own clock.
    pub fn run(&mut self, laps: u32) -> Result<Taken, String> {
        let before = waited(Some(self.child.id()));
        let took = Duration::from_nanos(self.ask(&laps.to_string())?.ns);
        let waited = waited(Some(self.child.id())).saturating_sub(before);
        std::thread::sleep(CLEANING_UP);
        Ok(Taken { took, waited })
    }

    /// What its user reads now of every so-manieth item, from the first.
    pub fn values(&mut self, every: usize) -> Result<Vec<f64>, String> {
        Ok(self.ask(&format!("values {every}"))?.values)
    }

    /// After the laps that let it reach its pace.
    pub fn warm(mut self) -> Result<Self, String> {
        let begun = Instant::now();
        for _ in 0..WARM.0 {
            self.run(1)?;
            if begun.elapsed() > WARM.1 {
                break;
            }
        }
        Ok(self)
    }
}

fn read(line: &str) -> Result<Answer, String> {
    let answer: Answer =
        serde_json::from_str(line).map_err(|error| format!("it says {line:?}: {error}"))?;
    match answer.refused {
        Some(why) => Err(why),
        None => Ok(answer),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Gone already, perhaps.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
