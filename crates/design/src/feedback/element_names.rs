//! The elements of two designs that a person's words name, by name or numbered id, as whole words. If names overlap, the
//! longer one counts.

use std::collections::{BTreeSet, HashMap};

use frieze_language::{by_code, is_spaceless, parts};

use frieze_intent::{ComponentType, Intent};

/// The most words of a name in a script with spaces, and the most pointers of one name.
const LONGEST: usize = 12;
const MOST: usize = 200;
/// Words that people add to a screen's name or leave out.
const SCREEN: [&str; 3] = ["page", "screen", "view"];
/// East Asian scripts start here. In Korean, a particle is written without a space after a name.
const EAST_ASIAN: char = '\u{2e80}';

/// The elements of one name in both designs.
#[derive(Default, Debug)]
pub struct Element {
    /// As spelled in the designs.
    pub name: String,
    /// JSON pointers to the elements of that name and to their parts; then to those whose names contain it.
    pub before: Vec<String>,
    pub after: Vec<String>,
    /// How many elements have the name, and how many others have names that contain it: in the new design, or in the old one if the
    /// new one has none.
    pub named: usize,
    pub containing: usize,
}

/// The names of two designs.
pub struct ElementNames {
    elements: Vec<Element>,
    /// By the words of the name, in small letters and the singular.
    by_words: HashMap<Vec<String>, usize>,
    /// The words of the longest name.
    longest: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Before,
    After,
}

/// How much of an element's name a name is.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    Whole,
    Part,
}

impl ElementNames {
    /// The names of a design and of the next one.
    pub fn of(before: &Intent, after: &Intent) -> Self {
        let mut names = Self { elements: Vec::new(), by_words: HashMap::new(), longest: 0 };
        for (intent, side) in [(after, Side::After), (before, Side::Before)] {
            names.take(intent, side);
        }
        names
    }

    /// The elements that a text names, each once.
    pub fn in_text(&self, text: &str) -> Vec<&Element> {
        let words = words(text);
        let mut found = BTreeSet::new();
        let mut at = 0;
        while at < words.len() {
            let longest = self.longest.min(words.len() - at);
            let here = (1..=longest).rev().find_map(|len| {
                let element = self.by_words.get(words.get(at..at + len)?)?;
                Some((*element, len))
            });
            found.extend(here.map(|(element, _)| element));
            at += here.map_or(1, |(_, len)| len);
        }
        let unspaced = self.unspaced_in(text);
        let is_inside = |name: &str| unspaced.iter().any(|(_, other)| *other != name && other.contains(name));
        found.extend(unspaced.iter().filter(|(_, name)| !is_inside(name)).map(|(at, _)| *at));
        found.into_iter().filter_map(|at| self.elements.get(at)).collect()
    }

    /// The elements whose names are anywhere in a text, if their script has no space at the end of a name.
    fn unspaced_in(&self, text: &str) -> Vec<(usize, &str)> {
        let names = self.elements.iter().map(|element| element.name.as_str()).enumerate();
        let here = names.filter(|(_, name)| is_unspaced(name) && text.contains(name));
        // An element found by its id has the same name.
        here.filter(|(at, name)| self.by_words.get(&words(name)) == Some(at)).collect()
    }

    fn take(&mut self, intent: &Intent, side: Side) {
        let below = below(intent);
        for (at, component) in intent.components.iter().enumerate() {
            let pointers = below(at);
            self.put(&component.name, side, &pointers);
            self.put_id(&component.id, &component.name, side, &pointers);
        }
        for (at, flow) in intent.user_flows.iter().enumerate() {
            let pointer = format!("/userFlows/{at}");
            self.put(&flow.name, side, std::slice::from_ref(&pointer));
            self.put_id(&flow.id, &flow.id, side, std::slice::from_ref(&pointer));
            for (at, step) in flow.steps.iter().enumerate() {
                self.put_id(&step.id, &step.id, side, &[format!("{pointer}/steps/{at}")]);
            }
        }
        for (at, entity) in intent.data_model.entities.iter().enumerate() {
            let pointer = format!("/dataModel/entities/{at}");
            self.put(&entity.name, side, std::slice::from_ref(&pointer));
            for (at, attribute) in entity.attributes.iter().enumerate() {
                // A single word is too common: a name, a date, a total.
                if words(&attribute.name).len() > 1 {
                    self.put(&attribute.name, side, &[format!("{pointer}/attributes/{at}")]);
                }
            }
        }
        for (at, interaction) in intent.interactions.iter().enumerate() {
            self.put_id(&interaction.id, &interaction.id, side, &[format!("/interactions/{at}")]);
        }
        for (at, requirement) in intent.requirements.iter().enumerate() {
            self.put_id(&requirement.id, &requirement.id, side, &[format!("/requirements/{at}")]);
        }
        // Last, so that the elements with the whole name come first.
        for (at, view) in intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View)
        {
            let bare = view.name.rsplit_once(' ').filter(|(_, last)| SCREEN.contains(&&*last.to_lowercase()));
            if let Some((bare, _)) = bare {
                self.put_as(words(bare), bare, Extent::Part, side, &below(at));
            }
        }
    }

    /// Adds an id unless it is a plain word: `F1`, `cart-page`.
    fn put_id(&mut self, id: &str, name: &str, side: Side, pointers: &[String]) {
        if words(id).len() > 1 || id.contains(|c: char| c.is_ascii_digit()) {
            self.put_as(words(id), name, Extent::Whole, side, pointers);
        }
    }

    fn put(&mut self, name: &str, side: Side, pointers: &[String]) {
        self.put_as(words(name), name, Extent::Whole, side, pointers);
    }

    fn put_as(&mut self, words: Vec<String>, name: &str, extent: Extent, side: Side, pointers: &[String]) {
        let is_long = words.len() > LONGEST && !is_unspaced(name);
        // A single letter or number is too common.
        if words.is_empty() || is_long || words.iter().all(|word| is_slight(word)) {
            return;
        }
        self.longest = self.longest.max(words.len());
        let next = self.elements.len();
        let at = *self.by_words.entry(words).or_insert(next);
        if at == next {
            self.elements.push(Element { name: name.to_owned(), ..Element::default() });
        }
        let Some(element) = self.elements.get_mut(at) else { return };
        let is_first = side == Side::After || element.after.is_empty();
        let known = if side == Side::After { &mut element.after } else { &mut element.before };
        let is_new = pointers.first().is_some_and(|first| !known.contains(first));
        let count = if extent == Extent::Whole { &mut element.named } else { &mut element.containing };
        *count += usize::from(is_first && is_new);
        for pointer in pointers {
            if known.len() < MOST && !known.contains(pointer) {
                known.push(pointer.clone());
            }
        }
    }
}

/// A component's pointer and those of its parts.
fn below(intent: &Intent) -> impl Fn(usize) -> Vec<String> {
    let places: HashMap<&str, usize> =
        intent.components.iter().enumerate().map(|(at, component)| (component.id.as_str(), at)).collect();
    let parts = |at: usize| intent.components.get(at).into_iter().flat_map(|c| &c.children);
    let children: Vec<Vec<usize>> = (0..intent.components.len())
        .map(|at| parts(at).filter_map(|child| places.get(child.as_str()).copied()).collect())
        .collect();
    move |at| {
        let mut found = vec![at];
        let mut next = 0;
        while let Some(here) = found.get(next).copied().filter(|_| found.len() < MOST) {
            let parts: Vec<usize> = children.get(here).into_iter().flatten().copied().collect();
            for part in parts {
                if !found.contains(&part) {
                    found.push(part);
                }
            }
            next += 1;
        }
        found.into_iter().map(|at| format!("/components/{at}")).collect()
    }
}

fn is_slight(word: &str) -> bool {
    word.chars().count() < 2 || word.chars().all(char::is_numeric)
}

fn is_unspaced(name: &str) -> bool {
    name.contains(|c| c >= EAST_ASIAN || is_spaceless(c))
}

/// The words of a text in lower case, by their English stems; camelCase is split, and so are words at apostrophes.
fn words(text: &str) -> Vec<String> {
    let english = by_code("en");
    let stem = |word: &str| english.map_or_else(|| word.to_lowercase(), |english| english.stem(word));
    let mut words = Vec::new();
    parts(text, |part| {
        words.extend(part.split(['\'', '’']).filter(|word| !word.is_empty()).map(stem));
    });
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{brief, draft};
    use frieze_intent::Entity;

    fn intent() -> Intent {
        let text = "# Shop\n\n- As a customer I want to put products into a cart.\n\n## Data\n\n- Order: number, day, total amount\n";
        let brief = brief::read("brief.md", text.as_bytes()).unwrap();
        let mut intent = draft::draft(&brief, &"shop".parse().unwrap());
        let component = intent.components[0].clone();
        intent.components = vec![component.clone(), component];
        for (at, (id, name, children)) in
            [("cart-page", "Cart page", vec!["cart-line".to_owned()]), ("cart-line", "CartLine", Vec::new())]
                .into_iter()
                .enumerate()
        {
            let component = &mut intent.components[at];
            (component.id, component.name, component.children) = (id.to_owned(), name.to_owned(), children);
            component.kind = if at == 0 { ComponentType::View } else { ComponentType::Data };
        }
        intent
    }

    #[test]
    fn a_text_names_only_the_elements_it_spells_out() {
        let mut intent = intent();
        intent.user_flows[0].name = "Buying".to_owned();
        let entity = intent.data_model.entities[0].clone();
        let long = ["お客様のご注文内容の確認と変更", "ยืนยันรายการสั่งซื้อของลูกค้า"];
        let entities = ["注文", "Ordre", "주문"].into_iter().chain(long);
        intent.data_model.entities =
            entities.map(|name| Entity { name: name.to_owned(), ..entity.clone() }).collect();
        let names = ElementNames::of(&intent, &intent);
        let flow = intent.user_flows[0].id.clone();
        for (text, expected) in [
            ("the Cart page is too full", vec!["Cart page"]),
            ("carts are too full", vec!["Cart"]),
            ("the cart screen", vec!["Cart"]),
            ("a cart line shows no price", vec!["CartLine"]),
            ("cart-line: show the price", vec!["CartLine"]),
            ("say more in buying, and in BUYING", vec!["Buying"]),
            ("注文をもっと短く", vec!["注文"]),
            ("cartography", vec![]),
            ("make it nicer", vec![]),
            ("the total is wrong", vec![]),
            ("the total amount is wrong", vec!["total amount"]),
            ("the Cart’s total", vec!["Cart"]),
            ("the cart's total", vec!["Cart"]),
            ("l’ordre et d'ordre", vec!["Ordre"]),
            ("주문을 더 짧게", vec!["주문"]),
            ("お客様のご注文内容の確認と変更を短く", vec!["お客様のご注文内容の確認と変更"]),
            ("ยืนยันรายการสั่งซื้อของลูกค้าให้สั้น", vec!["ยืนยันรายการสั่งซื้อของลูกค้า"]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = names.in_text(text).into_iter().map(|e| e.name.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(names.in_text(&format!("{flow} lacks an ending"))[0].before, ["/userFlows/0"]);
    }

    /// A screen includes its parts, and a cycle of parts ends.
    #[test]
    fn a_screen_includes_its_parts() {
        let mut intent = intent();
        intent.components[1].children = vec!["cart-page".to_owned()];
        let names = ElementNames::of(&intent, &intent);
        assert_eq!(names.in_text("cart page")[0].after, ["/components/0", "/components/1"]);
    }
}
