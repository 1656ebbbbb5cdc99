//! Ways in which documents ask that no one word tells: lists that finish a sentence, orders under the heading of an issue,
//! sheets of use cases, and what is kept and managed in languages whose sentences are not taken apart.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};

fn brief(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).unwrap()
}

fn entity<'b>(brief: &'b Brief, name: &str) -> Option<Vec<&'b str>> {
    let found = brief.entities.iter().find(|e| e.name == name)?;
    Some(found.attributes.iter().map(|a| a.name.as_str()).collect())
}

#[test]
fn each_item_that_finishes_a_sentence_is_told_with_it() {
    let brief = brief(
        "# Boat house\n\n## Requirements\n\nMembers must be able to:\n- Reserve a boat for a morning\n- Hand a boat back\n\n\
         The system must keep the following data:\n- name of the boat\n- length\n",
    );
    let told = [
        (6, "Members must be able to reserve a boat for a morning"),
        (7, "Members must be able to hand a boat back"),
        (9, "The system must keep the following data: name of the boat; length"),
    ];
    check(&brief, &told, &[5, 10, 11]);
}

#[test]
fn sentences_below_one_that_binds_stand_for_themselves() {
    let brief = brief(
        "# Kiosk\n\n## Requirements\n\nThe kiosk must respect these rules:\n- a ticket is printed before the money is taken\n\
         - a queue never shows more than nine numbers\n",
    );
    check(&brief, &[(6, "a ticket is printed"), (7, "a queue never shows")], &[5]);
}

#[test]
fn examples_ask_for_nothing() {
    let brief = brief(
        "# Register of bells\n\n## Features\n\n- Search the bells by tower\n\nExamples of such towers:\n- Saint Brice\n- Old Mill\n",
    );
    check(&brief, &[(5, "Search the bells")], &[8, 9]);
}

#[test]
fn what_binds_among_examples_is_no_example() {
    let text = "# Register of bells\n\n## Features\n\n- Search the bells by tower\n\nFor example:\n- Saint Brice\n\
         - A bell MUST keep its name after a move\n";
    check(&brief(text), &[(9, "A bell MUST keep its name")], &[]);
    let brief = brief(&text.replace("A bell MUST keep its name after a move", "Old Mill"));
    let left: Vec<u32> = brief.left_out.iter().map(|left| left.line).collect();
    assert_eq!(left, [7, 8, 9], "{:#?}", brief.left_out);
}

#[test]
fn a_label_over_or_in_a_list_that_finishes_a_sentence_stays() {
    let brief = brief(
        "# Boat house\n\n## Requirements\n\n- FR-003: Members MUST be able to:\n  - reserve a boat\n  - hand a boat back\n\n\
         Guests can:\n- FR-001: Browse the boats\n- FR-002: Print a day ticket\n",
    );
    let told: Vec<(u32, &str, &str)> = brief
        .demands()
        .map(|s| (s.line, s.label.as_str(), s.text.as_str()))
        .filter(|told| !told.1.is_empty())
        .collect();
    let wanted = [
        (5, "FR-003", "Members MUST be able to: reserve a boat; hand a boat back"),
        (10, "FR-001", "Browse the boats"),
        (11, "FR-002", "Print a day ticket"),
    ];
    assert_eq!(told, wanted, "{:#?}", brief.statements);
}

#[test]
fn items_that_are_put_off_or_asked_do_not_finish_a_sentence() {
    let brief = brief(
        "# Boat house\n\n## Requirements\n\nMembers should be able to:\n- reserve a boat\n- export the log (won't have)\n\
         - lend a boat to guests?\n- choose a colour TBD\n- hand a boat back\n",
    );
    let told =
        [(6, "Members should be able to reserve a boat"), (10, "Members should be able to hand a boat back")];
    check(&brief, &told, &[7, 8, 9]);
    let lines = |told: &[frieze::domain::brief::Traced]| told.iter().map(|t| t.line).collect::<Vec<_>>();
    assert_eq!((lines(&brief.exclusions), lines(&brief.open_questions)), (vec![7], vec![8, 9]));
}

#[test]
fn what_something_consists_of_is_no_list_of_deeds() {
    let parts = brief(
        "# Embarcadero\n\n## Requisitos\n\n- El socio debe reservar una barca.\n\nLa ficha se compone de:\n- nombre de la barca\n- fecha de compra\n",
    );
    let torn: Vec<_> = parts.demands().filter(|s| s.text.contains("compone de nombre")).collect();
    assert!(torn.is_empty(), "{torn:#?}");
    let deeds = brief(
        "# Embarcadero\n\n## Requisitos\n\nLa aplicación debe ofrecer la posibilidad de:\n- Reservar una barca\n- Devolver una barca\n",
    );
    check(
        &deeds,
        &[(6, "La aplicación debe ofrecer la posibilidad de reservar"), (7, "La aplicación")],
        &[5],
    );
}

#[test]
fn an_issue_is_asked_for_by_its_orders() {
    let brief = brief(
        "# Roadmap\n\n## Issue 1: Night colours\n\n**Description:**\nAdd a dark set of colours for the night shift.\n\n\
         Wardens should be able to:\n- Switch it on by hand\n- Leave it to the clock\n\n## Issue 2: Sound\n\n**Description:**\n\
         Make the bell audible in the yard.\n",
    );
    let told = [
        (6, "Add a dark set of colours"),
        (9, "Wardens should be able to switch it on by hand"),
        (10, "Wardens should be able to leave it to the clock"),
        (15, "Make the bell audible"),
    ];
    check(&brief, &told, &[8]);
}

#[test]
fn what_roles_are_permitted_is_asked_for() {
    let permitted = "# Allotments\n\n## Roles and Permissions\n\n- Wardens: close a report and see every plot\n\
         - Tenants: report a broken tap with a picture\n";
    check(&brief(permitted), &[(5, "Wardens: close"), (6, "Tenants: report")], &[]);
    let told = permitted.replace("Roles and Permissions", "Stakeholders");
    check(&brief(&told), &[], &[5, 6]);
}

#[test]
fn a_table_that_names_labels_again_refers_to_them() {
    let brief = brief(
        "# Ferry desk\n\n## Requirements\n\n- **FR-1**: The desk shows the next ferry.\n- **FR-2**: The desk prints a ticket.\n\n\
         ## Proof\n\n| Requirement ID | Description | How |\n|---|---|---|\n| FR-1 | Next ferry | by hand |\n| FR-2 | Ticket | by hand |\n\
         | FR-3 | The desk must sound a horn | by hand |\n",
    );
    check(&brief, &[(5, "The desk shows"), (6, "The desk prints"), (14, "The desk must sound")], &[12, 13]);
}

#[test]
fn a_row_that_says_more_than_stood_at_its_label_is_asked_for() {
    let overview = "# Ferry desk\n\n## Overview\n\n| ID | Feature |\n|---|---|\n| FR-1 | Search |\n\n\
         ## Details\n\n| ID | Description |\n|---|---|\n| FR-1 | Search finds boats by name and length |\n";
    check(&brief(overview), &[(13, "Search finds boats")], &[]);
    // Of which a label is part is not what it stands for.
    let part = "# Ferry desk\n\n## Requirements\n\n- **FR-1.1**: The desk shows the next ferry.\n\n\
         ## Details\n\n| ID | Description |\n|---|---|\n| FR-1 | The next ferry |\n";
    check(&brief(part), &[(11, "The next ferry")], &[]);
    let tests = overview.replace("| ID | Description |", "| ID | Test case |");
    check(&brief(&tests), &[], &[13]);
}

#[test]
fn a_label_of_any_length_is_one_label() {
    let label = format!("FR-1{}", ".1".repeat(1_000));
    let brief =
        brief(&format!("# Ferry desk\n\n## Requirements\n\n- {label}: The desk must sound a horn.\n"));
    let told: Vec<(bool, &str)> = brief.demands().map(|s| (s.label == label, s.text.as_str())).collect();
    assert_eq!(told, [(true, "The desk must sound a horn.")]);
}

#[test]
fn a_sheet_loses_no_row_of_another_name() {
    let brief = brief(
        "# Cash point\n\n## Use cases\n\n### Withdraw\n\n| Field | Detail |\n|---|---|\n| Actor | Customer |\n\
         | Main flow | The customer enters the code. |\n| Business rules | The code must have 6 digits |\n\
         | Retry limit | must be 3 |\n| Frequency | Forty times a day |\n",
    );
    check(
        &brief,
        &[(10, "The customer enters"), (11, "The code must have"), (12, "Retry limit must be 3")],
        &[13],
    );
    let left: Vec<u32> = brief.left_out.iter().map(|left| left.line).collect();
    assert_eq!(left, [13], "{:#?}", brief.left_out);
}

#[test]
fn a_table_of_those_who_act_is_no_sheet() {
    let brief = brief(
        "# Mill\n\n## Actors\n\n| Actor | Description |\n|---|---|\n| Flow planner | Plans the day |\n| Miller | Runs the stones |\n\n\
         ## Requirements\n\n- The mill must stop at night.\n",
    );
    check(&brief, &[(12, "The mill must stop")], &[7, 8]);
    assert!(brief.actors.iter().any(|a| a.text.eq_ignore_ascii_case("flow planner")), "{:#?}", brief.actors);
}

#[test]
fn a_sheet_of_a_use_case_tells_its_steps_and_what_happens_otherwise() {
    let brief = brief(
        "# Préstamo de kayaks\n\n## Casos de uso\n\n### CU-01: Prestar un kayak\n\n| Campo | Detalle |\n|---|---|\n\
         | **Actor principal** | Monitor |\n| **Precondición** | El kayak está libre |\n\
         | **Flujo principal** | 1. El monitor elige el kayak. 2. El sistema anota la hora. |\n\
         | **Excepción** | Si el kayak está averiado, el sistema propone otro. |\n",
    );
    let told = [(11, "El monitor elige"), (11, "El sistema anota"), (12, "Si el kayak está averiado")];
    check(&brief, &told, &[5, 9, 10]);
    assert!(brief.actors.iter().any(|a| a.text.eq_ignore_ascii_case("monitor")), "{:#?}", brief.actors);
    assert!(brief.entities.iter().all(|e| e.attributes.is_empty()), "{:#?}", brief.entities);
}

#[test]
fn a_table_of_states_asks_for_what_each_does() {
    let brief = brief(
        "# Lock panel\n\n## Gate states\n\n| State | Description | Visual |\n|---|---|---|\n| open | Boats may pass the gate | green lamp |\n\
         | shut | Boats wait below the gate | red lamp |\n",
    );
    check(&brief, &[(7, "open: Boats may pass the gate; green lamp"), (8, "shut: Boats wait")], &[]);
    let rules = "# Regatta\n\n## Results\n\n| Buoys | Rating | Description |\n|---|---|---|\n| 0 | clean | No buoy was touched on the way |\n";
    check(&self::brief(rules), &[(7, "0: clean; No buoy was touched")], &[]);
}

#[test]
fn numbered_stories_on_lines_of_their_own_are_headings() {
    let brief = brief(
        "User Story 1: Lend a sledge\n\nDescription: As a guest, I want to lend a sledge so that I get down.\nAcceptance Criteria:\n\
         * The desk shows every free sledge.\n\n\nUser Story B2: Return it\n\nDescription: As a guest, I want to return a sledge.\n\
         Acceptance Criteria:\n* The desk prints the time of the return.\n",
    );
    check(&brief, &[(5, "The desk shows"), (12, "The desk prints")], &[1, 8]);
    assert_eq!(brief.stories.len(), 2, "{:#?}", brief.stories);
}

#[test]
fn chinese_says_what_is_needed_and_what_should_be() {
    let brief = brief(
        "# 码头登记\n\n## 4. 登记\n\n### 4.1 船只输入\n\n系统应支持批量登记船只。应用由港务处维护。\n\n每个泊位需要记录：\n\n- 编号。\n- 长度。\n- 状态。\n",
    );
    check(&brief, &[(7, "系统应支持"), (9, "每个泊位需要记录")], &[11, 12, 13]);
    assert_eq!(entity(&brief, "泊位"), Some(vec!["编号", "长度", "状态"]), "{:#?}", brief.entities);
}

#[test]
fn demand_in_a_market_and_money_owed_are_no_needs() {
    let strengths = |text: &str| demands(&brief(text)).into_iter().map(|(line, _)| line).collect::<Vec<_>>();
    let japanese =
        "# 港の受付\n\n## 背景\n\n来月の需要予測はまだない。\n\n## 要件\n\n桟橋を表示しなければならない。\n";
    assert_eq!(strengths(japanese), [9]);
    let chinese = "# 码头登记\n\n## 4. 登记\n\n应收账款由财务处核对。\n\n系统应收集船只信息。\n";
    assert_eq!(strengths(chinese), [7]);
}

#[test]
fn wishes_in_japanese_and_korean_have_somebody_who_wishes() {
    let japanese = brief(
        "# 港の受付\n\n## 要件\n\n### 要件 1: 係留\n\n**ユーザーストーリー:** 船長として、空いている桟橋を一覧で見たい。それにより、早く着岸できる。\n\n\
         #### 受け入れ基準\n\n1. システムは空いている桟橋を表示しなければならない。\n",
    );
    let story = japanese.stories.iter().find(|s| s.actor.is_some()).unwrap();
    assert_eq!(story.actor.as_deref(), Some("船長"));
    assert_eq!(story.want.as_deref(), Some("空いている桟橋を一覧で見たい"));
    let korean = brief(
        "# 선착장\n\n## 사용자 스토리\n\n- 선장으로서, 빈 자리를 확인하고 싶다. 그래야 빨리 접안할 수 있다.\n",
    );
    let story = korean.stories.iter().find(|s| s.actor.is_some()).unwrap();
    assert_eq!(story.actor.as_deref(), Some("선장"));
    assert_eq!(story.benefit.as_deref(), Some("빨리 접안할 수 있다"));
}

#[test]
fn what_is_kept_of_each_thing_is_read_in_russian() {
    let brief = brief(
        "# Причал\n\n## Требования\n\n### 1. Лодки\n\n- Система должна хранить данные о лодках:\n    - Название\n    - Дата постройки\n    - Длина, ширина\n\
         - Для каждого причала указывается:\n    - Номер\n    - Глубина\n\n### 2. Поиск\n\n- Посетитель ищет лодки по названию.\n- Причалы показаны на карте.\n",
    );
    check(
        &brief,
        &[(7, "Система должна хранить данные о лодках"), (11, "Для каждого причала указывается")],
        &[8, 9, 12, 13],
    );
    assert_eq!(
        entity(&brief, "Лодки"),
        Some(vec!["Название", "Дата постройки", "Длина", "ширина"]),
        "{:#?}",
        brief.entities
    );
    assert_eq!(entity(&brief, "Причалы"), Some(vec!["Номер", "Глубина"]), "{:#?}", brief.entities);
}

#[test]
fn what_is_managed_is_kept_where_others_speak_of_it() {
    let brief = brief(
        "# 선착장 관리 앱\n\n## 기능\n\n### 3.1 계류 관리\n\n- 계류 생성과 삭제\n- 계류 목록 검색\n\n### 3.2 사용자 메모\n\n- 계류별 메모 영역\n",
    );
    assert!(entity(&brief, "계류").is_some(), "{:#?}", brief.entities);
    check(&brief, &[(12, "계류별 메모 영역")], &[]);
}

#[test]
fn a_term_that_many_demands_speak_of_is_a_thing() {
    let brief = brief(
        "# Liman kaydı\n\n## Tanımlar\n\n| Terim | Açıklama |\n|---|---|\n| Bağlama Talebi | Bir teknenin yer isteği |\n| Kaptan | Talebi açan kullanıcı rolü |\n\n\
         ## Gereksinimler\n\n- Sistem bağlama talebini bir gün içinde yanıtlamalıdır.\n- Bağlama talebi iptal edilebilmelidir.\n\
         - Her bağlama talebine bir numara verilmelidir.\n",
    );
    assert!(entity(&brief, "Bağlama Talebi").is_some(), "{:#?}", brief.entities);
    assert!(entity(&brief, "Kaptan").is_none(), "{:#?}", brief.entities);
}

#[test]
fn tables_of_features_are_read_in_other_languages_and_by_their_own_column() {
    let chinese = brief(
        "# 船坞系统\n\n## 二、核心功能\n\n### 2.1 泊位\n\n| 功能点 | 描述 |\n|---|---|\n| 泊位预订 | 支持按日期预订泊位 |\n| 到期提醒 | 预订到期前提醒船主 |\n",
    );
    check(&chinese, &[(9, "泊位预订: 支持按日期预订泊位"), (10, "到期提醒: 预订到期前提醒船主")], &[7]);
    let ranked = brief(
        "# Tide clock\n\n## Key features\n\n| # | Feature | Why it matters |\n|---|---|---|\n| 1 | **Tide alarm** an hour before high water | Nobody gets wet |\n\
         | 2 | **Night dial** with red light | Eyes stay used to the dark |\n",
    );
    check(&ranked, &[(7, "Tide alarm an hour"), (8, "Night dial with red")], &[5]);
}
