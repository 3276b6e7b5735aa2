//! Whoever connects is heard, but nobody may keep the others waiting: a
//! connection that has not become a page's socket is short, and there are few.

use std::collections::VecDeque;
use std::io;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::limits::{HEADERS, MAX_VISITORS, NO_DESCRIPTOR, VISIT};

/// Serves for ever.
pub(crate) async fn serve(listener: TcpListener, routes: Router) -> io::Result<()> {
    let mut visitors: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        visitors.retain(|visitor| !visitor.is_finished());
        match listener.accept().await {
            Ok((stream, _)) => {
                // The one that has been here longest has had its chance.
                while visitors.len() >= MAX_VISITORS {
                    dismiss_oldest(&mut visitors);
                }
                let visit = tokio::spawn(attend(stream, routes.clone()));
                visitors.push_back(visit.abort_handle());
            }
            // The descriptors have run out, or the visitor has left again.
            Err(_) => {
                dismiss_oldest(&mut visitors);
                sleep(NO_DESCRIPTOR).await;
            }
        }
    }
}

fn dismiss_oldest(visitors: &mut VecDeque<AbortHandle>) {
    if let Some(oldest) = visitors.pop_front() {
        oldest.abort();
    }
}

/// Answers one request. A page's socket lives on by itself.
async fn attend(stream: TcpStream, routes: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes))
        .with_upgrades();
    // Neither an error nor a dawdler is anybody's business but its own.
    let _ = timeout(VISIT, connection).await;
}
