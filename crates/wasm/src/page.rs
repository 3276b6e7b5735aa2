//! The page without a server: questions in, answers out, as `erawan-answers` has them.
//!
//! What the page keeps is not asked here: documents are the browser's.

use std::cell::RefCell;

use erawan_answers::memory::Memory;
use erawan_answers::protocol::{Answer, Envelope, ErrorKind, Reply, Request};
use erawan_answers::questions;
use erawan_answers::searches::{Equipped, FIRST_HASH, Means, Work, carry_out};
use erawan_answers::tables::AllTables;

use crate::host;
use crate::session::{Wrong, with};

/// The mebibytes that the tables of all engines of a module may have together: what is
/// left of a browser's for it when the networks and the stacks have theirs.
const MEMORY: usize = 512;

struct Page {
    means: Means,
    /// None until it is needed.
    engine: Option<Equipped>,
}

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Begins, with so many threads for searches, and says hello: JSON.
#[unsafe(no_mangle)]
pub extern "C" fn page_open(processors: u32) -> i32 {
    host::listen();
    let tables = AllTables::default();
    let processors = processors.max(1) as usize;
    let answer = questions::hello(processors, None, &tables);
    let means = Means { tables, memory: Memory::new(MEMORY), processors };
    PAGE.set(Some(Page { means, engine: None }));
    say(&Reply { id: 0, answer })
}

/// Answers the question that was put in: JSON. A search tells the host of its news, and
/// returns when it is over.
#[unsafe(no_mangle)]
pub extern "C" fn page_ask() -> i32 {
    let text = match read() {
        Ok(text) => text,
        Err(failed) => return failed,
    };
    let Envelope { id, request } = match questions::read(&text) {
        Ok(envelope) => envelope,
        Err(reply) => return say(&reply),
    };
    let answer = PAGE.with_borrow_mut(|page| match page {
        Some(page) => page.answer(id, request),
        None => Answer::error(ErrorKind::Engine, "the module has not been opened"),
    });
    say(&Reply { id, answer })
}

impl Page {
    fn answer(&mut self, id: u64, request: Request) -> Answer {
        let request = match Work::try_from(request) {
            Ok(work) => return self.search(id, work),
            Err(request) => request,
        };
        match questions::answer(request, &self.means.tables, &host::is_wanted) {
            Ok(answer) => answer,
            Err(_) => Answer::error(ErrorKind::Unsupported, "this needs Erawan's own server"),
        }
    }

    fn search(&mut self, id: u64, work: Work) -> Answer {
        let engine = match &mut self.engine {
            Some(engine) => engine,
            None => match self.means.engine(FIRST_HASH) {
                Ok(engine) => self.engine.insert(engine),
                Err(answer) => return answer,
            },
        };
        engine.engine.control().reset();
        let tell = |answer| {
            if let Ok(text) = serde_json::to_string(&Reply { id, answer }) {
                host::tell(&text);
            }
        };
        carry_out(engine, work, &self.means, &host::is_wanted, &tell)
    }
}

fn read() -> Result<String, i32> {
    let mut text = String::new();
    let read = with(|session| {
        text = session.text()?;
        Ok(0)
    });
    if read == 0 { Ok(text) } else { Err(read) }
}

fn say(reply: &Reply) -> i32 {
    with(|session| {
        let text = serde_json::to_string(reply).map_err(Wrong::from)?;
        session.say(text)
    })
}
