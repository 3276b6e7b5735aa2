//! The files in the repository say what Rust says.

use std::path::Path;

use erawan_board::Variant;

#[test]
fn files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in erawan_facts::FILES {
        let found = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        let stale =
            found.lines().zip(text().lines()).find(|(found, fresh)| found != fresh).map(
                |(found, fresh)| format!("{path} says\n  {found}\nwhere Rust says\n  {fresh}"),
            );
        assert_eq!(stale, None, "write it again with: cargo run -p erawan-facts");
        assert!(found == text(), "{path} is stale: write it again with cargo run -p erawan-facts");
    }
}

/// Packages that others write code against list the games by hand.
#[test]
fn lists_of_games_are_those_of_rust() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let quoted = |quote: char, between: &str| {
        Variant::ALL.map(|game| format!("{quote}{game}{quote}")).join(between)
    };
    let tags = Variant::ALL.map(|game| {
        let tag = game.pgn_name().unwrap_or("Standard");
        format!("  {game}: '{tag}',\n")
    });
    let lists = [
        ("npm/src/types.ts", format!("export type Variant = {};", quoted('\'', " | "))),
        ("npm/src/types.ts", format!("readonly Variant[] = [{}];", quoted('\'', ", "))),
        ("npm/src/pgn.ts", format!("Record<Variant, string> = {{\n{}}};", tags.concat())),
        ("python/lib/erawan/__init__.py", format!("VARIANTS = [{}]", quoted('"', ", "))),
    ];
    for (path, list) in lists {
        let text = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        // As git may check it out on Windows.
        assert!(text.replace('\r', "").contains(&list), "{path} does not say\n{list}");
    }
}
