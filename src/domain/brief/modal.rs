//! The words by which a sentence binds.

/// How strongly a sentence asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Strength {
    None,
    /// will, should, can, may: wanted or offered.
    Wish,
    /// has to, needs to, cannot, may not: an obligation where requirements stand, a complaint elsewhere.
    Need,
    /// must, shall, required to, in the case of running text.
    Must,
    /// MUST, SHALL: written to be checked.
    Loud,
}

const MUST: &[&str] = &["must", "shall", "mustn't", "cannot", "shan't"];
#[rustfmt::skip]
const WISH: &[&str] = &[
    "will", "should", "can", "may", "lets", "allows", "enables", "supports", "shd", "shld",
];

/// Words of obligation in other languages; their sentences are otherwise read by structure.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "muss", "müssen", "muß", "darf", "dürfen", "soll", "sollen", "debe", "deben", "deberá", "deberán",
    "doit", "doivent", "devra", "devront", "deve", "devem", "deverá", "devono", "moet", "moeten", "должен",
    "должна", "должно", "должны", "обязан", "необходимо", "повинен", "повинна", "musi", "muszą", "ska",
    "måste", "skal", "повинно", "повинні", "мусить", "powinien", "powinna", "powinno", "powinny", "należy", "musí", "musejí", "harus",
    "wajib", "trebuie", "kell", "täytyy", "phải", "πρέπει", "يجب", "deverão", "dovrà", "dovranno", "musst", "müsste",
];
/// Words of wishes and offers in other languages. What one may not do is denied: `no puede`, `kann nicht`.
#[rustfmt::skip]
const FOREIGN_WISH: &[&str] = &[
    "kann", "können", "sollte", "sollten", "puede", "pueden", "podrá", "podrán", "debería", "deberían", "permite",
    "permitirá", "peut", "peuvent", "pourra", "pourront", "devrait", "devraient", "permet", "può", "possono", "potrà",
    "dovrebbe", "pode", "podem", "poderá", "deveria", "kunnen", "mogen", "zal", "zullen",
];
const FOREIGN_NOT: &[&str] = &["no", "ne", "non", "não", "nicht", "niet", "keine", "kein", "geen"];
/// Two words that bind together.
#[rustfmt::skip]
const FOREIGN_PAIRS: &[(&str, &str)] = &[
    ("tiene", "que"), ("tienen", "que"), ("hay", "que"), ("il", "faut"), ("tem", "de"), ("têm", "de"), ("tem", "que"),
    ("têm", "que"), ("dient", "te"), ("dienen", "te"), ("mag", "niet"), ("mag", "geen"), ("mogen", "niet"),
];
#[rustfmt::skip]
const UNSPACED: &[&str] = &[
    "malıdır", "melidir", "mamalı", "memeli", "ต้อง", "しなければならない", "なければならない", "なければなりません", "すること", "こと。", "ものとする", "してはならない", "しないこと", "べきである", "必须",
    "必須である", "應當", "应当", "不得", "必須", "야 한다", "야 합니다", "야 함", "하여야", "안 된다", "안 됩니다", "안됩니다",
    "안된다",
];

/// Says that something is an obligation.
pub(super) fn is_binding(text: &str) -> bool {
    strength(text) >= Strength::Must
}

pub(super) fn strength(text: &str) -> Strength {
    let mut found = Strength::None;
    let mut previous = "";
    let mut to_be = ToBe::default();
    for (at, word) in words(text) {
        if is_mentioned(text, at, at + word.len()) {
            previous = word;
            continue;
        }
        let lower = word.to_lowercase();
        let paired = FOREIGN_PAIRS.iter().any(|(_, second)| *second == lower)
            && FOREIGN_PAIRS.contains(&(previous.to_lowercase().as_str(), lower.as_str()));
        if paired || to_be.binds(text, at, word) {
            found = found.max(Strength::Must);
        }
        if FOREIGN_WISH.contains(&lower.as_str()) {
            let next = word_after(text, at + word.len()).to_lowercase();
            let denied = [previous.to_lowercase(), next].iter().any(|w| FOREIGN_NOT.contains(&w.as_str()));
            found = found.max(if denied { Strength::Need } else { Strength::Wish });
        }
        // `must-have` is a rank, not an obligation; `a must` is a noun.
        let ranked = text
            .get(at + word.len()..)
            .is_some_and(|rest| rest.starts_with("-have") || rest.starts_with("-Have"))
            || matches!(previous, "a" | "A")
            || after(text, at + word.len(), "for");
        if (MUST.contains(&lower.as_str()) && lower != "cannot" && !ranked)
            || FOREIGN.contains(&lower.as_str())
        {
            let loud = word.chars().all(|c| !c.is_lowercase()) && word.len() > 2;
            found = found.max(if loud { Strength::Loud } else { Strength::Must });
        }
        // RFC 2119 in its capitals: a recommendation and a permission are written to be checked as well.
        let loud_word =
            matches!(word, "REQUIRED" | "REQUIRES" | "SHOULD" | "MAY" | "RECOMMENDED" | "OPTIONAL")
                && !is_shouted(text);
        if loud_word
            || lower == "required"
                && is_be(previous)
                && (ends_clause(text, at + word.len()) || after(text, at + word.len(), "to"))
                && !asks_which(text.get(..at).unwrap_or_default())
            || lower == "obliged" && after(text, at + word.len(), "to")
        {
            let loud = word.chars().all(|c| !c.is_lowercase());
            found = found.max(if loud { Strength::Loud } else { Strength::Must });
        }
        if is_need(text, at + word.len(), &lower, previous) {
            found = found.max(Strength::Need);
        }
        // `Nobody but the office may see it`, `Only a trainer can`: what is left to one is denied to others.
        if matches!(lower.as_str(), "may" | "can") && is_closed(text) {
            found = found.max(Strength::Need);
        }
        // `12 May`, `on May 4`: with a capital within a sentence it is a month.
        let day = word == "May" && !previous.is_empty();
        if WISH.contains(&lower.as_str()) && !day {
            found = found.max(Strength::Wish);
        }
        previous = word;
    }
    if found < Strength::Need && needs_in_chinese(text) {
        found = Strength::Need;
    }
    if found < Strength::Must && UNSPACED.iter().any(|word| text.contains(word)) {
        found = Strength::Must;
    }
    found
}

/// `系统需要支持`, `系统应支持`: what is needed, and what should be. `无需` needs nothing, and `应用` is an application. In Japanese,
/// which its kana tell, `需要` is demand in a market.
fn needs_in_chinese(text: &str) -> bool {
    if text.contains(|c: char| matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヺ')) {
        return false;
    }
    const NOT_NEEDED: &[char] = &['无', '無', '不', '所', '急'];
    const OF_WORDS: &[char] = &['响', '響', '对', '對', '适', '適', '反', '供', '效', '相', '感', '照', '一'];
    const TO_WORDS: &[char] = &['用', '答', '对', '對', '急', '届', '聘', '邀', '变', '付'];
    let around = |at: usize, size: usize| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        (before, text.get(at + size..).and_then(|tail| tail.chars().next()))
    };
    let needed = text
        .match_indices("需要")
        .any(|(at, word)| !around(at, word.len()).0.is_some_and(|before| NOT_NEEDED.contains(&before)));
    let should = text.match_indices('应').any(|(at, word)| {
        let (before, after) = around(at, word.len());
        // `应收账款` is money owed; what should be collected is `应收集`.
        let behind = text.get(at + word.len()..).unwrap_or_default();
        let owed = after == Some('收')
            && !["收集", "收到", "收取", "收录"].iter().any(|verb| behind.starts_with(verb));
        !owed
            && !before.is_some_and(|c| OF_WORDS.contains(&c))
            && !after.is_none_or(|c| TO_WORDS.contains(&c))
    });
    needed || should
}

/// `"shall" marks a requirement`: a word in quotation marks of its own is spoken of, and binds nothing.
fn is_mentioned(text: &str, from: usize, to: usize) -> bool {
    let before = text.get(..from).and_then(|head| head.chars().next_back());
    let after = text.get(to..).and_then(|tail| tail.chars().next());
    before.is_some_and(|c| matches!(c, '"' | '“' | '„' | '«' | '‘' | '`'))
        && after.is_some_and(|c| matches!(c, '"' | '”' | '“' | '»' | '’' | '`' | ','))
}

/// `and what clean is required`: the clause asks which, and demands nothing.
fn asks_which(before: &str) -> bool {
    let clause = before.rsplit([',', ';', ':', '.']).next().unwrap_or_default();
    let asks = |word: &str| {
        matches!(word.to_ascii_lowercase().as_str(), "what" | "which" | "whether" | "how" | "who" | "why")
    };
    clause.split_whitespace().take(2).any(asks)
}

/// `sind nach 12 Monaten zu löschen`, `ist ein Zeuge einzutragen`, `hat zur Verfügung zu stehen`: what is to be done, as German says it.
#[derive(Default)]
struct ToBe {
    /// Where the last `ist` or `sind` ended, in the clause that goes on.
    is: Option<usize>,
    zu: bool,
}

impl ToBe {
    fn binds(&mut self, text: &str, at: usize, word: &str) -> bool {
        if matches!(word, "ist" | "sind" | "hat" | "haben") {
            *self = Self { is: Some(at + word.len()), zu: false };
            return false;
        }
        let Some(from) = self.is else { return false };
        if text.get(from..at).is_some_and(|between| between.contains([',', ';', ':', '.'])) {
            *self = Self::default();
            return false;
        }
        self.is = Some(at + word.len());
        let infinitive = ["en", "ern", "eln"].iter().any(|end| word.ends_with(end)) && word.len() > 4;
        let verb = word.starts_with(char::is_lowercase) && infinitive;
        let ends = ends_clause(text, at + word.len())
            || text.get(at + word.len()..).is_some_and(|rest| rest.trim_start().starts_with(['(', ':', '!']))
            || matches!(word_after(text, at + word.len()), "und" | "oder" | "sowie" | "bzw");
        #[rustfmt::skip]
        let told = ["verstehen", "erwarten", "rechnen", "befürchten", "klären", "diskutieren", "sagen", "hoffen", "modern", "tun", "kämpfen", "bieten", "machen"].contains(&word);
        let found = ends && verb && !told && (self.zu || has_inner_zu(word));
        self.zu = word == "zu";
        found
    }
}

/// `einzutragen`, `aufzunehmen`: a verb that holds its `zu`.
fn has_inner_zu(word: &str) -> bool {
    #[rustfmt::skip]
    const PARTS: &[&str] = &[
        "ein", "aus", "ab", "an", "auf", "vor", "nach", "mit", "bei", "zurück", "weiter", "fest", "her", "hin", "dar",
        "durch", "um", "zusammen", "bereit", "sicher", "frei", "unter", "bekannt", "heraus", "offen", "wieder", "zu",
    ];
    PARTS.iter().any(|part| {
        let rest = word.strip_prefix(part).and_then(|rest| rest.strip_prefix("zu"));
        rest.is_some_and(|verb| verb.len() > 3 && verb.ends_with('n'))
    })
}

fn word_after(text: &str, at: usize) -> &str {
    text.get(at..).and_then(|rest| words(rest).next()).map_or("", |(_, word)| word)
}

fn is_closed(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "Nobody" | "Only") || text.starts_with("No one ") || text.starts_with("No ")
}

/// A sentence wholly in capitals: a heading, and no word of it louder than the others.
fn is_shouted(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
}

/// `has to`, `needs to`, `cannot`, `may not`, `is required before`, and not `we need to`, `do not have to`.
fn is_need(text: &str, end: usize, word: &str, previous: &str) -> bool {
    #[rustfmt::skip]
    const NOT_AFTER: &[&str] = &[
        "i", "we", "you", "they", "who", "not", "don't", "doesn't", "didn't", "would", "might", "no", "never",
        "longer", "somebody", "someone",
    ];
    let told = NOT_AFTER.contains(&previous.to_lowercase().replace('’', "'").as_str());
    match word {
        "has" | "have" | "needs" | "need" => after(text, end, "to") && !told,
        "cannot" | "can't" | "can’t" => !told,
        "will" | "should" => !told && !matches!(previous.to_lowercase().as_str(), "this" | "that"),
        // `is to be deleted`, and not `to be interpreted`.
        "to" => is_be(previous) && previous != "be" && after(text, end, "be"),
        "may" | "can" => ["not", "never"].iter().any(|no| after(text, end, no)),
        "required" => {
            is_be(previous)
                && ["before", "for", "on", "when", "after", "by", "if", "as"]
                    .iter()
                    .any(|w| after(text, end, w))
        }
        _ => false,
    }
}

/// Nothing follows but the end of the clause: `a reason is required`.
fn ends_clause(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    rest.trim().is_empty() || rest.starts_with(['.', ',', ';'])
}

fn is_be(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "is" | "are" | "be" | "been" | "not")
}

fn after(text: &str, at: usize, word: &str) -> bool {
    text.get(at..)
        .is_some_and(|rest| rest.split_whitespace().next().is_some_and(|w| w.eq_ignore_ascii_case(word)))
}

/// The first modal word of a binding sentence: where its subject ends and its response begins.
pub(super) fn find(text: &str) -> Option<(usize, usize)> {
    words(text).find_map(|(at, word)| {
        let lower = word.to_lowercase();
        (matches!(lower.as_str(), "must" | "shall")).then_some((at, at + word.len()))
    })
}

/// Words with their places: letters and apostrophes.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut base = 0;
    std::iter::from_fn(move || {
        let is_word = |c: char| c.is_alphanumeric() || c == '\'' || c == '’' || c == '_';
        let start = rest.find(is_word)?;
        let tail = rest.get(start..)?;
        let size = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
        let word = tail.get(..size)?;
        let at = base + start;
        rest = tail.get(size..)?;
        base = at + size;
        Some((at, word))
    })
}
