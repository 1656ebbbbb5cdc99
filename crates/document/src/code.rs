//! Detection of source code by the shape of its lines. In doubt, a text is prose.

/// Beginnings of lines in common programming languages.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "#include", "#define", "import ", "from ", "package ", "using ", "namespace ", "def ", "class ", "fn ", "pub ", "func ", "function ",
    "const ", "let ", "var ", "public ", "private ", "protected ", "static ", "return", "if (", "if(", "for (", "for(", "while (", "while(",
    "switch (", "else", "elif ", "try", "catch", "except", "struct ", "enum ", "impl ", "interface ", "export ", "async ", "await ",
    "//", "/*", "*/", "@", "}", ")", "<?php", "#!",
];

/// Words that begin a block of Python, if the line ends in a colon.
const BLOCKS: &[&str] =
    &["def ", "class ", "if ", "elif ", "else", "for ", "while ", "with ", "try", "except", "finally"];

/// Beginnings of comments, which count neither as code nor as prose.
const COMMENTS: &[&str] = &["//", "/*", "*", "# ", "\"\"\"", "--"];

/// Whether most lines look like code, and a tenth of them have a brace, an import or a definition. A text with a fifth of
/// sentences is prose with some code.
pub fn is_code<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let (mut all, mut shaped, mut sure, mut sentences) = (0_usize, 0_usize, 0_usize, 0_usize);
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        if begins(COMMENTS) && !line.contains([';', '{', '}']) {
            continue;
        }
        all += 1;
        if line.starts_with(['-', '•']) {
            continue;
        }
        let is_brace = line.ends_with(['{', '}']) || line.ends_with("};") || line.ends_with("});");
        let is_block = line.ends_with(':') && begins(BLOCKS);
        let is_import = begins(&["#include", "import ", "from ", "def ", "fn ", "func ", "function "]);
        let is_statement = line.ends_with(';') || line.contains(" = ") || is_call(line);
        let is_beginning = begins(BEGINNINGS) && line.contains(['(', '{', '}', '=', ';', '/', '"', '.', ':']);
        let is_prose = line.ends_with('.');
        shaped +=
            usize::from(is_brace || is_block || (!is_prose && (is_statement || is_beginning || is_import)));
        sentences += usize::from(is_prose && line.starts_with(char::is_uppercase));
        sure += usize::from(is_brace || is_block || (is_import && !is_prose));
    }
    all >= 3 && shaped * 2 > all && sure * 10 >= all && sentences * 5 < all
}

/// Whether a line ends in a call, `name(…)`. In prose a space comes before the bracket.
fn is_call(line: &str) -> bool {
    line.ends_with([')', '(', ','])
        && line
            .split_once('(')
            .is_some_and(|(name, _)| name.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}
