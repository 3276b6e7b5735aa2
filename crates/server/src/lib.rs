//! The board in the browser: the HTTP and WebSocket server, and the page that
//! is built into it.
//!
//! What lives here: who may connect, an engine for each page, other engines that the
//! user has named, and the user's games and settings on disk. What does not: the messages and the answers that need no
//! disk, which are in `erawan-answers`, and the page's source, which is in `web/`. The
//! crate may use `erawan-answers`, `erawan-board`, `erawan-notation`, `erawan-engine`,
//! `erawan-syzygy`, `erawan-endings`, `erawan-polyglot`, `erawan-analysis`,
//! `erawan-database`, the client of `erawan-uci`, `serde` and a web server.
//!
//! It listens on 127.0.0.1 and nowhere else. A page must come from there and
//! know the token in the printed address.
//!
//! ```no_run
//! let folder = erawan_server::data_folder().unwrap();
//! let server = erawan_server::Server::bind(erawan_server::DEFAULT_PORT, &folder, None)?;
//! println!("Erawan is at {}", server.url());
//! server.run()?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![deny(missing_docs)]

mod books;
mod connection;
mod desk;
mod http;
mod imports;
mod library;
pub mod limits;
mod listening;
mod own;
mod repertoires;
mod rivals;
mod server;
mod session;
mod store;
mod training;

use erawan_answers::{games, memory, openings, questions, searches, tables};
pub use erawan_answers::{lines, protocol};
pub use library::database_path;
pub use own::{SaveError, own_path};
pub use server::{DEFAULT_PORT, Server, StartError};
pub use store::{Store, data_folder};
pub use training::training_path;
