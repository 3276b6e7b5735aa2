//! Networks that evaluate positions.

use std::ffi::c_char;
use std::path::Path;
use std::sync::Arc;

use erawan_engine::Network;

use crate::game::variant_number;
use crate::status::{ErawanStatus, Failure, borrow, give, guard, take_back};
use crate::text::{self, Buffer};

/// A network. It never changes, and several engines may use one.
pub struct ErawanNetwork(pub(crate) Arc<Network>);

fn refused(error: impl std::fmt::Display) -> Failure {
    Failure::new(ErawanStatus::Network, error)
}

/// Reads a network from a file: Erawan's own, or Stockfish's `.nnue` of the
/// kinds HalfKP (Stockfish 12) and HalfKAv2_hm (Stockfish 15.1).
///
/// # Safety
/// `path` ends with a zero; `out` has room for a pointer. What it gets is freed
/// with `erawan_network_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_network_open(
    path: *const c_char,
    out: *mut *mut ErawanNetwork,
) -> ErawanStatus {
    guard(|| {
        let open = || {
            // SAFETY: the caller's promise.
            let path = Path::new(unsafe { text::read(path, "path") }?);
            let network = Network::open(path);
            network
                .map(Arc::new)
                .map(ErawanNetwork)
                .map_err(|error| refused(format!("{}: {error}", path.display())))
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, open) }
    })
}

/// Reads a network from the bytes of its file, which may go afterwards.
///
/// # Safety
/// `bytes` points at `length` bytes; `out` as for `erawan_network_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_network_from_bytes(
    bytes: *const u8,
    length: usize,
    out: *mut *mut ErawanNetwork,
) -> ErawanStatus {
    guard(|| {
        let read = || {
            if bytes.is_null() || length > isize::MAX as usize {
                return Err(Failure::argument("bytes is NULL, or length is no length"));
            }
            // SAFETY: the caller's promise.
            let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
            Network::from_bytes(bytes).map(Arc::new).map(ErawanNetwork).map_err(refused)
        };
        // SAFETY: the caller's promise.
        unsafe { give(out, read) }
    })
}

/// Gives a network back. Engines that use it keep it for themselves. NULL is
/// left alone.
///
/// # Safety
/// `network` is NULL or a network that was not freed yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_network_free(network: *mut ErawanNetwork) {
    // SAFETY: the caller's promise.
    unsafe { take_back(network) }
}

/// The game a network is for, an `ErawanVariant`; -1 if it is NULL. Chess960 is
/// chess, and the sisters of Makruk take Makruk's networks.
///
/// # Safety
/// `network` is NULL or a network.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_network_variant(network: *const ErawanNetwork) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { network.as_ref() }.map_or(-1, |network| variant_number(network.0.game()))
}

/// How a network was made, in the words of whoever made it. See
/// `erawan_game_fen` for buffers.
///
/// # Safety
/// `network` is a network; the rest as for `erawan_game_fen`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn erawan_network_summary(
    network: *const ErawanNetwork,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> ErawanStatus {
    guard(|| {
        // SAFETY: the caller's promise.
        let network = unsafe { borrow(network, "network") }?;
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(network.0.summary()) }
    })
}
