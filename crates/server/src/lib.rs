//! The board in the browser: the HTTP and WebSocket server, and the page that
//! is built into it.
//!
//! What lives here: who may connect, the messages between page and server
//! ([`protocol`]), an engine for each page, and the user's games and settings
//! on disk. What does not: rules, notation and search, which are libraries of
//! their own, and the page's source, which is in `web/`. The crate may use
//! `erawan-board`, `erawan-notation`, `erawan-engine`, `erawan-syzygy`,
//! `erawan-endings`, `erawan-polyglot`, `erawan-analysis`, `erawan-database`, `serde` and a
//! web server.
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
mod catalogue;
mod connection;
mod desk;
mod games;
mod http;
mod imports;
mod library;
pub mod limits;
pub mod lines;
mod listening;
mod memory;
mod openings;
mod own;
pub mod protocol;
mod repertoires;
mod reviews;
mod server;
mod session;
mod store;
mod tables;
mod training;

pub use library::database_path;
pub use own::{SaveError, own_path};
pub use server::{DEFAULT_PORT, Server, StartError};
pub use store::{Store, data_folder};
pub use training::training_path;
