//! Tests of the selection and the visible lines.

use super::*;

fn listing(heads: &[bool], height: u16) -> Listing {
    let rows = heads.iter().enumerate().map(|(at, head)| Row {
        line: Line::from(format!("line {at}")),
        head: *head,
        ..Row::default()
    });
    let mut listing = Listing::default();
    listing.set(rows.collect());
    listing.resize(height);
    listing
}

#[test]
fn stepping_selects_heads_and_keeps_them_on_the_screen() {
    let mut list = listing(&[false, true, false, true, false, false, true, false], 3);
    assert_eq!(list.selected(), 1);
    let mut visited = vec![list.selected()];
    for _ in 0..8 {
        list.step(true);
        visited.push(list.selected());
        let visible = list.top..list.top + 3;
        assert!(visible.contains(&list.selected()) || list.selected() < list.top, "{list:?}");
    }
    assert!(visited.contains(&3) && visited.contains(&6));
    for _ in 0..20 {
        list.step(false);
    }
    assert_eq!((list.selected(), list.top), (1, 0));
}

#[test]
fn a_revealed_line_has_its_following_lines_on_the_screen() {
    let mut list = listing(&[true; 40], 9);
    list.reveal(20);
    assert_eq!((list.selected(), list.top), (20, 17));
    list.reveal(39);
    assert_eq!((list.selected(), list.top), (39, 31));
    list.reveal(0);
    assert_eq!((list.selected(), list.top), (0, 0));
}

#[test]
fn replaced_lines_keep_the_element_at_its_height() {
    let rows = |names: &[&str]| names.iter().map(|name| Row::head((*name).to_owned()).about(*name)).collect();
    let mut list = Listing::default();
    list.set(rows(&["/a", "/b", "/b/1", "/b/2", "/c", "/d", "/e"]));
    list.resize(3);
    list.select(4);
    let height = list.selected() - list.top;
    list.set(rows(&["/a", "/b", "/c", "/d", "/e"]));
    assert_eq!((list.row().unwrap().pointer.as_deref(), list.selected() - list.top), (Some("/c"), height));
    list.set(rows(&["/b", "/a", "/c/0"]));
    assert_eq!(list.row().unwrap().pointer.as_deref(), Some("/c/0"), "the same place where nothing holds it");
    list.set(rows(&["/x", "/c", "/y"]));
    assert_eq!(list.row().unwrap().pointer.as_deref(), Some("/c"));
}

#[test]
fn a_list_at_its_top_shows_new_lines_there() {
    let rows = |names: &[&str]| names.iter().map(|name| Row::head((*name).to_owned()).about(*name)).collect();
    let mut list = Listing::default();
    list.resize(2);
    list.set(rows(&["/b", "/c", "/d"]));
    list.set(rows(&["/a", "/b", "/c", "/d"]));
    assert_eq!((list.selected(), list.visible()[0].line.to_string()), (0, "/a".to_owned()));
}

#[test]
fn an_empty_list_takes_all_actions() {
    let mut list = listing(&[], 4);
    list.step(true);
    list.step(false);
    list.page(true);
    list.scroll(9);
    list.click(2);
    list.select(7);
    assert_eq!((list.selected(), list.row(), list.position()), (0, None, None));
}

#[test]
fn fewer_lines_keep_a_valid_selection() {
    let mut list = listing(&[true; 30], 5);
    list.select(29);
    list.set(vec![Row::head("one"), Row::head("two")]);
    assert_eq!((list.selected(), list.top), (1, 0));
}
