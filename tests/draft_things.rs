//! Things, gestures and purposes that a document tells of in passing: by what is done to a noun, in several languages, by
//! fields in brackets, and by sentences without a condition. What a document does not say is not made up.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, read};
use frieze::domain::draft::draft;
use frieze::domain::intent::{Alternative, Intent};

fn brief(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).unwrap()
}

fn drafted(text: &str) -> Intent {
    draft(&brief(text), &"harbour".parse().unwrap())
}

/// Each thing with its fields.
fn things(text: &str) -> Vec<String> {
    let told = brief(text);
    let of = |fields: Vec<&str>| {
        if fields.is_empty() { String::new() } else { format!(": {}", fields.join(", ")) }
    };
    let entities = told.entities.iter();
    entities.map(|e| e.name.clone() + &of(e.attributes.iter().map(|a| a.name.as_str()).collect())).collect()
}

#[test]
fn what_is_created_and_deleted_in_another_language_is_a_thing() {
    let dutch = "# Havenboek\n\n## Functionele eisen\n\n- Ligplaatsen kunnen aanmaken\n- Ligplaatsen bewerken (naam, lengte, diepte)\n\
                 - Een overzicht van alle ligplaatsen voor de havenmeester\n- Foto's van het water bekijken met de telefoon\n";
    assert_eq!(things(dutch), ["Ligplaatsen: naam, lengte, diepte"]);
    let russian = "# Причал\n\n## Требования\n\n- Система должна создавать заявки на стоянку\n\
                   - Отмена заявки без оплаты\n- Шкипер видит заявку и её статус\n";
    assert_eq!(things(russian), ["Заявки"]);
    let portuguese = "# Marina\n\n## Requisitos\n\n- O sistema deve permitir cadastrar viagens (rota, data, carga, início e término).\n\
                      - O sistema deve listar viagens com busca por rota e data.\n";
    assert_eq!(things(portuguese), ["Viagens: rota, data, carga, início, término"]);
}

#[test]
fn the_forms_of_a_noun_find_the_thing() {
    let intent = drafted(
        "# Havenboek\n\n## Functionele eisen\n\n- Steigers kunnen aanmaken\n- De havenmeester moet elke steiger kunnen verwijderen\n\
         - Een lijst van de steigers voor bezoekers van de haven\n",
    );
    let reached = intent.user_flows.iter().flat_map(|f| &f.steps).filter(|s| !s.entities.is_empty()).count();
    assert!(reached >= 2, "{:#?}", intent.user_flows);
}

#[test]
fn a_document_that_names_no_thing_has_none() {
    for text in [
        "# Havenboek\n\n## Functionele eisen\n\n- Snel laden\n- Rustige kleuren\n- Gegevens opslaan\n",
        "# Причал\n\n## Требования\n\n- Система должна работать быстро\n- Сохранять данные\n",
        "# Hafen\n\n## Anforderungen\n\n- Das System muss schnell sein\n- Daten speichern\n",
        "# Pier\n\n## Requirements\n\n- The system shall be quick\n- The system shall be quiet at night\n",
    ] {
        assert_eq!(things(text), [""; 0], "{text}");
        let intent = drafted(text);
        assert!(intent.data_model.entities.is_empty() && intent.interactions.is_empty(), "{text}");
        assert!(intent.open_questions.iter().any(|q| q.starts_with("Which things does it keep")), "{text}");
    }
}

#[test]
fn what_is_made_has_the_fields_in_brackets_behind_it() {
    let text = "# Lighthouse log\n\n## Features\n\n- Create watch sheet (keeper, start time, end time, weather)\n\
                - The log shall be readable at night\n";
    assert_eq!(things(text), ["Watch sheet: keeper, start time, end time, weather"]);
    let kinds = "# Lighthouse log\n\n## Features\n\n- Choose a lamp colour (red, green, white)\n- The log shall be readable\n";
    assert!(things(kinds).iter().all(|thing| !thing.contains("red")), "{:?}", things(kinds));
}

#[test]
fn what_is_hidden_from_somebody_is_no_thing() {
    let text = "# Pier desk\n\n## Requirements\n\n- The warden role shall hide: berths, prices, keys and logs\n\
                - The desk shall open at nine\n";
    assert!(things(text).iter().all(|thing| !thing.starts_with("Hide")), "{:?}", things(text));
}

#[test]
fn a_heading_among_things_of_which_nothing_speaks_is_no_thing() {
    let text = "# Pier desk\n\n## Requirements\n\n- The desk shall list every berth\n\n## Entities\n\n### Berth\n- length\n- depth\n\n\
                ### Great picture\n\n![all](all.png)\n\n### Mooring\n- start\n- end\n";
    assert_eq!(things(text), ["Berth: length, depth", "Mooring: start, end"]);
}

#[test]
fn what_only_the_story_around_the_demands_names_is_no_thing() {
    let text = "# Libro del muelle\n\n## Contexto\n\nUn capitán llevó la libreta, y cada libreta se perdió con la lluvia. La libreta no sirve.\n\n\
                ## Requisitos funcionales\n\n- El sistema debe registrar cada amarre\n- El sistema debe mostrar el amarre libre\n";
    assert_eq!(things(text), ["Amarre"]);
}

#[test]
fn a_gesture_that_is_told_in_passing_is_an_interaction() {
    let intent = drafted(
        "# Tide board\n\n## Features\n\n- Selecting a pier shows the tides of its berths\n- Reload button to fetch the newest tides\n\
         - The board lists all piers\n",
    );
    let told: Vec<String> =
        intent.interactions.iter().map(|i| format!("{} | {}", i.trigger, i.response)).collect();
    assert_eq!(
        told,
        ["Selecting a pier | Shows the tides of its berths", "Reload button | Fetches the newest tides"]
    );
}

#[test]
fn a_goal_is_what_the_summary_says_it_is_for() {
    let told = drafted(
        "# Tide board\n\n## Overview\n\nA board at the pier. It hangs there to help skippers leave in time.\n\n## Features\n\n\
         - The board shall list all tides\n",
    );
    assert_eq!(told.goals, ["It hangs there to help skippers leave in time"]);
    let silent = drafted(
        "# Tide board\n\n## Overview\n\nA board at the pier.\n\n## Features\n\n- The board shall list all tides\n",
    );
    assert!(silent.goals.is_empty(), "{:?}", silent.goals);
}

#[test]
fn short_lists_of_another_language_have_flows_fields_and_gestures() {
    let german = "# Vereinsboote\n\n## Anforderungen\n\n- Boote\n    - Mitglieder können Boote anlegen\n    - Ein Boot hat einen Namen und zwei Ruder\n\
        \x20   - Boote werden gezeigt\n- Fahrten\n    - Wenn das Mitglied auf ein Boot tippt, wird die Fahrt eingetragen\n\
        \x20   - Die Fahrt ist für alle sichtbar\n    - Falls das Boot fehlt, erscheint ein Hinweis\n";
    let design = drafted(german);
    let names: Vec<&str> = design.user_flows.iter().map(|flow| flow.name.as_str()).collect();
    assert_eq!(names, ["Boote", "Fahrten"]);
    let boat = design.data_model.entities.iter().find(|e| e.name.starts_with("Boot")).unwrap();
    assert!(boat.attributes.iter().any(|a| a.name.contains("Ruder")), "{boat:#?}");
    assert!(design.interactions.iter().any(|i| i.trigger.contains("tippt")), "{:#?}", design.interactions);
    let missing = |a: &Alternative| a.condition.contains("fehlt");
    assert!(design.user_flows.iter().any(|f| f.alternatives.iter().any(missing)), "{:#?}", design.user_flows);
}

#[test]
fn a_french_page_is_called_by_what_stands_behind_the_word() {
    let french = "# Site du port\n\n## Exigences\n\n- il faut afficher un logo (au clic sur ce logo, on revient sur la page d'accueil)\n\
        - on doit voir un bateau au hasard. A chaque fois qu'on rafraîchit la page, on affiche un autre bateau\n\
        - on doit voir la liste des bateaux sur la page d'accueil\n";
    let design = drafted(french);
    let told = |name: &str| design.components.iter().any(|c| c.name.contains(name));
    assert!(told("Page d'accueil") && !told("revient") && !told("rafraîchit"), "{:#?}", design.components);
    assert!(
        design.interactions.iter().any(|i| i.trigger == "Au clic sur ce logo"),
        "{:#?}",
        design.interactions
    );
}
