//! Source code, by the shape of its lines. Conservative: a line of prose that ends in a semicolon is none.

/// Beginnings of lines of code, as the grammars of programming languages have them.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "#include", "#define", "import ", "from ", "package ", "using ", "namespace ", "def ", "class ", "fn ", "pub ", "func ", "function ",
    "const ", "let ", "var ", "public ", "private ", "protected ", "static ", "return", "if (", "if(", "for (", "for(", "while (", "while(",
    "switch (", "else", "elif ", "try", "catch", "except", "struct ", "enum ", "impl ", "interface ", "export ", "async ", "await ",
    "//", "/*", "*/", "@", "}", ")", "<?php", "#!",
];

/// Words that begin a block of Python where the line ends in a colon.
const BLOCKS: &[&str] =
    &["def ", "class ", "if ", "elif ", "else", "for ", "while ", "with ", "try", "except", "finally"];

/// Beginnings of comments: they are neither code nor prose.
const COMMENTS: &[&str] = &["//", "/*", "*", "# ", "\"\"\"", "--"];

/// Whether most lines have the shape of code, and a tenth of them a brace, an import or a definition; a text that is
/// in a fifth sentences is a text with code in it.
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

/// `name(…)` at the end of a line; in prose a space comes before the bracket.
fn is_call(line: &str) -> bool {
    line.ends_with([')', '(', ','])
        && line
            .split_once('(')
            .is_some_and(|(name, _)| name.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}
