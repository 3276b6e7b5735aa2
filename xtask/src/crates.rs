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
    fs::write(&path, picture()?).map_err(|error| format!("{}: {error}", path.display()))
}

/// Says whether the picture is what it should be.
pub(crate) fn check() -> Result<(), String> {
    let found = fs::read_to_string(place()).unwrap_or_default();
    if found.replace("\r\n", "\n") == picture()? {
        return Ok(());
    }
    Err("docs/crates.md is out of date: run cargo xtask crates".into())
}

fn picture() -> Result<String, String> {
    let metadata = ["metadata", "--locked", "--no-deps", "--format-version=1"];
    let metadata = cargo(metadata).text()?;
    let metadata = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let crates = read(&metadata).ok_or("cargo metadata is not as it was")?;
    Ok(format!("{HEAD}{}", draw(&crates)))
}

/// What there is to draw of a crate.
#[derive(Default)]
struct Crate {
    is_published: bool,
    uses: BTreeSet<String>,
}

/// The crates of the workspace by name.
fn read(metadata: &Value) -> Option<BTreeMap<String, Crate>> {
    let packages = metadata["packages"].as_array()?;
    let name = |value: &Value| value["name"].as_str().map(str::to_owned);
    let names: BTreeSet<String> = packages.iter().map(name).collect::<Option<_>>()?;
    let mut crates = BTreeMap::new();
    for package in packages {
        let used = package["dependencies"].as_array()?.iter();
        let used = used.filter(|used| used["kind"] != "dev").filter_map(name);
        let uses = used.filter(|used| names.contains(used)).collect();
        // A list of registries; an empty one is none at all.
        let is_published = package["publish"].as_array().is_none_or(|list| !list.is_empty());
        crates.insert(name(package)?, Crate { is_published, uses });
    }
    Some(crates)
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

    #[test]
    fn arrows_are_drawn_once() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "app", "publish": null, "dependencies": [
                { "name": "board", "kind": null }, { "name": "engine", "kind": null },
                { "name": "testing", "kind": "dev" }, { "name": "elsewhere", "kind": null } ] },
            { "name": "engine", "publish": null,
              "dependencies": [{ "name": "board", "kind": "build" }] },
            { "name": "board", "publish": null, "dependencies": [] },
            { "name": "testing", "publish": [], "dependencies": [] },
        ]});
        let expected = "```mermaid\ngraph TD\n    app[app]\n    board[board]\n    engine[engine]\n    \
            testing(testing)\n    app --> engine\n    engine --> board\n```\n";
        assert_eq!(draw(&read(&metadata).unwrap()), expected);
        assert!(read(&serde_json::json!({ "packages": [{}] })).is_none());
    }
}
