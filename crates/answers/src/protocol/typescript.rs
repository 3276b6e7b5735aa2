//! The page's side of the messages: TypeScript made of the types here, checked
//! in and compared.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::{Answer, Request, VERSION};
use crate::limits::{MAX_MESSAGE, MAX_NODES, MAX_PIECE, MAX_TEXT};

/// `Envelope` and `Reply`, which serde flattens.
const TAIL: &str = "\
/** A request with its number. */
export type Envelope = { id: number } & Request;

/** An answer with the number of its request. */
export type Reply = { id: number } & Answer;
";

const HEAD: &str = "\
// The messages between page and server. Made from crates/answers/src/protocol/,
// where they are explained, by `npm run types`: do not change it here.
";

/// The declarations of a type and of everything it holds, by name: ts-rs visits
/// them in no order.
struct Declarations {
    config: Config,
    texts: BTreeMap<String, String>,
}

impl Declarations {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_dependencies(self);
        let docs = T::docs().unwrap_or_default();
        let text = tidy(&format!("{docs}export {}", T::decl(&self.config)));
        self.texts.insert(T::ident(&self.config), text);
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only our own types have a file of their own.
        if T::output_path().is_some() {
            self.add::<T>();
        }
    }
}

/// A declaration as people lay it out: a field a line, indented by depth, and
/// short remarks on one line.
fn tidy(declaration: &str) -> String {
    let broken = declaration
        .replace("/**\n * ", "/** ")
        .replace("\n */", " */")
        .replace("{ \"type\": ", "{\n\"type\": ")
        .replace(", \n", ";\n")
        .replace(", }", ";\n}")
        .replace("\" }", "\";\n}");
    let mut depth: usize = 0;
    let mut text = String::new();
    for line in broken.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let is_remark = line.starts_with("/*") || line.starts_with('*');
        let opened = if is_remark { 0 } else { line.matches(['{', '(']).count() };
        let closed = if is_remark { 0 } else { line.matches(['}', ')']).count() };
        let first = line.chars().take_while(|c| "})".contains(*c)).count();
        depth -= first;
        let star = if line.starts_with('*') { " " } else { "" };
        let line = if is_remark { line } else { &line.replace('"', "'") };
        text += &format!("{:1$}{star}{line}\n", "", 2 * depth);
        depth = depth + opened + first - closed;
    }
    text.truncate(text.trim_end().len());
    text
}

fn protocol() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, texts: BTreeMap::new() };
    all.add::<Request>();
    all.add::<Answer>();
    let texts: Vec<_> = all.texts.into_values().collect();
    let numbers = [
        ("The version of the protocol.", "PROTOCOL", VERSION as usize),
        ("The longest message that the server reads, in bytes.", "MAX_MESSAGE", MAX_MESSAGE),
        ("The longest text that the server reads, in bytes.", "MAX_TEXT", MAX_TEXT),
        ("The most moves of a game.", "MAX_NODES", MAX_NODES),
        ("The longest piece of a file that is imported, in bytes.", "MAX_PIECE", MAX_PIECE),
    ];
    let numbers =
        numbers.map(|(what, name, value)| format!("/** {what} */\nexport const {name} = {value};"));
    format!("{HEAD}\n{}\n\n{}\n\n{TAIL}", numbers.join("\n\n"), texts.join("\n\n"))
}

#[test]
fn the_page_has_the_types_of_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    // A packaged crate comes without the source of the page.
    if !folder.exists() {
        return;
    }
    let file = folder.join("generated/protocol.ts");
    let types = protocol();
    if env::var_os("ERAWAN_WRITE_TYPES").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &types).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == types, "the messages have changed: run `npm run types` in web/");
}
