//! A search recurses for every ply: the module with the engine has a larger stack.

use std::env;

/// Twice what the deepest search was seen to take.
const STACK: usize = 8 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_wasm = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_wasm && env::var_os("CARGO_FEATURE_ENGINE").is_some() {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
