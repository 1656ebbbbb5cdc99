//! Chooses the picture of a component: the one that it names, else one by its type and by the words of its name.

use frieze_intent as intent;
use frieze_intent::{Component, ComponentType};

/// The pictures of the wireframes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widget {
    Button,
    Link,
    Field,
    TextArea,
    Search,
    Toggle,
    Picker,
    Date,
    Upload,
    Menu,
    Slider,
    Quantity,
    Message,
    Progress,
    Data(Picture),
    Tag,
}

/// The pictures of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picture {
    Table,
    List,
    Card,
    Grid,
    Chart,
    Calendar,
    Image,
}

use Picture::{Calendar, Card, Chart, Grid, Image, List, Table};
use Widget::{
    Button, Date, Field, Link, Menu, Message, Picker, Progress, Quantity, Search, Slider, Tag, TextArea,
    Toggle, Upload,
};

/// Words that name a control. English and Japanese put the head of a compound last: a *search button* is a button.
const CONTROLS: &[(&str, Widget)] = &[
    ("button", Button),
    ("link", Link),
    ("field", Field),
    ("input", Field),
    ("textbox", Field),
    ("entry", Field),
    ("textarea", TextArea),
    ("editor", TextArea),
    ("composer", TextArea),
    ("search", Search),
    ("finder", Search),
    ("toggle", Toggle),
    ("switch", Toggle),
    ("checkbox", Toggle),
    ("picker", Picker),
    ("select", Picker),
    ("selector", Picker),
    ("dropdown", Picker),
    ("combobox", Picker),
    ("chooser", Picker),
    ("radio", Picker),
    ("filter", Picker),
    ("filters", Picker),
    ("sort", Picker),
    ("upload", Upload),
    ("uploader", Upload),
    ("dropzone", Upload),
    ("attachment", Upload),
    ("menu", Menu),
    ("slider", Slider),
    ("range", Slider),
    ("stepper", Quantity),
    ("quantity", Quantity),
    ("ボタン", Button),
    ("リンク", Link),
    ("入力欄", Field),
    ("入力", Field),
    ("フォーム", Field),
    ("欄", Field),
    ("検索", Search),
    ("検索窓", Search),
    ("切替", Toggle),
    ("スイッチ", Toggle),
    ("選択", Picker),
    ("フィルタ", Picker),
    ("フィルター", Picker),
    ("絞り込み", Picker),
    ("アップロード", Upload),
    ("メニュー", Menu),
];

/// A name that begins with one of these is a button.
const ACTIONS: &[&str] = &[
    "add", "apply", "approve", "archive", "assign", "book", "buy", "cancel", "close", "confirm", "continue",
    "create", "delete", "download", "edit", "export", "go", "log", "mark", "open", "pay", "place", "print",
    "publish", "reject", "remove", "request", "reset", "retry", "save", "send", "share", "sign", "start",
    "stop", "submit", "swap", "undo", "view",
];

/// Words for what is entered, if nothing names the control itself.
const ENTERED: &[(&str, Widget)] = &[
    ("date", Date),
    ("calendar", Date),
    ("deadline", Date),
    ("日付", Date),
    ("email", Field),
    ("password", Field),
    ("phone", Field),
    ("address", Field),
    ("name", Field),
    ("code", Field),
    ("number", Field),
    ("note", TextArea),
    ("notes", TextArea),
    ("comment", TextArea),
    ("message", TextArea),
    ("reason", TextArea),
    ("choose", Picker),
    ("choice", Picker),
    ("options", Picker),
    ("method", Picker),
    ("file", Upload),
    ("photo", Upload),
    ("tabs", Menu),
    ("enable", Toggle),
    ("consent", Toggle),
    ("agree", Toggle),
    ("amount", Quantity),
    ("name", Field),
    ("コメント", TextArea),
    ("メッセージ", TextArea),
];

/// Words for how data is laid out.
const DATA: &[(&str, Picture)] = &[
    ("table", Table),
    ("ledger", Table),
    ("matrix", Table),
    ("log", Table),
    ("report", Table),
    ("list", List),
    ("feed", List),
    ("queue", List),
    ("history", List),
    ("timeline", List),
    ("inbox", List),
    ("results", List),
    ("lines", List),
    ("items", List),
    ("thread", List),
    ("card", Card),
    ("summary", Card),
    ("detail", Card),
    ("details", Card),
    ("profile", Card),
    ("status", Card),
    ("total", Card),
    ("totals", Card),
    ("receipt", Card),
    ("badge", Card),
    ("banner", Card),
    ("grid", Grid),
    ("gallery", Grid),
    ("album", Grid),
    ("board", Grid),
    ("cards", Grid),
    ("tiles", Grid),
    ("thumbnails", Grid),
    ("photos", Grid),
    ("chart", Chart),
    ("graph", Chart),
    ("trend", Chart),
    ("plot", Chart),
    ("histogram", Chart),
    ("metrics", Chart),
    ("calendar", Calendar),
    ("roster", Calendar),
    ("schedule", Calendar),
    ("rota", Calendar),
    ("week", Calendar),
    ("month", Calendar),
    ("表", Table),
    ("一覧表", Table),
    ("一覧", List),
    ("リスト", List),
    ("履歴", List),
    ("カード", Card),
    ("詳細", Card),
    ("概要", Card),
    ("グラフ", Chart),
    ("カレンダー", Calendar),
    ("予定表", Calendar),
];

/// Containers whose parts are side by side.
const ROWS: &[&str] =
    &["toolbar", "header", "footer", "nav", "navigation", "bar", "tabs", "actions", "breadcrumb", "controls"];

/// The picture of a component that is neither a view nor a container.
pub fn widget(component: &Component, attributes: usize) -> Widget {
    component.widget.map_or_else(|| guessed(component, attributes), named)
}

/// The picture that a component names.
fn named(widget: intent::Widget) -> Widget {
    match widget {
        intent::Widget::Text => Field,
        intent::Widget::Number => Quantity,
        intent::Widget::Date => Date,
        intent::Widget::Choice => Picker,
        intent::Widget::Toggle => Toggle,
        intent::Widget::Button => Button,
        intent::Widget::Link => Link,
        intent::Widget::Navigation => Menu,
        intent::Widget::Message => Message,
        intent::Widget::Progress => Progress,
        intent::Widget::List => Widget::Data(List),
        intent::Widget::Table => Widget::Data(Table),
        intent::Widget::Chart => Widget::Data(Chart),
        intent::Widget::Image | intent::Widget::Map => Widget::Data(Image),
        intent::Widget::Card | intent::Widget::Dialog | intent::Widget::Form => Widget::Data(Card),
    }
}

fn guessed(component: &Component, attributes: usize) -> Widget {
    let name = component.name.chars().take(200).collect::<String>().to_lowercase();
    let id = component.id.chars().take(200).collect::<String>().to_lowercase();
    match component.kind {
        ComponentType::Data => Widget::Data(
            last_word(&name, DATA).or_else(|| last_word(&id, DATA)).unwrap_or(if attributes >= 3 {
                Table
            } else {
                List
            }),
        ),
        ComponentType::Control => last_word(&name, CONTROLS)
            .or_else(|| first_word(&name).filter(|word| ACTIONS.contains(word)).map(|_| Button))
            .or_else(|| last_word(&name, ENTERED))
            .or_else(|| last_word(&id, CONTROLS))
            .or_else(|| last_word(&id, ENTERED))
            .unwrap_or(Button),
        ComponentType::View | ComponentType::Container | ComponentType::Utility => Tag,
    }
}

/// Whether a container's parts are in a row.
pub fn is_row(component: &Component) -> bool {
    if let Some(widget) = component.widget {
        return widget == intent::Widget::Navigation;
    }
    let name = component.name.chars().take(200).collect::<String>().to_lowercase();
    words(&name).last().is_some_and(|word| ROWS.contains(&word))
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn first_word(text: &str) -> Option<&str> {
    words(text).next()
}

/// The picture of the last word that has one. In scripts without spaces, the longest ending counts.
fn last_word<T: Copy>(text: &str, table: &[(&str, T)]) -> Option<T> {
    words(text).rev().find_map(|word| {
        let whole = table.iter().find(|(known, _)| *known == word);
        let within = || {
            let found = table.iter().filter(|(known, _)| !known.is_ascii());
            found
                .filter_map(|entry| word.rfind(entry.0).map(|at| (at + entry.0.len(), entry)))
                .max_by_key(|f| f.0)
        };
        whole.or_else(|| within().map(|(_, entry)| entry)).map(|(_, widget)| *widget)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(kind: ComponentType, name: &str, widget: Option<intent::Widget>) -> Component {
        Component {
            id: "x".into(),
            kind,
            name: name.into(),
            description: String::new(),
            children: vec![],
            entities: vec![],
            states: vec![],
            satisfies: vec![],
            widget,
            shared: false,
        }
    }

    #[test]
    fn a_part_that_names_its_picture_gets_it_whatever_its_name_says() {
        use ComponentType::{Container, Control, Data};
        for (kind, name, given, expected) in [
            (Control, "Search button", intent::Widget::Toggle, Toggle),
            (Control, "Delivery date", intent::Widget::Choice, Picker),
            (Data, "Order table", intent::Widget::Message, Message),
            (Data, "Order", intent::Widget::Map, Widget::Data(Image)),
        ] {
            assert_eq!(widget(&part(kind, name, Some(given)), 3), expected, "{name}");
        }
        assert!(is_row(&part(Container, "Left side", Some(intent::Widget::Navigation))));
        assert!(!is_row(&part(Container, "Toolbar", Some(intent::Widget::Form))));
        assert!(is_row(&part(Container, "Toolbar", None)));
    }

    #[test]
    fn parts_get_the_picture_of_their_names() {
        use ComponentType::{Control, Data};
        for (kind, name, expected) in [
            (Control, "Search", Search),
            (Control, "Search button", Button),
            (Control, "Order search field", Field),
            (Control, "Save note", Button),
            (Control, "Note", TextArea),
            (Control, "Upload photos", Upload),
            (Control, "Sort order", Picker),
            (Control, "Delivery date", Date),
            (Control, "Status filter", Picker),
            (Control, "Dark mode switch", Toggle),
            (Control, "More actions menu", Menu),
            (Control, "Place order", Button),
            (Control, "Research", Button),
            (Control, "文書検索", Search),
            (Control, "検索ボタン", Button),
            (Control, "回答案の入力欄", Field),
            (Data, "Order list", Widget::Data(List)),
            (Data, "Order", Widget::Data(Table)),
            (Data, "Sales chart", Widget::Data(Chart)),
            (Data, "Chart legend table", Widget::Data(Table)),
            (Data, "問い合わせ一覧", Widget::Data(List)),
        ] {
            assert_eq!(widget(&part(kind, name, None), 3), expected, "{name}");
        }
    }
}
