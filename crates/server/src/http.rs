//! The doors: who may come in, and what the page is made of.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::ws::{WebSocketUpgrade, close_code};
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

use crate::connection;
use crate::imports::Taken;
use crate::limits::{MAX_MESSAGE, MAX_PIECE};
use crate::server::Shared;
use crate::session::Seat;

/// The page's files: name, type, content.
const FILES: &[(&str, &str, &[u8])] = &[
    ("index.html", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("app.js", "text/javascript; charset=utf-8", include_bytes!("../page/app.js")),
    ("app.css", "text/css; charset=utf-8", include_bytes!("../page/app.css")),
    ("icon.svg", "image/svg+xml", include_bytes!("../page/icon.svg")),
    ("icon-192.png", "image/png", include_bytes!("../page/icon-192.png")),
    ("icon-512.png", "image/png", include_bytes!("../page/icon-512.png")),
    ("icon-maskable.png", "image/png", include_bytes!("../page/icon-maskable.png")),
    ("app.webmanifest", "application/manifest+json", include_bytes!("../page/app.webmanifest")),
    ("inter.woff2", "font/woff2", include_bytes!("../page/inter.woff2")),
    ("literata.woff2", "font/woff2", include_bytes!("../page/literata.woff2")),
    ("noto-sans-thai.woff2", "font/woff2", include_bytes!("../page/noto-sans-thai.woff2")),
    ("fonts.txt", "text/plain; charset=utf-8", include_bytes!("../page/fonts.txt")),
];

pub(crate) fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(|| async { file("index.html") }))
        .route("/about", get(about))
        .route("/socket", any(socket))
        .route("/import/{job}/{at}", post(piece))
        .route("/{name}", get(|Path(name): Path<String>| async move { file(&name) }))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

fn file(name: &str) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|(file, ..)| *file == name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    // While the page is being worked on, a debug build shows it as it is.
    if cfg!(debug_assertions) {
        let fresh = std::fs::read(format!("{}/page/{name}", env!("CARGO_MANIFEST_DIR")));
        if let Ok(fresh) = fresh {
            return ([(header::CONTENT_TYPE, *kind)], fresh).into_response();
        }
    }
    ([(header::CONTENT_TYPE, *kind)], *content).into_response()
}

/// Says that it is Erawan, so that a second one can tell, and whether it is the
/// one with that token.
async fn about(State(shared): State<Arc<Shared>>, RawQuery(query): RawQuery) -> Response {
    let yours = knows_token(&shared, query.as_deref());
    let text = format!("{{\"erawan\":\"{}\",\"yours\":{yours}}}\n", env!("CARGO_PKG_VERSION"));
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Refuses whatever was not sent to this address, and makes the browser
/// careful with what it gets.
///
/// A page elsewhere can make a browser send requests here under a name of its
/// own that resolves to 127.0.0.1; its `Host` gives it away.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match request.headers().get(header::HOST) {
        Some(host) if is_ours(host, "", shared.address) => next.run(request).await,
        _ => (StatusCode::FORBIDDEN, "this address is not served here\n").into_response(),
    };
    let port = shared.address.port();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
         img-src 'self' data: blob:; \
         connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; manifest-src 'self'"
    );
    let is_socket = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    // Nobody holds a descriptor for what it may want later.
    if !is_socket {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// True for this server's own address after a prefix.
fn is_ours(value: &HeaderValue, prefix: &str, address: SocketAddr) -> bool {
    let port = address.port();
    let rest = value.to_str().ok().and_then(|value| value.strip_prefix(prefix));
    rest.is_some_and(|rest| {
        rest == format!("127.0.0.1:{port}") || rest == format!("localhost:{port}")
    })
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Some(refusal) = refusal(&shared, query.as_deref(), &headers) {
        return refusal;
    }
    let Some(seat) = Seat::take(&shared.pages, shared.most_pages) else {
        // A browser shows a page what a socket is closed with, and nothing else.
        let reason = format!("{} pages are open: close some of them", shared.most_pages);
        return upgrade.on_upgrade(|socket| connection::dismiss(socket, close_code::AGAIN, reason));
    };
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).on_upgrade(
        move |socket| async move {
            let _seat = seat;
            connection::serve(shared, socket).await;
        },
    )
}

/// Takes a piece of a file that is imported.
async fn piece(
    State(shared): State<Arc<Shared>>,
    Path((job, at)): Path<(u64, u64)>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Response {
    if let Some(refusal) = refusal(&shared, query.as_deref(), request.headers()) {
        return refusal;
    }
    // Read first: a connection that is answered before it has sent all is reset, and
    // the page would hear nothing of the answer.
    let Ok(bytes) = to_bytes(request.into_body(), MAX_PIECE).await else {
        return (StatusCode::PAYLOAD_TOO_LARGE, "this piece is too long\n").into_response();
    };
    let Some(job) = shared.imports.find(job) else {
        return "over".into_response();
    };
    match job.take(at, bytes).await {
        Taken::Yes => "taken",
        Taken::Unexpected => "unexpected",
        Taken::Over => "over",
        Taken::Full => "full",
    }
    .into_response()
}

/// Refuses everybody but Erawan's own page.
fn refusal(shared: &Shared, query: Option<&str>, headers: &HeaderMap) -> Option<Response> {
    let origin = headers.get(header::ORIGIN);
    if !origin.is_some_and(|origin| is_ours(origin, "http://", shared.address)) {
        let words = "only Erawan's own page may connect\n";
        return Some((StatusCode::FORBIDDEN, words).into_response());
    }
    let words = "the token is missing or wrong\n";
    (!knows_token(shared, query)).then(|| (StatusCode::UNAUTHORIZED, words).into_response())
}

fn knows_token(shared: &Shared, query: Option<&str>) -> bool {
    let token = query.and_then(|query| query.strip_prefix("token="));
    token.is_some_and(|token| same(token, &shared.token))
}

/// Compares in a time that tells nothing about where texts differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
