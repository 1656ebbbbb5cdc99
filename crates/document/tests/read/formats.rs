//! Tests of each format: a document and its blocks.

use crate::common::{transcript, word};
use frieze_document::{Format, read};

/// The transcript of a document, compared line by line without indentation.
fn check(name: &str, text: &str, expected: &str) {
    let found = transcript(name, text.as_bytes());
    let found: Vec<&str> = found.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.trim_matches('\n').lines().map(str::trim_end).collect();
    assert_eq!(found, expected, "\n{}", found.join("\n"));
}

#[test]
fn markdown() {
    check(
        "a.md",
        "# Shop *online*\n\n**FR-001**: The system MUST show `cart.total`,\nalways. See [the\nannex](https://x.example/a).\n\n\
         1. Pay\n   - by **card**\n   - [x] by bill\n2) Send\n\n| Name | Type |\n|---|---|\n| id | `uuid` |\n| note | a<br>b |\n",
        "
1 # Shop online
3 *FR-001*: The system MUST show `cart.total`, / always. See the / annex.
7 [1.] Pay
8   [] by card
9   [] by bill
10 [2)] Send
12 | Name | Type
14 | id | uuid
15 | note | a
b",
    );
}

#[test]
fn parts_of_markdown_that_are_not_read() {
    check(
        "a.md",
        "---\ntitle: x\nowner: y\n---\n# A\n\n<!-- hidden\nwords -->\n\n```sql\nSELECT 1;\n```\n\nOld ~~never~~ new <!-- c --> ![alt](a.png) GET /users/<id> <b>now</b>.\n",
        "
5 # A
14 Old new GET /users/<id> now.
1 skipped: Comment
7 skipped: Comment
10 skipped: Code
14 skipped: Code
14 skipped: Comment
14 skipped: NotAsked",
    );
}

#[test]
fn a_sentence_above_a_rule_is_no_heading() {
    check("a.md", "Title\n=====\n\nThis is a sentence.\n---\n", "\n1 # Title\n4 This is a sentence.");
}

#[test]
fn fences_of_gherkin_and_markdown_are_read() {
    check(
        "a.md",
        "Intro\n\n```gherkin\nScenario: Pay\n  Given a cart\n```\n\n```\nGiven a bill\n```\n\n```markdown\n# Inner\n```\n",
        "
1 Intro
4 ## Scenario: Pay
5 [] *Given* a cart
9 [] *Given* a bill
13 # Inner",
    );
}

#[test]
fn html_between_markdown() {
    check(
        "README.md",
        "<p align=\"center\">\n<img src=\"x.png\">\n</p>\n\n# App\n\n<details><summary>More</summary>\n\nText.\n\n</details>\n\n<table><tr><th>A</th></tr>\n<tr><td>b</td></tr></table>\n",
        "
5 # App
7 More
9 Text.
13 | A
14 | b
2 skipped: Code",
    );
}

#[test]
fn plain_text() {
    check(
        "a.txt",
        "ORDER ENTRY\n\n3. Payment\n\n3.1 Cards\n\nCards are kept\nfor a year.\n\n3.1.1 The system shall accept cards\n\n3.1.2 The system shall refuse cash\n\n\
         Rules:\n• first\n– second\na) third\nb) fourth\n    (i) fifth\n\nThe room\n\n        is not code.\n\nDelivery\n~~~~~~~~\n\nText.\n",
        "
1 # ORDER ENTRY
3 # 3. Payment
5 ## 3.1 Cards
7 Cards are kept / for a year.
10 [3.1.1] The system shall accept cards
12 [3.1.2] The system shall refuse cash
14 Rules:
15 [] first
16 [] second
17 [a)] third
18 [b)] fourth
19   [(i)] fifth
21 The room
23 is not code.
25 ## Delivery
28 Text.",
    );
}

#[test]
fn running_text_keeps_its_dashes_and_numbers() {
    check(
        "a.txt",
        "The price is\n2.5 Percent higher\n– or lower –\nthan before.\n",
        "\n1 The price is / 2.5 Percent higher / – or lower – / than before.",
    );
}

#[test]
fn indented_code_is_no_text() {
    check(
        "a.md",
        "# A\n\nText.\n\n    fn main() {\n        call();\n    }\n\nEnd.\n",
        "
1 # A
3 Text.
9 End.
5 skipped: Code",
    );
}

#[test]
fn japanese_text() {
    check(
        "a.txt",
        "要件：\n・利用者は検索できる。\n（１）保存する。\n（２）削除する。\n",
        "
1 要件：
2 [] 利用者は検索できる。
3 [（１）] 保存する。
4 [（２）] 削除する。",
    );
}

#[test]
fn line_ends_of_every_kind() {
    for text in ["\u{feff}# A\r\n\r\nB\r\n", "# A\r\rB\r", "# A\n\n\u{c}B\n"] {
        check("a.md", text, "\n1 # A\n3 B");
    }
}

#[test]
fn utf16_is_decoded() {
    let little: Vec<u8> = "\u{feff}# Größe\n\nB".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = "\u{feff}# Text".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(transcript("a.txt", &little), "1 # Größe\n3 B\n");
    assert_eq!(transcript("a.txt", &big), "1 # Text\n");
}

#[test]
fn feature_files() {
    check(
        "a.feature",
        "# language: en\n@slow\nFeature: Checkout\n  As a buyer\n  I pay\n\n  Rule: One cart\n  Scenario Outline: Pay\n    Given a cart\n    * a bill\n    \"\"\"\n    raw\n    \"\"\"\n    Then <sum> is due\n    Examples:\n      | sum |\n      | 3   |\n",
        "
3 # Feature: Checkout
4 As a buyer / I pay
7 ## Rule: One cart
8 ### Scenario Outline: Pay
9 [] *Given* a cart
10 [] a bill
14 [] *Then* <sum> is due
16 | sum
17 | 3
1 skipped: Comment
2 skipped: Comment
11 skipped: Code",
    );
}

#[test]
fn feature_files_in_other_languages() {
    for (feature, scenario, step, keyword) in [
        ("Funktionalität: Kasse", "Szenario: Zahlen", "Wenn ich zahle", "Wenn"),
        ("Característica: Caja", "Escenario: Pagar", "Cuando pago", "Cuando"),
        ("Fonctionnalité: Caisse", "Scénario: Payer", "Quand je paie", "Quand"),
        ("機能: 支払い", "シナリオ: 払う", "もし払う", "もし"),
    ] {
        let text = format!("{feature}\n  {scenario}\n    {step}\n");
        let step = step.replacen(keyword, &format!("*{keyword}*"), 1);
        check("a.txt", &text, &format!("\n1 # {feature}\n2 ## {scenario}\n3 [] {step}"));
    }
}

#[test]
fn html() {
    let page = "<!DOCTYPE html>\n<html><head><title>T</title><style>p{}</style></head><body>\n<nav>Menu</nav>\n<h1>Shop &amp; more</h1>\n<p><b>FR-1</b> The system must\nshow <code>a</code> &lt; b.</p>\n<ol><li>One<ul><li>Deep</li></ul></li><li>Two</li></ol>\n<table><thead><tr><th>Name</th><th>Type</th></tr></thead><tr><td>id</td></tr></table><pre>x</pre></body></html>";
    check(
        "a.html",
        page,
        "
4 # Shop & more
5 *FR-1* The system must show `a` < b.
7 [1.] One
7   [] Deep
7 [2.] Two
8 | Name | Type
8 | id |
8 skipped: Code",
    );
    let one_line = page.replace('\n', " ");
    let document = read("a.html", one_line.as_bytes()).unwrap();
    assert_eq!(document.format, Format::Html);
    assert!(document.blocks.len() == 6 && document.blocks.iter().all(|block| block.line == 1));
}

#[test]
fn lines_of_html() {
    // Tags, comments and attributes span lines; a line feed as a character reference does not count as one.
    let page =
        "<!DOCTYPE\nhtml><p\ntitle='a>\nb'>One&#10;and\n<!-- c\n-->two<br>x &lt;\ny</p\n><img\n><p>Three";
    check(
        "a.html",
        page,
        "
4 One and two / x < y
9 Three
5 skipped: Comment
8 skipped: Code",
    );
    let one_line = page.replace('\n', " ");
    check(
        "a.html",
        &one_line,
        "
1 One and two / x < y
1 Three
1 skipped: Code
1 skipped: Comment",
    );
}

#[test]
fn content_of_html_that_is_not_read() {
    check(
        "a.html",
        "<title>a<p></title><script>if (a < b) '</p>'\n<!-- </script><nav><ul><li>b</ul></nav>\n<pre>a &lt;b c=\"\n</precious>\n\
         </PRE >One <![CDATA[ a\n]]>two<?php a ?><svg><text>c</svg> three<textarea>&lt;</p>",
        "
5 One two three
3 skipped: Code
5 skipped: Comment
6 skipped: Code",
    );
}

#[test]
fn references_in_html() {
    check(
        "a.html",
        "<p>Gr&ouml;&szlig;e &#8211; &#x2013; &copy &notin; AT&T &nope; a&b=c &",
        "\n1 Größe – – © ∉ AT&T &nope; a&b=c &",
    );
}

#[test]
fn html_within_markdown_keeps_its_lines() {
    check(
        "a.md",
        "# A\n\nText.\n\n<div\nclass=\"x\"><p>One\n<b>two</b></p>\n<!-- c -->\n<p>Three &amp; four</div>\n\nEnd.\n",
        "
1 # A
3 Text.
6 One two
9 Three & four
11 End.
8 skipped: Comment",
    );
}

#[test]
fn hostile_html_is_read_to_its_end() {
    let attributes: String = (0..200_000).map(|number| format!(" a{} b='>'", number % 70_000)).collect();
    for middle in [
        format!("<p{attributes}>"),
        "<".repeat(1 << 20),
        "&".repeat(1 << 20),
        "<ul><li><b>".repeat(100_000),
        "<table><td>".repeat(100_000),
        format!("<pre>{}</pre>", "</pr>".repeat(1 << 18)),
    ] {
        let page = format!("<p>Before</p>\n{middle}<p>After</p>");
        let found = transcript("a.html", page.as_bytes());
        assert!(found.contains("Before") && found.contains("After"), "{}", &middle[..20]);
    }
    // An element that is never closed ends with the document.
    for open in ["<!--", "<script>", "<script><!--", "<pre>"] {
        let page = format!("<p>Before</p>\n{}<p>After</p>", open.repeat(100_000));
        let found = transcript("a.html", page.as_bytes());
        assert!(found.contains("Before") && !found.contains("After"), "{open}");
    }
}

#[test]
fn broken_html_is_still_text() {
    check("a.html", "<html><p>a < b <li>c</ul></b><td>d<p title=it's>e<a \"", "\n1 a < b\n1 [] c\n1 d\n1 e");
}

#[test]
fn csv() {
    check(
        "a.csv",
        "\u{feff}sep=;\r\nKey;Summary;Description;Type\r\n\r\nA-1;Pay;\"First\r\nsecond; \"\"quoted\"\"\";Story\r\nA-2;Send\r\nA-3;b;c;d;e\r\n",
        "
2 | Key | Summary | Description | Type
4 | A-1 | Pay | First
second; \"quoted\" | Story
6 | A-2 | Send |  |
7 | A-3 | b | c | d;e",
    );
    assert_eq!(read("a.tsv", b"id\tname\towner\tstate\n1\ta\tb\tc\n").unwrap().format, Format::Csv);
    assert_eq!(read("a.csv", b"Requirement\nThe system shall pay\n").unwrap().format, Format::Csv);
    // Only its name makes a file a table.
    assert_eq!(read("a.txt", b"id,name,owner,state\n1,a,b,c\n").unwrap().format, Format::Text);
}

#[test]
fn word_documents() {
    let bytes = word(
        r#"<w:p><w:pPr><w:pStyle w:val="Verzeichnis1"/></w:pPr><w:r><w:t>Overview 3</w:t></w:r></w:p>
        <w:p><w:pPr><w:pStyle w:val="Eigene"/></w:pPr><w:r><w:t>Übersicht &amp; Ziel</w:t></w:r></w:p>
        <w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>FR</w:t></w:r><w:r><w:rPr><w:rStyle w:val="Fett"/></w:rPr><w:t>-1</w:t></w:r><w:r><w:t xml:space="preserve"> The system </w:t></w:r><w:del><w:r><w:delText>may</w:delText></w:r></w:del><w:r><w:rPr><w:strike/></w:rPr><w:t>can</w:t></w:r><w:ins><w:r><w:t>must</w:t><w:br/><w:t>pay.</w:t></w:r></w:ins></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>deep</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>two</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>dot</w:t></w:r></w:p>
        <w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Type</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>id</w:t></w:r></w:p><w:p><w:r><w:t>key</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>
        <w:p><w:r><w:t>End</w:t></w:r></w:p>"#,
    );
    let expected = "2 # Übersicht & Ziel\n3 *FR-1* The system must / pay.\n4 [FR-1] one\n5   [] deep\n6 [FR-2] two\n7 [] dot\n\
                    8 | Name | Type\n10 | id\nkey | \n13 End\n1 skipped: NotAsked\n3 skipped: NotAsked\n";
    assert_eq!(transcript("a.docx", &bytes), expected);
    assert_eq!(read("a.docx", &bytes).unwrap().format, Format::Docx);
}

/// Text that begins with a number makes no list within an item.
#[test]
fn numbers_in_items_are_written_as_text() {
    let text = "- 1\\. x\n- 2\\) y\n";
    assert_eq!(frieze_document::to_markdown(&read("a.md", text.as_bytes()).unwrap()), text);
}
