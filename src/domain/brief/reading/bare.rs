//! What a statement carries that says nothing of its own: the name in brackets behind its label, the end of a list; and short
//! items that say something although they look like names.

use super::super::block::Block;
use super::super::modal;
use super::super::prose::is_wide;
use super::super::section::{self, Role};
use super::super::sentence;
use super::Reader;
use super::behaviour::tells_a_behaviour;
use super::telltale::tells_what_happens;

impl Reader<'_> {
    /// Straight under a heading that ends in `requirements`.
    pub(super) fn is_under_requirements(&self) -> bool {
        let ends = ["requirements", "anforderungen", "exigences", "requisitos", "requisiti", "eisen"];
        self.heading_text().is_some_and(|title| {
            let words = section::own_words(title);
            words.contains(' ') && ends.iter().any(|end| words.ends_with(end))
        })
    }

    /// A numbered item under `Success criteria`: what the product is accepted by. Shares and what grows or falls measure its
    /// success; in English an item says what the product does.
    pub(super) fn accepts(&self, block: &Block) -> bool {
        #[rustfmt::skip]
        const CRITERIA: &[&str] = &["criteri", "kriter", "kryteri", "критер", "critère", "critèr", "기준", "基準", "标准", "標準"];
        let text = block.prose.text();
        let headed = self.heading_text().is_some_and(|title| {
            let words = section::own_words(title);
            CRITERIA.iter().any(|word| words.contains(word))
        });
        #[rustfmt::skip]
        const TURNS: &[&str] = &[
            "sinkt", "sinken", "steigt", "steigen", "weniger", "mehr als", "halbiert", "mniej", "więcej", "spadek", "spadnie", "wzrost", "wzrośnie",
            "menos", "disminuy", "aumenta", "reduc", "moins", "baisse", "augment", "diminu", "meno ", "minder", "daalt", "stijgt", "меньше",
            "снизит", "вырас", "сниж", "менше", "减少", "提高", "提升", "増加", "削減", "減少", "감소", "증가",
        ];
        let lower = text.to_lowercase();
        let measured = text.contains('%') || TURNS.iter().any(|word| lower.contains(word));
        let english = self.brief.language == "en";
        let does = || {
            modal::strength(text) > modal::Strength::None
                || tells_a_behaviour(text)
                || tells_what_happens(text, &self.brief.actors)
        };
        if measured || english && !does() {
            return false;
        }
        let says = text.split_whitespace().count() >= 2 || !text.is_ascii();
        headed
            && block.number.is_some()
            && says
            && !text.ends_with([':', '：', '?', '？'])
            && !text.contains('%')
    }
}

/// `**Platform:** desktop`, `Interface language: Polish`, where a document says what it is about: where the product runs, and how
/// it speaks.
pub(super) fn says_where_it_runs(lead: &str, role: Role) -> bool {
    #[rustfmt::skip]
    const WHERE: &[&str] = &[
        "platform", "platforms", "target platform", "target platforms", "supported platforms", "supported browsers", "browser support",
        "browsers", "supported devices", "target devices", "interface language", "interface languages", "ui language", "ui languages",
        "supported languages", "platforma", "platformy", "obsługiwane przeglądarki", "język interfejsu", "języki interfejsu", "plattform",
        "plattformen", "zielplattform", "zielplattformen", "oberflächensprache", "unterstützte browser", "sprachen", "plateforme",
        "plateformes", "navigateurs", "langue de l'interface", "langues", "plataforma", "plataformas", "navegadores",
        "idioma de la interfaz", "idiomas", "idioma da interface", "piattaforma", "piattaforme", "lingua dell'interfaccia", "lingue",
        "platformen", "ondersteunde browsers", "talen", "платформа", "платформы", "язык интерфейса", "мова інтерфейсу",
        "プラットフォーム", "対応ブラウザ", "対応言語", "플랫폼", "지원 브라우저", "지원 언어", "平台", "支持平台", "界面语言",
    ];
    let about = matches!(role, Role::Goals | Role::Rationale | Role::Summary);
    about && WHERE.contains(&lead.to_lowercase().replace('’', "'").as_str())
}

/// `No accounts. A list of users`, `카드 번호를 입력 받을 수 있다.`: sentences, however short, and no name of the list inside.
pub(super) fn is_told(text: &str) -> bool {
    let several = || {
        let told = sentence::sentences(text);
        let says = |range: &std::ops::Range<usize>| {
            text.get(range.clone()).is_some_and(|one| one.split_whitespace().count() >= 2)
        };
        told.len() > 1 && told.iter().all(says)
    };
    is_wide_sentence(text) || several()
}

/// Ends as a sentence does, in a language that writes in wide letters.
pub(super) fn is_wide_sentence(text: &str) -> bool {
    const LEAST: usize = 6;
    let ends = text.ends_with(['.', '。', '다']);
    let wide = |c: &char| is_wide(*c) || ('\u{AC00}'..='\u{D7AF}').contains(c);
    ends && text.chars().filter(wide).count() >= LEAST
}

/// `Page: Patients`, `Status: Done`: a field of a requirement and not what it says.
pub(super) fn is_a_field(text: &str) -> bool {
    let named = text.split_once(':').filter(|(name, _)| name.split_whitespace().count() <= 2);
    named.is_some_and(|(_, value)| !value.ends_with('.') && value.split_whitespace().count() <= 4)
}

/// `and so on` at the end of a list.
pub(super) fn says_there_is_more(text: &str) -> bool {
    #[rustfmt::skip]
    const MORE: &[&str] = &[
        "and so on", "and so forth", "etc", "and more", "and others", "usw", "und so weiter", "und mehr", "y más", "et cetera", "entre otros", "e così via",
        "и так далее", "и т.д",
    ];
    MORE.contains(&text.trim_end_matches(['.', '…']).trim().to_lowercase().as_str())
}

/// `(Berth map): The clerk …` behind a label → `Berth map: The clerk …`; a mark such as `(P1)` stays.
pub(super) fn with_open_name(text: String) -> String {
    const LONGEST: usize = 60;
    let parted = text.strip_prefix('(').and_then(|rest| rest.split_once("): "));
    let named = parted.filter(|(name, told)| {
        (4..=LONGEST).contains(&name.len())
            && name.starts_with(char::is_uppercase)
            && name.chars().any(char::is_lowercase)
            && !name.contains(['(', ')', ':', ','])
            && told.split_whitespace().count() >= 3
    });
    named.map(|(name, told)| format!("{name}: {told}")).unwrap_or(text)
}
