//! Which language a document is in: by script, then by its smallest words.

use super::block::Block;

#[rustfmt::skip]
const SMALL_WORDS: &[(&str, &[&str])] = &[
    ("en", &["the", "and", "of", "to", "is", "are", "with", "for", "when", "that", "must", "shall", "as",
    "by", "user", "can", "will", "be", "it"]), ("German", &["der", "die", "das", "und", "ist", "nicht",
    "ein", "eine", "mit", "für", "wird", "werden", "den", "dem", "auf", "muss", "von", "zu", "sich"]),
    ("Spanish", &["el", "la", "los", "las", "y", "que", "de", "del", "una", "un", "para", "con", "se",
    "debe", "por", "es", "en", "al", "su"]), ("French", &["le", "la", "les", "et", "des", "du", "une",
    "un", "est", "pour", "avec", "que", "doit", "dans", "de", "sur", "par", "qui", "au"]), ("Italian",
    &["il", "lo", "gli", "e", "di", "che", "una", "un", "per", "con", "deve", "della", "del", "sono",
    "nel", "alla", "si", "è"]), ("Portuguese", &["o", "os", "as", "e", "que", "do", "da", "uma", "um",
    "para", "com", "não", "deve", "ao", "em", "por", "dos", "das"]), ("Dutch", &["de", "het", "een", "en",
    "van", "is", "niet", "met", "voor", "wordt", "moet", "op", "aan", "dat", "zijn", "kan"]), ("Polish",
    &["i", "w", "na", "z", "że", "się", "jest", "do", "nie", "oraz", "musi", "dla", "po", "przez", "są"]),
    ("Turkish", &["ve", "bir", "bu", "için", "ile", "olarak", "olan", "veya", "kullanıcı", "daha", "gibi", "değil", "her"]),
    ("Indonesian", &["dan", "yang", "untuk", "dengan", "dari", "dapat", "harus", "pengguna", "pada", "tidak", "ini", "atau",
    "saat", "sistem"]), ("Swedish", &["och", "att", "det", "som", "en", "är", "av", "för", "med", "till", "ska", "inte", "på",
    "den", "kan"]), ("Czech", &["je", "se", "při", "nebo", "který", "která", "které", "jsou", "není", "bude", "musí", "podle", "pro",
    "aby", "uživatel", "a", "na", "do"]), ("Vietnamese", &["và", "của", "các", "cho", "được", "người", "là", "có", "với", "không",
    "một", "khi", "trong", "hệ", "thống", "dùng"]),
];

/// `en`, or the language's name, or the script's.
pub(super) fn of(blocks: &[Block]) -> String {
    let (mut latin, mut kana, mut han, mut hangul, mut cyrillic, mut ukrainian) =
        (0_u64, 0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let mut others = [("Arabic", 0_u64), ("Hebrew", 0), ("Greek", 0), ("Thai", 0), ("Devanagari", 0)];
    let mut votes = [0_u64; SMALL_WORDS.len()];
    let texts =
        blocks.iter().flat_map(|b| std::iter::once(&b.prose).chain(&b.cells)).map(super::prose::Prose::text);
    for text in texts {
        for c in text.chars() {
            match c {
                'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' => latin += 1,
                '\u{3041}'..='\u{30FF}' => kana += 1,
                '\u{3400}'..='\u{9FFF}' => han += 1,
                '\u{AC00}'..='\u{D7AF}' => hangul += 1,
                '\u{400}'..='\u{4FF}' => {
                    cyrillic += 1;
                    ukrainian += u64::from(matches!(c, 'і' | 'ї' | 'є' | 'ґ'));
                }
                '\u{600}'..='\u{6FF}' => others[0].1 += 1,
                '\u{590}'..='\u{5FF}' => others[1].1 += 1,
                '\u{370}'..='\u{3FF}' => others[2].1 += 1,
                '\u{E00}'..='\u{E7F}' => others[3].1 += 1,
                '\u{900}'..='\u{97F}' => others[4].1 += 1,
                _ => {}
            }
        }
        for (_, word) in super::modal::words(text) {
            let lower = word.to_lowercase();
            for (vote, (_, words)) in votes.iter_mut().zip(SMALL_WORDS) {
                *vote += u64::from(words.contains(&lower.as_str()));
            }
        }
    }
    // A wide character says as much as three or four Latin letters.
    let named = if (kana + han) * 3 > latin && kana * 10 > han {
        "Japanese"
    } else if han * 3 > latin {
        "Chinese"
    } else if hangul * 3 > latin {
        "Korean"
    } else if cyrillic > latin {
        if ukrainian * 50 > cyrillic { "Ukrainian" } else { "Russian" }
    } else if let Some((name, _)) = others.iter().find(|(_, count)| *count > latin) {
        name
    } else {
        let english = votes[0];
        let best = votes.iter().zip(SMALL_WORDS).skip(1).max_by_key(|(count, _)| **count);
        // A handful of words decides nothing.
        best.filter(|(count, _)| **count > english && **count >= 4).map_or("en", |(_, (name, _))| name)
    };
    named.to_owned()
}
