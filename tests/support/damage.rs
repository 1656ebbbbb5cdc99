//! Twelve ways to damage a feature (promise P25).
#![allow(
    clippy::unwrap_used,
    clippy::allow_attributes,
    reason = "shared by several test programs; a helper stops a test"
)]

use std::fs;
use std::os::unix::fs::symlink;

use crate::cli_support::Place;

/// Twelve ways to make a feature unusable.
pub fn damage(place: &Place, id: &str, kind: usize) -> &'static str {
    let design = format!("features/{id}/design");
    let state = format!("{design}/state.json");
    match kind {
        0 => {
            place.write(&state, "{");
            "cut short"
        }
        1 => {
            place.write(&state, vec![0xFF; 100]);
            "garbage"
        }
        2 => {
            place.write(&state, place.read(&state).replace(&format!("\"{id}\""), "\"other\""));
            "of another feature"
        }
        3 => {
            place.write(&state, place.read(&state).replace("\"schemaVersion\": 1", "\"schemaVersion\": 9"));
            "newer"
        }
        4 => {
            place.write(&state, vec![b'x'; 17 * 1024 * 1024]);
            "huge"
        }
        5 => {
            fs::remove_file(place.at(&state)).unwrap();
            fs::create_dir(place.at(&state)).unwrap();
            "a folder"
        }
        6 => {
            fs::remove_file(place.at(&state)).unwrap();
            symlink("/etc/passwd", place.at(&state)).unwrap();
            "a symlink"
        }
        7 => {
            fs::remove_dir_all(place.at(&design)).unwrap();
            fs::write(place.at(&design), "a file").unwrap();
            "design is a file"
        }
        8 => {
            fs::remove_dir_all(place.at(&design)).unwrap();
            symlink("/tmp", place.at(&design)).unwrap();
            "design is a symlink"
        }
        9 => {
            fs::remove_file(place.at(&state)).unwrap();
            let path = place.at(&state);
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
            "a pipe"
        }
        10 => {
            place.write(&state, place.read(&state).replace("\"iteration\": 1", "\"iteration\": -4"));
            "wrong types"
        }
        _ => {
            place.write(&format!("{design}/final/FROZEN.md"), "---\nchecksum: nonsense\n---\n");
            "a false marker"
        }
    }
}
