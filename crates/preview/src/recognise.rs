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

/// Words that name a control, by its picture. English and Japanese put the head of a compound last: a *search button* is a button.
const CONTROLS: &[(Widget, &str)] = &[
    (Button, "button ボタン"),
    (Link, "link リンク"),
    (Field, "field input textbox entry 入力欄 入力 フォーム 欄"),
    (TextArea, "textarea editor composer"),
    (Search, "search finder 検索 検索窓"),
    (Toggle, "toggle switch checkbox 切替 スイッチ"),
    (
        Picker,
        "picker select selector dropdown combobox chooser radio filter filters sort 選択 フィルタ フィルター 絞り込み",
    ),
    (Upload, "upload uploader dropzone attachment アップロード"),
    (Menu, "menu メニュー"),
    (Slider, "slider range"),
    (Quantity, "stepper quantity"),
];

/// A name that begins with one of these is a button.
const ACTIONS: &[&str] = &[
    "add", "apply", "approve", "archive", "assign", "book", "buy", "cancel", "close", "confirm", "continue",
    "create", "delete", "download", "edit", "export", "go", "log", "mark", "open", "pay", "place", "print",
    "publish", "reject", "remove", "request", "reset", "retry", "save", "send", "share", "sign", "start",
    "stop", "submit", "swap", "undo", "view",
];

/// Words for what is entered, if nothing names the control itself.
const ENTERED: &[(Widget, &str)] = &[
    (Date, "date calendar deadline 日付"),
    (Field, "email password phone address name code number"),
    (TextArea, "note notes comment message reason コメント メッセージ"),
    (Picker, "choose choice options method"),
    (Upload, "file photo"),
    (Menu, "tabs"),
    (Toggle, "enable consent agree"),
    (Quantity, "amount"),
];

/// Words for how data is laid out.
const DATA: &[(Picture, &str)] = &[
    (Table, "table ledger matrix log report 表 一覧表"),
    (List, "list feed queue history timeline inbox results lines items thread 一覧 リスト 履歴"),
    (Card, "card summary detail details profile status total totals receipt badge banner カード 詳細 概要"),
    (Grid, "grid gallery album board cards tiles thumbnails photos"),
    (Chart, "chart graph trend plot histogram metrics グラフ"),
    (Calendar, "calendar roster schedule rota week month カレンダー 予定表"),
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
fn last_word<T: Copy>(text: &str, table: &[(T, &str)]) -> Option<T> {
    let known =
        || table.iter().flat_map(|(picture, words)| words.split(' ').map(move |word| (word, *picture)));
    words(text).rev().find_map(|word| {
        let whole = known().find(|(known, _)| *known == word);
        let within = || {
            let found = known().filter(|(known, _)| !known.is_ascii());
            let ends = found.filter_map(|(known, picture)| Some((word.rfind(known)? + known.len(), picture)));
            ends.max_by_key(|(end, _)| *end)
        };
        whole.map(|(_, picture)| picture).or_else(|| within().map(|(_, picture)| picture))
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
