//! The header is made from the sources.

use std::path::Path;

#[test]
fn the_header_is_what_the_sources_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    let bindings = cbindgen::Builder::new().with_crate(folder).with_config(config).generate();
    bindings.unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let path = folder.join("include/erawan.h");
    if std::env::var_os("ERAWAN_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        kept == made,
        "include/erawan.h is out of date: ERAWAN_BLESS=1 cargo test -p erawan-c header"
    );
}
