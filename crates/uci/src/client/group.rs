//! A program together with the processes that it starts.
//!
//! What is started as an engine is often a script that starts the engine, and
//! an engine may start others. They are one process group, and it is the group
//! that is ended. Should this program itself be killed, so that it can end
//! nothing, a guard does: a shell in the same group that waits for the pipe to
//! us to close.
//!
//! What cannot be promised: a process that leaves the group (`setsid`) is out of
//! reach, and so is all but the program itself where there are no process
//! groups (Windows). A guard that was killed itself guards nothing; then, and
//! there, an engine still notices that its input has ended.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A running program and what it has started.
pub(super) struct Group {
    leader: Child,
    /// Its standard input is the pipe that tells it whether we live. As long as
    /// it is not waited for, the number of the group belongs to nobody else.
    guard: Option<Child>,
    /// How the program has ended, if it is known.
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a program as the leader of a group. Ctrl-C in a terminal is for
    /// the group that runs there, and not for this one.
    pub(super) fn start(mut program: Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let leader = program.spawn()?;
        let guard = guard(leader.id());
        Ok(Group { leader, guard, status: None })
    }

    /// The program itself.
    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// The number of the program, which is also the number of the group.
    pub(super) fn id(&self) -> u32 {
        self.leader.id()
    }

    /// How the program has ended, if it has.
    pub(super) fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.leader.try_wait()?;
        }
        Ok(self.status)
    }

    /// Ends the program and all it has started, and waits until they have.
    fn end(&mut self) {
        self.kill_group();
        // Where there are no groups, and if somebody has left his.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        // A program that has been waited for no longer keeps its number; the
        // guard does.
        let is_ours = self.guard.is_some() || self.status.is_none();
        if let Some(group) = libc::pid_t::try_from(self.id()).ok().filter(|_| is_ours) {
            // SAFETY: `kill` takes two numbers and touches no memory of ours.
            // The group is the one we made: a member of it, the leader or the
            // guard, has not been waited for, so its number was not given away.
            let _ = unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// A process that ends the group when we have ended, however that came about.
/// Without a shell there is none, and nothing else is worse for it.
#[cfg(unix)]
fn guard(group: u32) -> Option<Child> {
    use std::os::unix::process::CommandExt;
    use std::process::Stdio;
    Command::new("/bin/sh")
        .args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &group.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(i32::try_from(group).ok()?)
        .spawn()
        .ok()
}

#[cfg(not(unix))]
fn guard(_group: u32) -> Option<Child> {
    None
}
