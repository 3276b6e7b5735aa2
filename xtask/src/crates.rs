//! The crates and their arrows, drawn from what cargo knows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::shell::{Chore, cargo, repository};

const HEAD: &str = "\
# The crates

An arrow points at what a crate is built on. Dependencies of tests alone are left
out, and so are arrows that follow from others. Crates with round corners are never
published. `cargo xtask crates` draws this picture from the manifests, and the
checks fail if it is out of date.

";

fn place() -> PathBuf {
    repository().join("docs/crates.md")
}

/// Draws the picture.
pub(crate) fn write() -> Result<(), String> {
    let path = place();
    fs::write(&path, picture(&crates()?)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Says whether the picture is what it should be, and whether the table of
/// CONTRIBUTING.md knows the same crates.
pub(crate) fn check() -> Result<(), String> {
    let crates = crates()?;
    let text = |path: PathBuf| fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if text(place()) != picture(&crates) {
        return Err("docs/crates.md is out of date: run cargo xtask crates".into());
    }
    let wrong = untold(&crates, &text(repository().join("CONTRIBUTING.md")));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("the table of CONTRIBUTING.md is out of date: {}", wrong.join(", ")))
}

fn crates() -> Result<BTreeMap<String, Crate>, String> {
    let metadata = ["metadata", "--locked", "--no-deps", "--format-version=1"];
    let metadata = cargo(metadata).text()?;
    let metadata = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    read(&metadata).ok_or_else(|| "cargo metadata is not as it was".into())
}

fn picture(crates: &BTreeMap<String, Crate>) -> String {
    format!("{HEAD}{}", draw(crates))
}

/// What there is to say of a crate.
#[derive(Default)]
struct Crate {
    is_published: bool,
    /// Its folder in the repository.
    folder: String,
    uses: BTreeSet<String>,
}

/// The crates of the workspace by name.
fn read(metadata: &Value) -> Option<BTreeMap<String, Crate>> {
    let packages = metadata["packages"].as_array()?;
    let root = metadata["workspace_root"].as_str()?;
    let name = |value: &Value| value["name"].as_str().map(str::to_owned);
    let names: BTreeSet<String> = packages.iter().map(name).collect::<Option<_>>()?;
    let mut crates = BTreeMap::new();
    for package in packages {
        let used = package["dependencies"].as_array()?.iter();
        let used = used.filter(|used| used["kind"] != "dev").filter_map(name);
        let uses = used.filter(|used| names.contains(used)).collect();
        // A list of registries; an empty one is none at all.
        let is_published = package["publish"].as_array().is_none_or(|list| !list.is_empty());
        let folder = package["manifest_path"].as_str()?.strip_prefix(root)?;
        let folder = folder.strip_suffix("Cargo.toml")?.replace('\\', "/");
        let folder = folder.trim_matches('/').to_owned();
        crates.insert(name(package)?, Crate { is_published, folder, uses });
    }
    Some(crates)
}

/// What a table of the crates leaves out. A row begins with the folder, and ends
/// with what the crate may use, or with "all".
fn untold(crates: &BTreeMap<String, Crate>, table: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, one) in crates {
        let row = table.lines().find_map(|line| {
            let mut cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|');
            let folder = cells.next()?.trim().trim_matches('`').trim_end_matches('/');
            (folder == one.folder).then(|| cells.next_back()).flatten()
        });
        let Some(row) = row else {
            wrong.push(format!("{name} is not there"));
            continue;
        };
        let words: Vec<&str> = row.split(|c: char| !c.is_alphanumeric()).collect();
        let short = |used: &&String| used.strip_prefix("erawan-").unwrap_or(used).to_owned();
        for used in one.uses.iter().map(|used| short(&used)) {
            if !words.contains(&used.as_str()) && !words.contains(&"all") {
                wrong.push(format!("{name} uses {used}"));
            }
        }
    }
    wrong
}

/// Everything that a crate is built on, through others too.
fn reach<'a>(crates: &'a BTreeMap<String, Crate>, from: &str, found: &mut BTreeSet<&'a str>) {
    for used in crates.get(from).iter().flat_map(|one| &one.uses) {
        if found.insert(used) {
            reach(crates, used, found);
        }
    }
}

fn draw(crates: &BTreeMap<String, Crate>) -> String {
    let mut text = String::from("```mermaid\ngraph TD\n");
    for (name, one) in crates {
        let (open, close) = if one.is_published { ("[", "]") } else { ("(", ")") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {name}{open}{name}{close}");
    }
    for (name, one) in crates {
        for used in &one.uses {
            let mut others = BTreeSet::new();
            for other in one.uses.iter().filter(|other| *other != used) {
                reach(crates, other, &mut others);
            }
            if !others.contains(used.as_str()) {
                let _ = writeln!(text, "    {name} --> {used}");
            }
        }
    }
    text.push_str("```\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace of four crates in `/house`.
    fn house() -> BTreeMap<String, Crate> {
        let at = |name: &str| format!("/house/crates/{name}/Cargo.toml");
        let metadata = serde_json::json!({ "workspace_root": "/house", "packages": [
            { "name": "app", "manifest_path": at("app"), "publish": null, "dependencies": [
                { "name": "erawan-board", "kind": null }, { "name": "engine", "kind": null },
                { "name": "testing", "kind": "dev" }, { "name": "elsewhere", "kind": null } ] },
            { "name": "engine", "manifest_path": at("engine"), "publish": null,
              "dependencies": [{ "name": "erawan-board", "kind": "build" }] },
            { "name": "erawan-board", "manifest_path": at("board"), "publish": null,
              "dependencies": [] },
            { "name": "testing", "manifest_path": at("testing"), "publish": [],
              "dependencies": [] },
        ]});
        read(&metadata).unwrap()
    }

    #[test]
    fn arrows_are_drawn_once() {
        let expected = "```mermaid\ngraph TD\n    app[app]\n    engine[engine]\n    \
            erawan-board[erawan-board]\n    testing(testing)\n    app --> engine\n    \
            engine --> erawan-board\n```\n";
        assert_eq!(draw(&house()), expected);
        let bare = serde_json::json!({ "workspace_root": "/house", "packages": [{}] });
        assert!(read(&bare).is_none());
    }

    #[test]
    fn tables_know_every_crate_and_what_it_uses() {
        let whole = "| Folder | May use |\n|---|---|\n| `crates/app` | all |\n\
            | `crates/engine` | board |\n| `crates/board` | nothing |\n| `crates/testing/` | |\n";
        assert_eq!(untold(&house(), whole), [""; 0]);
        let less = whole.replace("| board |", "| boards |").replace("| `crates/testing/` | |", "");
        assert_eq!(untold(&house(), &less), ["engine uses board", "testing is not there"]);
    }
}
