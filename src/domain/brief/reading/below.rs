//! Lists of which each item is a demand: below a sentence that only its items finish (`Users should be able to:`), below
//! one that binds and whose items are sentences or head lists of their own, and below one that only gives examples.

use super::super::block::{Block, Form};
use super::super::modal::{self, Strength};
use super::super::prose::is_wide;
use super::super::scenario;
use super::super::section::{self, Role};
use super::super::sentence;
use super::super::{Force, Why, inferred};
use super::{Draft, Reader};

/// Words of an item that says something and is no name; where words stand without a gap, letters.
const SAYS: usize = 5;
const SAYS_WIDE: usize = 10;
/// A longer sentence would be repeated in every item.
const LONGEST_STEM: usize = 160;

/// What a sentence ends with, before its colon, that a verb must follow.
#[rustfmt::skip]
const OPEN: &[&str] = &[
    "to", "can", "could", "must", "shall", "should", "will", "may", "debe", "deben", "deberá", "puede", "pueden", "de", "deve",
    "devem", "deverá", "pode", "podem", "di", "devono", "dovrà", "può", "possono", "doit", "doivent", "peut", "peuvent", "должна",
    "должен", "должно", "должны", "может", "могут", "можно", "повинна", "повинен", "повинні", "може",
];

/// Sentences with these words list what something has; their items stay together.
#[rustfmt::skip]
const HOLDS: &[&str] = &[
    "information", "fields", "field", "data", "details", "attributes", "columns", "properties", "metadata", "contain",
    "contains", "include", "includes", "including", "consist", "record", "store", "informationen", "angaben", "daten", "felder",
    "datos", "campos", "información", "dados", "informações", "dati", "campi", "informazioni", "données", "champs",
    "informations", "gegevens", "данные", "информация", "информацию", "поля", "хранение", "результаты", "указывается", "указываются", "указывает", "сведения", "дані", "bilgiler", "bilgileri", "alanlar",
    "alanları", "dane", "pola",
];
#[rustfmt::skip]
const HOLDS_UNSPACED: &[&str] = &["记录", "字段", "信息", "属性", "数据", "項目", "情報", "属性", "항목", "정보", "필드"];

/// Words by which somebody announces examples.
#[rustfmt::skip]
const EXAMPLES: &[&str] = &[
    "example", "examples", "for example", "for instance", "beispiel", "beispiele", "zum beispiel", "ejemplo", "ejemplos",
    "por ejemplo", "exemple", "exemples", "par exemple", "exemplo", "exemplos", "por exemplo", "esempio", "esempi",
    "ad esempio", "voorbeeld", "voorbeelden", "пример", "примеры", "например", "приклад", "приклади", "przykład",
    "przykłady", "örnek", "örnekler",
];
/// `A record may look like this:`
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "look like this", "looks like this", "look as follows", "выглядеть так", "выглядит так", "выглядят так", "so aussehen",
    "sieht so aus", "sehen so aus", "verse así", "se ve así", "ressembler à ceci", "parecer com isto",
];
const EXAMPLES_UNSPACED: &[&str] = &["例如", "例えば", "示例", "예시", "예를 들"];

impl Reader<'_> {
    /// Whether the list below a text makes a demand of each item. A text that only the items finish is told with each of them.
    pub(super) fn demands_below(&mut self, index: usize, stem: &str, role: Role) -> bool {
        // What a text says before its last sentence would be lost.
        let one = sentence::sentences(stem).len() == 1;
        if !stem.ends_with([':', '：']) || !one || !section::asks(role) {
            return false;
        }
        let items = self.items_below(index);
        if items.len() < 2 || items.iter().any(|at| self.is_step(*at)) {
            return false;
        }
        let bare = |at: &usize| self.blocks.get(*at).is_some_and(|b| self.is_plain(b));
        if let Some(open) =
            open_stem(stem).filter(|open| items.iter().all(bare) && self.are_lacking(open, &items))
        {
            self.tell_each(open, &items, role, force_of(stem));
            return true;
        }
        // What is written to be checked, and what has a number, is told as a whole.
        let whole = self.blocks.get(index).is_some_and(|b| b.number.is_some());
        let binds = matches!(modal::strength(stem), Strength::Need | Strength::Must) && !whole;
        let told = items.iter().filter(|at| self.says(**at)).count();
        // How long a name is tells less where words stand without a gap.
        let enough =
            if stem.chars().any(is_wide) { told * 3 >= items.len() * 2 } else { told == items.len() };
        if !binds || holds(stem) || !enough {
            return false;
        }
        self.demanded.extend(items);
        true
    }

    /// The items of the list inside an item, or of the one that follows a paragraph.
    fn items_below(&self, index: usize) -> Vec<usize> {
        let Some(block) = self.blocks.get(index) else { return Vec::new() };
        let Some(first) = self.blocks.get(index + 1).filter(|b| b.form == Form::Item) else {
            return Vec::new();
        };
        if block.form == Form::Item && first.parent != Some(index) {
            return Vec::new();
        }
        let beside = |b: &Block| b.form == Form::Item && b.group == first.group && b.parent == first.parent;
        let mut found = Vec::new();
        let mut at = index + 1;
        while let Some(item) = self.blocks.get(at).filter(|b| beside(b)) {
            found.push(at);
            at = item.until.max(at + 1);
        }
        found
    }

    /// `Для каждого причала указывается:`, in a language whose sentences are not taken apart, over names: the sentence demands
    /// with them, and is no heading of theirs.
    pub(super) fn lists_names(&self, index: usize, stem: &str) -> bool {
        let items = self.items_below(index);
        let named = items.iter().filter(|at| self.blocks.get(**at).is_some_and(is_name)).count();
        let says =
            stem.split_whitespace().count() > SAYS || holds(stem) || modal::strength(stem) >= Strength::Wish;
        let over_names = items.len() >= 2 && named * 3 >= items.len() * 2;
        self.brief.language != "en" && stem.ends_with([':', '：']) && says && over_names
    }

    fn is_step(&self, at: usize) -> bool {
        self.blocks.get(at).is_some_and(|b| scenario::step(b.prose.text()).is_some())
    }

    /// A sentence, or the head of a list of its own.
    fn says(&self, at: usize) -> bool {
        let Some(block) = self.blocks.get(at) else { return false };
        let text = block.prose.text();
        let heads = text.ends_with([':', '：']) && block.until > at + 1;
        heads
            || text.split_whitespace().count() >= SAYS
            || text.chars().any(is_wide) && text.chars().filter(|c| c.is_alphanumeric()).count() >= SAYS_WIDE
    }

    /// Whether the items are what an open sentence lacks. `se compone de` may go on with a noun, and so does what says that
    /// something holds: most of their items must begin with a verb.
    fn are_lacking(&self, open: &str, items: &[usize]) -> bool {
        let last = open.rsplit(' ').next().unwrap_or_default();
        if !matches!(last, "de" | "di") && !holds(open) {
            return true;
        }
        let acts = |at: &&usize| self.blocks.get(**at).is_some_and(|b| begins_with_a_verb(b.prose.text()));
        items.iter().filter(acts).count() * 3 >= items.len() * 2
    }

    /// Asks, waits or is put off: an item that is read for what it is and not told with what stands above it.
    fn stands_apart(&self, text: &str, role: Role) -> bool {
        text.ends_with(['?', '？'])
            || text.to_lowercase().ends_with("tbd")
            || section::is_put_off(text)
            || self.aside(text, role).is_some()
    }

    /// `Users should be able to` with each of its items.
    fn tell_each(&mut self, stem: &str, items: &[usize], role: Role, force: Force) {
        for at in items {
            let Some(block) = self.blocks.get(*at) else { continue };
            if self.stands_apart(block.prose.text(), role) {
                continue;
            }
            let line = block.line;
            let told = self.with_children(*at, block.prose.text());
            let text = format!("{stem} {}", begun_small(&told));
            self.take(*at);
            self.state(Draft { label: String::new(), text, line, rank: None, role, force });
        }
    }

    /// `Examples of such names:` over a list: what is listed is asked of nobody.
    pub(super) fn gives_examples(&mut self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let text = block.prose.text();
        let unspaced = EXAMPLES_UNSPACED.iter().any(|word| text.starts_with(word));
        let lower = text.to_lowercase();
        let shown = LOOKS.iter().any(|end| lower.trim_end_matches([':', '：', ' ']).ends_with(end));
        if !text.ends_with([':', '：'])
            || !(sentence::begins_with(text, EXAMPLES) || unspaced || shown)
            || modal::strength(text) >= Strength::Need
        {
            return false;
        }
        let items = self.items_below(index);
        if items.is_empty() || items.iter().any(|at| self.is_step(*at)) {
            return false;
        }
        let blocks = self.blocks;
        let shown: Vec<usize> = items
            .iter()
            .flat_map(|item| *item..blocks.get(*item).map_or(item + 1, |b| b.until.max(item + 1)))
            .collect();
        // What binds among examples, or has a label, is asked for.
        if !shown.iter().filter_map(|at| blocks.get(*at)).all(|block| self.is_plain(block)) {
            return false;
        }
        for at in shown {
            self.take(at);
            if let Some(block) = blocks.get(at) {
                self.leave_out(block.line, Why::Remark);
            }
        }
        true
    }
}

/// `elegir una fecha`, `выбрать дату`, `enter a date`: by the ending of the infinitive, or as a known verb.
fn begins_with_a_verb(text: &str) -> bool {
    #[rustfmt::skip]
    const INFINITIVES: &[&str] = &[
        "ar", "er", "ir", "ír", "arse", "erse", "irse", "are", "ere", "ire", "arsi", "ersi", "irsi", "dre", "ttre", "ть", "ться", "ти", "тися",
    ];
    let first = modal::words(text).next().map(|(_, word)| word.to_lowercase()).unwrap_or_default();
    inferred::acts(&first) || INFINITIVES.iter().any(|end| first.ends_with(end))
}

/// `Members must be able to`: a verb must follow.
pub(super) fn is_open(stem: &str) -> bool {
    open_stem(stem).is_some()
}

/// A sentence that a verb must follow, without its colon.
fn open_stem(stem: &str) -> Option<&str> {
    let open = stem.trim_end_matches([':', '：', ' ']);
    let last = open.rsplit(' ').next().unwrap_or_default().to_lowercase();
    (OPEN.contains(&last.as_str()) && open.len() <= LONGEST_STEM && open.contains(' ')).then_some(open)
}

/// A few words that tell nothing of what they name.
fn is_name(item: &Block) -> bool {
    let text = item.prose.text();
    let plain = text.split(['(', '（']).next().unwrap_or(text);
    plain.split_whitespace().count() <= 4
        && !plain.contains([':', '：', '.', '。'])
        && modal::strength(plain) == Strength::None
}

fn force_of(stem: &str) -> Force {
    if modal::strength(stem) >= Strength::Need { Force::Normative } else { Force::Descriptive }
}

fn holds(stem: &str) -> bool {
    modal::words(stem).any(|(_, word)| HOLDS.contains(&word.to_lowercase().as_str()))
        || HOLDS_UNSPACED.iter().any(|word| stem.contains(word))
}

/// `Browse the list` → `browse the list`; `PDF export` and `I sign` stay.
fn begun_small(told: &str) -> String {
    let mut chars = told.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if first.is_uppercase() && second.is_lowercase() => {
            first.to_lowercase().chain(told.chars().skip(1)).collect()
        }
        _ => told.to_owned(),
    }
}
