//! The standards bundle: which files, in which order, put together from their texts (S19–S25). Reading the files is
//! a port's.

use frieze_data::file_name::FileName;

use crate::bundle::ended;

/// The largest bundle, in bytes.
pub const LARGEST: usize = 8 * 1024 * 1024;

/// The bundle of a session: a heading, then each file under the line `--- <name> ---`, in the order given.
///
/// # Errors
/// More than [`LARGEST`] bytes.
pub fn merge(profile: &str, files: &[(FileName, String)]) -> Result<String, String> {
    let bytes: usize = files.iter().map(|(name, text)| name.as_str().len() + text.len() + 16).sum();
    if bytes > LARGEST {
        return Err(format!(
            "the standards have {bytes} bytes; at most {LARGEST} become a bundle: name fewer files in `layer_standards`"
        ));
    }
    let mut bundle = format!("# Standards: {profile}\n");
    for (name, text) in files {
        bundle.push_str(&format!("\n--- {name} ---\n{}", ended(text.clone())));
    }
    Ok(bundle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S25: "Concatenates with separators". Without files the heading is the whole bundle.
    #[test]
    fn files_follow_each_other_under_their_names() {
        assert_eq!(merge("contract", &[]).unwrap(), "# Standards: contract\n");
        let files = [("ORG.md", "Use org.\n"), ("JPA.md", "No lazy.")];
        let files = files.map(|(name, text)| (name.parse().unwrap(), text.to_owned()));
        let expected = "# Standards: jpa-mt\n\n--- ORG.md ---\nUse org.\n\n--- JPA.md ---\nNo lazy.\n";
        assert_eq!(merge("jpa-mt", &files).unwrap(), expected);
        let large = [("A.md".parse().unwrap(), "x".repeat(LARGEST))];
        assert!(merge("x", &large).unwrap_err().contains("layer_standards"));
    }
}
