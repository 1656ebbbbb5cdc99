//! Documents that hardly ever say must: letters without a head, lists of what each group of people gets, the plain
//! present tense; and documents of other tongues and forms whose headings say what they are.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, read};

fn brief(file: &str, text: &str) -> Brief {
    read(file, text.as_bytes()).unwrap()
}

/// The lines of all that is asked for, once each.
fn lines(brief: &Brief) -> Vec<u32> {
    let mut lines: Vec<u32> = brief.demands().map(|s| s.line).collect();
    lines.dedup();
    lines
}

const LETTER: &str = "Hi Marta,\n\nthanks again for the coffee, it was good to see you! As promised here is what we would like.\n\n\
    Players sign up at the table and we type their name. Everybody sees the pairings on the wall, and the colours should alternate.\n\n\
    After a game the two players come to the desk and we enter the result. The standings are printed after each round.\n\n\
    A player who goes home early is taken out of the pairing.\n\nWhat we don't need: clocks or money.\n\nBest wishes,\nJan\n";

#[test]
fn a_letter_without_a_head_is_read_without_greeting_and_signature() {
    let brief = brief("chess.md", LETTER);
    assert_eq!(lines(&brief), [5, 7, 9], "{:#?}", brief.statements);
    assert_eq!(brief.title.text, "Chess");
    let summary: Vec<&str> = brief.summary.iter().map(|s| s.text.as_str()).collect();
    assert!(summary[0].starts_with("Players sign up"), "{summary:#?}");
    assert!(brief.exclusions.iter().any(|e| e.line == 11));
    let all = brief.statements.iter().map(|s| s.text.as_str()).collect::<String>();
    assert!(!all.contains("Marta") && !all.contains("Jan"), "{all}");
}

#[test]
fn a_line_that_greets_inside_a_document_is_no_letter() {
    let text = "# Guest book\n\nHello everybody,\n\nis shown on the first page. The guest book must keep each entry.\n";
    assert_eq!(brief("guests.md", text).title.text, "Guest book");
}

const NURSERY: &str = "# Nursery app\n\n## User roles\n\n### Parents\n\n- Photos of the day\n- Invoices and receipts\n\n\
    ### Teachers\n\n- One-tap attendance\n- Notes to parents or the whole group\n\n## First version\n\n\
    The teacher captures a few moments. Receipts are sent to the parents.\n\nOnline payment can come later.\n";

#[test]
fn what_each_group_of_people_gets_is_asked_for() {
    let brief = brief("nursery.md", NURSERY);
    assert_eq!(lines(&brief), [7, 8, 12, 13, 17], "{:#?}", brief.statements);
    let actors: Vec<&str> = brief.actors.iter().map(|a| a.text.as_str()).collect();
    assert!(actors.contains(&"parent") && actors.contains(&"teacher"), "{actors:?}");
    assert!(
        !actors.iter().any(|actor| actor.contains("photo") || actor.contains("attendance")),
        "{actors:?}"
    );
    let story = brief.stories.iter().find(|story| story.title == "Parents").unwrap();
    assert_eq!(story.actor.as_deref(), Some("parent"));
    assert!(brief.exclusions.iter().any(|e| e.line == 19), "{:#?}", brief.exclusions);
}

#[test]
fn traits_of_a_persona_are_no_demands() {
    let text = "# Shop\n\n## Personas\n\n### Ada\n\n- **Age**: 34\n- **Goals**: to shop quickly\n\n## Features\n\n\
        - Search by colour\n- A basket that is kept\n- Orders by post\n";
    assert_eq!(lines(&brief("shop.md", text)), [12, 13, 14]);
}

#[test]
fn features_that_a_sentence_announces_are_demands_of_their_own() {
    let text = "# Project Title\n\n**Bath buddy**\n\n## Scope\n\nThe first version will include features in two areas:\n\n\
        - **Health**\n  - Book and log a swim\n  - Weekly reminders\n- **Money**\n  - Track what a ticket cost\n";
    let brief = brief("bath.md", text);
    assert_eq!(lines(&brief), [10, 11, 13], "{:#?}", brief.statements);
    assert_eq!(brief.title.text, "Bath buddy");
}

#[test]
fn a_story_in_two_columns_is_one() {
    let text = "# Deck\n\n| Priority | User | Description | How |\n|---|---|---|---|\n\
        | P0 | As a developer | I want to show my projects on my profile. | from the store |\n\
        | P1 | As a recruiter | I want to search for developers. | by a filter |\n";
    let brief = brief("deck.md", text);
    assert_eq!(lines(&brief), [5, 6]);
    assert_eq!(brief.stories[0].actor.as_deref(), Some("developer"));
    assert_eq!(brief.stories[1].want.as_deref(), Some("search for developers"));
}

#[test]
fn korean_headings_say_what_stands_below_them() {
    let text = "# 기능 명세서: 할 일\n\n### 사용자 이야기 1 - 할 일을 추가한다 (우선순위: P1)\n사용자는 항목을 등록한다.\n\n\
        **이 우선순위의 이유**: 앱의 핵심이므로 먼저 있어야 한다.\n\n**수락 시나리오**:\n1. 사용자가 빈 값을 입력하면 안내가 표시된다.\n\
        2. 사용자가 값을 입력하면 항목이 추가된다.\n\n### 엣지 케이스\n\n- 확인을 취소한 경우 항목은 유지된다.\n\n### 기능 요구사항\n\n\
        - **FR-001**: 시스템은 항목을 저장해야 한다.\n";
    let brief = brief("todo.md", text);
    assert_eq!(lines(&brief), [9, 10, 14, 18], "{:#?}", brief.statements);
    assert_eq!(brief.title.text, "할 일");
    assert_eq!(brief.stories[0].title, "할 일을 추가한다");
}

#[test]
fn a_table_of_contents_and_what_surrounds_a_german_specification_ask_for_nothing() {
    let text = "# Lastenheft\n\n| Feld | Text |\n|---|---|\n| Projektbezeichnung | Kassenbuch |\n\n## Inhaltsverzeichnis\n\n\
        1. [Allgemeines](#a)\n    1. Zweck des Dokuments\n2. [Funktionale Anforderungen](#f)\n3. [Lieferumfang](#l)\n\n\
        ### 1. Allgemeines\n\nDer Verein führt sein Buch auf Papier.\n\n### 2. Funktionale Anforderungen\n\n\
        1. Einnahmen und Ausgaben eintragen\n2. Ausgaben nach Kategorien zeigen\n\n### 3. Lieferumfang\n\n1. Liefertermin: im Juni\n";
    let brief = brief("kasse.md", text);
    assert_eq!(lines(&brief), [20, 21], "{:#?}", brief.statements);
    assert_eq!(brief.title.text, "Kassenbuch");
}

#[test]
fn chinese_sections_on_users_and_on_what_is_left_out_ask_for_nothing() {
    let text = "# 报平安 需求文档\n\n## 2. 目标用户\n\n1. **年轻用户**：喜欢互动。\n\n## 3.1 功能需求\n\n- 支持一键报平安。\n- 支持自定义提醒周期。\n\n\
        ## 3.3 暂不纳入\n\n- 实时定位共享。\n\n## 8. 里程碑\n\n- 第 1 周：需求冻结。\n";
    let brief = brief("safe.md", text);
    assert_eq!(lines(&brief), [9, 10], "{:#?}", brief.statements);
    assert!(brief.exclusions.iter().any(|e| e.line == 14));
}

#[test]
fn a_section_called_tags_may_demand() {
    let text = "# Reactions\n\n## Tags\n\nThere MUST be a tag with the id of the entry. A tag SHOULD name its author.\n";
    assert_eq!(lines(&brief("reactions.md", text)), [5]);
}

#[test]
fn a_title_is_freed_of_the_kind_of_its_document() {
    let title = |text: &str| brief("brief.md", &format!("{text}\n\nThe app must count.\n")).title.text;
    assert_eq!(title("# AmCount Product Requirements Document (PRD)"), "AmCount");
    assert_eq!(
        title("# Software Requirements Specification (SRS)\n## For HostelShare: lending on the campus"),
        "HostelShare: lending on the campus"
    );
    assert_eq!(title("# Wordy Waters — Game Design Document"), "Wordy Waters");
}

#[test]
fn how_stories_are_written_is_no_story() {
    let text = "# Cookbook\n\n- Each story follows the template: **As a \\<actor\\>, I want \\<capability\\>, so that \\<value\\>.**\n\n\
        ## Recipes\n\nAs a cook, I want to search my recipes, so that I find them.\n";
    let brief = brief("cookbook.md", text);
    assert_eq!(lines(&brief), [7], "{:#?}", brief.statements);
    assert_eq!(brief.stories.len(), 1);
}

#[test]
fn ticked_sentences_of_a_korean_list_are_demands_of_their_own() {
    let text = "# 요구사항\n\n## 기능 요구사항\n\n### 좌석 예약\n\n- [x] 날짜를 선택할 수 있다.\n  - [x] 지난 날짜는 선택할 수 없다.\n\
        - [x] 좌석 번호의 앞자리를 먼저 입력 받을 수 있다.\n  - [x]좌석 번호는 숫자만 입력할 수 있다.\n  - [x] 최대 네 자리까지 보여준다.\n";
    let brief = brief("seats.md", text);
    assert_eq!(lines(&brief), [7, 8, 9, 10, 11], "{:#?}", brief.statements);
    assert!(brief.statements.iter().all(|s| !s.text.contains('[')), "{:#?}", brief.statements);
}

#[test]
fn names_over_lists_stay_names_and_links_stay_links() {
    let text = "# 요구사항\n\n## 기능 요구사항\n\n- 좌석 예약\n  - 날짜를 선택할 수 있다.\n  - 좌석을 고를 수 있다.\n\
        - [x](https://example.org/seats) 참고 자료를 보여준다.\n";
    let brief = brief("seats.md", text);
    assert_eq!(lines(&brief), [6, 7, 8], "{:#?}", brief.statements);
}

#[test]
fn an_item_of_two_sentences_is_no_name_of_the_list_inside() {
    let text = "# Bibliothek\n\n## Anforderungen\n\n- Keine Anmeldung. Liste der Leser\n    - Der Leser muss seine Karte zeigen.\n\
        - Ausleihe\n    - Der Leser muss das Buch scannen.\n";
    assert_eq!(lines(&brief("bib.md", text)), [5, 6, 8]);
}

const PROPOSAL: &str = "- Start Date: 2024-03-02\n- RFC PR: (leave this empty)\n\n# Summary\n\nThe planner should accept a list of rooms. It will help those who are new.\n\n\
    # Motivation\n\nA list would save us an hour each day.\n\n# Detailed design\n\nThe planner would read the list when it starts. \
    Would it read it twice?\n\n# Drawbacks\n\n1. The planner would have to be restarted.\n2. Users would need one more file.\n\n\
    # Alternatives\n\nOne alternative would be a second planner.\n\n# Unresolved questions\n\nWho writes the list?\n";

#[test]
fn a_proposal_asks_for_what_would_be_done() {
    let brief = brief("rooms.md", PROPOSAL);
    assert_eq!(lines(&brief), [6, 14], "{:#?}", brief.statements);
    assert!(brief.demands().all(|s| !s.text.contains("who are new")), "{:#?}", brief.statements);
    assert!(brief.open_questions.iter().any(|q| q.line == 27), "{:#?}", brief.open_questions);
}

#[test]
fn what_would_be_elsewhere_is_asked_of_nobody() {
    let text = "# Rooms\n\n- Booking of rooms: members\n- Keys: the desk\n\n## Summary\n\nThe planner must accept a list.\n\n\
        ## Design\n\nThe planner would be slower with a second list.\n\n## Alternatives\n\nA second planner would be too dear.\n";
    let brief = brief("rooms.md", text);
    let told = lines(&brief);
    assert!(told.contains(&8) && !told.contains(&12) && !told.contains(&16), "{told:?}");
    assert!(brief.left_out.iter().all(|left| left.line != 3), "{:#?}", brief.left_out);
}

const STALL: &str = "# Honey stall\n\n## About the business\n\nCustomers pick a jar, then choose a lid.\n\n## What I need\n\n- A page with all jars\n\
    - A form for orders\n\nI have a sheet with our colours — please use those.\n\n## Content I'll provide\n\n- ✅ List of jars (see jars.md)\n\
    - ✅ The logo\n- ❌ Photos — I have none. Use plain colours for now.\n\n## Contact\n\n> *\"I want a page that my mother can read.\"*\n> — Marta\n";

#[test]
fn what_is_handed_over_and_who_is_quoted_ask_for_nothing() {
    let brief = brief("honey.md", STALL);
    assert_eq!(lines(&brief), [9, 10, 12, 18], "{:#?}", brief.statements);
    let left: Vec<u32> = brief.left_out.iter().map(|left| left.line).collect();
    assert!([16, 17, 22, 23].iter().all(|line| left.contains(line)), "{left:?}");
}

#[test]
fn what_the_product_provides_is_asked_for() {
    let text = "# Honey stall\n\n## Pages\n\n### About the business\n\n- A picture of the bees\n- A text about the founders\n\n\
        ## What we will provide to customers\n\n- ✅ A list of jars\n- ✅ A form for orders\n\n## Texts\n\n\
        - \"Sold out\" — shown when no jar is left\n- Please enter your name\n\nPlease use the comments for questions.\n";
    let brief = brief("honey.md", text);
    assert_eq!(lines(&brief), [7, 8, 12, 13, 17, 18], "{:#?}", brief.statements);
}

#[test]
fn numbered_criteria_of_success_are_what_the_product_is_accepted_by() {
    let text = "# Zegar — wymagania\n\n## Cel i kontekst\n\n- **Cel:** nauka zegara w szkole.\n- **Platforma:** desktop i tablet.\n\n\
        ### Kryteria sukcesu\n\n1. Zegar uruchamia się bez błędów w konsoli.\n2. Stabilne 30 FPS.\n3. Liczba pytań spadnie o 30%.\n\n\
        ## Architektura\n\n- Moduły w katalogu `src`.\n\n### Zasady projektowe\n\n- Gdy karta jest ukryta, zegar się zatrzymuje.\n";
    assert_eq!(lines(&brief("zegar.md", text)), [6, 10, 11, 20]);
}

#[test]
fn measures_of_success_stay_goals() {
    let text = "# School clock\n\n## Success metrics\n\n1. The clock is used in ten schools.\n\n## Success criteria\n\n1. Fewer questions to teachers\n\
        2. Teachers recommend it\n- The clock starts at once.\n\n## Personas\n\n- **Platform:** an old tablet\n\n## Features\n\n- Show the hours\n- Show the minutes\n";
    let brief = brief("clock.md", text);
    assert_eq!(lines(&brief), [19, 20], "{:#?}", brief.statements);
    assert!(brief.goals.iter().any(|goal| goal.line == 9));
}

#[test]
fn short_items_over_lists_tell_the_stories_of_a_document_without_headings_for_them() {
    let text = "# Wortschatz\n\n## Anforderungen\n\n- Listen\n    - Benutzer legen Listen an\n    - Listen haben einen Titel\n    - Listen werden geteilt\n\
        - Übung\n    - Das System fragt ab\n    - Die Frage ist zufällig\n    - Das Ergebnis wird gezeigt\n- Sprache\n    - Alles auf Deutsch\n";
    let stories: Vec<String> = brief("wort.md", text).stories.into_iter().map(|story| story.title).collect();
    assert_eq!(stories, ["Listen", "Übung"]);
    let headed = text.replace("## Anforderungen", "## Trainer");
    let stories: Vec<String> =
        brief("wort.md", &headed).stories.into_iter().map(|story| story.title).collect();
    assert_eq!(stories, ["Trainer"]);
}

#[test]
fn a_note_says_what_it_goes_without() {
    let text = "I want to list my plants. The user can add a plant.\n\nNo need to run a server. No hurry with this.\n";
    let told: Vec<String> = brief("plants.md", text).demands().map(|s| s.text.clone()).collect();
    assert!(told.iter().any(|t| t == "No need to run a server."), "{told:?}");
    assert!(!told.iter().any(|t| t.contains("No hurry")), "{told:?}");
}

#[test]
fn what_korean_sentences_act_upon_is_a_thing() {
    let text = "# 자전거 대여\n\n## 기능 요구사항\n\n- 회원은 자전거를 예약할 수 있어야 한다.\n- 시스템은 고장 난 자전거를 숨겨야 한다.\n\
        - 시스템은 화면을 갱신해야 한다.\n- 관리자는 화면을 바꿀 수 있어야 한다.\n- 마을 이름과 가을 행사는 표시하지 않아야 한다.\n";
    let names: Vec<String> = brief("bikes.md", text).entities.into_iter().map(|entity| entity.name).collect();
    assert_eq!(names, ["자전거"]);
}

#[test]
fn a_table_of_names_and_fields_under_a_heading_of_data_tells_the_things() {
    let text = "# 图书角\n\n## 数据\n\n| 名称 | 字段 |\n|---|---|\n| 图书 | 书名、作者 |\n| 借阅 | 日期、状态 |\n\n\
        ## 功能需求\n\n1. 系统必须登记图书。\n\n| 名称 | 内容 |\n|---|---|\n| 首页 | 欢迎 |\n";
    let brief = brief("books.md", text);
    let told: Vec<(String, usize)> =
        brief.entities.iter().map(|e| (e.name.clone(), e.attributes.len())).collect();
    assert_eq!(told, [("图书".to_owned(), 2), ("借阅".to_owned(), 2)]);
}

#[test]
fn stories_without_criteria_count_beside_those_that_have_theirs() {
    let criteria: String =
        (0..6).map(|n| format!("  - AC: seat {n} must be shown in its own colour\n")).collect();
    let text = format!(
        "# Stage\n\nStories from the workshop.\n\n- As an usher, I want to see free seats, so that I can help.\n{criteria}\
         - As an usher, I want to block a seat.\n- As a cook, I want to list meals.\n- As a cook, I want to print meals.\n"
    );
    let brief = brief("stage.md", &text);
    let told = lines(&brief);
    assert!([12, 13, 14].iter().all(|line| told.contains(line)) && !told.contains(&5), "{told:?}");
    assert!(brief.described().all(|s| s.line < 12), "{:#?}", brief.statements);
}
