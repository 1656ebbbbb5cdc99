//! Designs for the tests: the excellent ones of the rubric's ladders, hostile ones, and any.

use std::path::Path;

use frieze_intent::{
    Alternative, Attribute, Component, ComponentType, DataModel, Entity, Intent, Interaction, NotDesigned,
    Relationship, RelationshipKind, Requirement, RequirementKind, Source, Step, UserFlow,
};
use proptest::prelude::*;

/// The excellent design of each ladder, with the ladder's name.
pub(crate) fn excellent() -> Vec<(String, Intent)> {
    let mut found = Vec::new();
    let ladders = Path::new("../rubric/tests/fixtures/ladders");
    for folder in [ladders.to_owned(), ladders.join("more")] {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if let Ok(bytes) = std::fs::read(entry.path().join("1-excellent.json")) {
                let name = entry.file_name().to_string_lossy().into_owned();
                found.push((name, frieze_intent::read(&bytes).unwrap().intent));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn attribute(name: &str, kind: &str, required: bool) -> Attribute {
    let description = (!required).then(|| format!("*/ {name} -- '\u{2028}"));
    Attribute { name: name.into(), kind: kind.into(), required, description }
}

fn entity(name: &str, attributes: Vec<Attribute>, relationships: &[(&str, RelationshipKind)]) -> Entity {
    let relationship = |(to, kind): &(&str, RelationshipKind)| Relationship {
        to: (*to).into(),
        kind: *kind,
        description: None,
    };
    let description = format!("What {name} is.\n*/ -- ; DROP TABLE x;");
    Entity {
        name: name.into(),
        description,
        attributes,
        relationships: relationships.iter().map(relationship).collect(),
    }
}

fn requirement(id: &str, text: &str) -> Requirement {
    let source = Source { file: "brief.md".into(), line: 1 };
    Requirement { id: id.into(), text: text.into(), source, kind: RequirementKind::Functional }
}

fn intent(entities: Vec<Entity>, requirements: Vec<Requirement>) -> Intent {
    Intent {
        schema_version: "1.1.0".into(),
        feature_id: "x".into(),
        version: "0.1.0".into(),
        title: "A \"title\"\nScenario: x".into(),
        summary: String::new(),
        requirements,
        goals: Vec::new(),
        user_flows: Vec::new(),
        components: Vec::new(),
        data_model: DataModel { entities },
        interactions: Vec::new(),
        open_questions: vec!["F1: which?".into()],
        not_designed: Vec::new(),
    }
}

/// Entities with these names, each related to the next one, and some requirements.
pub(crate) fn design(names: &[&str], requirements: usize) -> Intent {
    let related = |at: usize| [(names[(at + 1) % names.len()], RelationshipKind::OneToMany)];
    let entities = names
        .iter()
        .enumerate()
        .map(|(at, name)| entity(name, vec![attribute("name", "text", true)], &related(at)));
    intent(
        entities.collect(),
        (1..=requirements).map(|n| requirement(&format!("R{n}"), "It works.")).collect(),
    )
}

/// Designs with names that are valid nowhere else.
pub(crate) fn hostile() -> Vec<(String, Intent)> {
    let names = [
        "",
        " ",
        "\"",
        "'; DROP TABLE \"x\"; --",
        "select",
        "Table",
        "order",
        "group by",
        "sqlite_master",
        "Größe",
        "顧客",
        "مرحبا",
        "🚲",
        "e\u{301}",
        "\u{301}",
        "²",
        "3D",
        "a\0b",
        "a\nb",
        "Date",
        "Array",
        "string",
        "class",
        "constructor",
        "__proto__",
        "null",
        "true",
        "No",
        "same",
        "same",
        "SAME",
        "same_2",
        "İ",
        "ŉ",
        "ſ",
        "ﬁ",
        "\u{feff}x",
        "\u{7f}",
        "*/",
        "<<<FILE: x.y>>>",
        "{{ x }}",
        "𝕏",
        "१",
        "a·b",
    ];
    let kinds = [
        "text",
        "text(20)",
        "text(99999999999)",
        "integer",
        "money",
        "decimal",
        "boolean",
        "binary",
        "date",
        "date-time",
        "email",
        "enum(a, b's, \"c\", a, )",
        "enum()",
        "enum(yes,no,null,1)",
        "list(text)",
        "list(enum(a,b))",
        "list(list(text))",
        "list",
        "reference(order)",
        "reference(nothing)",
        "identifier",
        "file",
        "unheard of",
        "",
    ];
    let typed =
        kinds.iter().enumerate().map(|(at, kind)| attribute(&format!("kind {at}"), kind, at % 2 == 0));
    let every: Vec<Attribute> = names.iter().map(|name| attribute(name, "text", true)).chain(typed).collect();
    use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
    let mut odd = design(&names, 3);
    odd.data_model.entities.push(entity(
        "all",
        every,
        &[("all", OneToOne), ("all", ManyToMany), ("nobody", OneToMany)],
    ));
    odd.data_model.entities.push(entity(
        "keyed",
        vec![attribute("ID", "uuid", true)],
        &[("keyed", OneToMany), ("all", OneToOne)],
    ));
    odd.data_model.entities.push(entity(
        "counted",
        vec![attribute("id", "integer", false)],
        &[("keyed", ManyToMany), ("keyed", OneToOne)],
    ));
    odd.requirements.extend([
        requirement("R1", "The same id, and a line\n  Scenario: that is none"),
        requirement("x y\n@z", ""),
        requirement("", "| a | b |\n\"\"\""),
        requirement("R9", "left out"),
    ]);
    odd.not_designed = vec![NotDesigned { requirement: "R9".into(), reason: String::new() }];
    let step = |action: &str| Step {
        id: "s1".into(),
        action: action.into(),
        component: "c".into(),
        entities: vec![],
        outcome: Some("\"\"\"\n# x".into()),
    };
    let alternative = Alternative { at: "s1".into(), condition: "\n".into(), steps: vec![step("")] };
    let satisfies = vec!["R1".to_owned(), "x y\n@z".to_owned(), "unknown".to_owned()];
    odd.user_flows = vec![UserFlow {
        id: "f".into(),
        name: String::new(),
        actor: "\t".into(),
        goal: None,
        steps: vec![step("* x"), step("")],
        alternatives: vec![alternative.clone(), Alternative { at: "gone".into(), ..alternative }],
        satisfies: satisfies.clone(),
    }];
    odd.components = ["c", "../c", "c"]
        .map(|id| Component {
            id: id.into(),
            kind: ComponentType::View,
            name: "No".into(),
            description: String::new(),
            children: vec![],
            entities: names.iter().map(|name| (*name).to_owned()).collect(),
            states: vec![],
            satisfies: satisfies.clone(),
            widget: None,
            shared: false,
        })
        .to_vec();
    odd.interactions = ["i", "I", "", "{x}", "i"]
        .map(|id| Interaction {
            id: id.into(),
            trigger: "a: b # c".into(),
            component: if id == "i" { "c".into() } else { "..".into() },
            response: "\u{9f}\u{feff} - x".into(),
            feedback: Some(String::new()),
            satisfies: satisfies.clone(),
        })
        .to_vec();
    let wide = (0..1_500).map(|at| attribute(&format!("a{}", at % 1_400), "text", at % 3 == 0)).collect();
    let wide = intent(vec![entity("wide", wide, &[("wide", OneToOne)])], vec![]);
    vec![("odd".into(), odd), ("wide".into(), wide), ("empty".into(), intent(vec![], vec![]))]
}

/// Many entities in a chain, all related to the first one, a hundred with the same name.
pub(crate) fn large(entities: usize) -> Intent {
    use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
    let names: Vec<String> =
        (0..entities).map(|at| if at % 100 == 99 { "Same".into() } else { format!("Entity {at}") }).collect();
    let entities = names.iter().enumerate().map(|(at, name)| {
        let next = names[(at + 1) % names.len()].as_str();
        let attributes =
            vec![attribute("number", "identifier", true), attribute("state", "enum(open, closed)", true)];
        entity(
            name,
            attributes,
            &[(next, if at % 2 == 0 { OneToMany } else { ManyToMany }), ("Entity 0", OneToOne)],
        )
    });
    intent(entities.collect(), vec![])
}

/// Types of attributes, listed and others.
const ANY_KIND: &str = "\\PC{0,6}|enum\\(\\PC{0,6}\\)|list\\(text\\)|reference\\([a-c]\\)|identifier";

prop_compose! {
    fn any_entity()(
        name in prop_oneof!["\\PC{0,6}", "[a-c]", ".{0,4}"],
        attributes in prop::collection::vec(("[a-b\" 顧]{0,3}|\\PC{0,4}", ANY_KIND, any::<bool>()), 0..5),
        relationships in prop::collection::vec(("[a-d]|\\PC{0,2}", 0_usize..3), 0..4),
    ) -> Entity {
        let kinds = [RelationshipKind::OneToOne, RelationshipKind::OneToMany, RelationshipKind::ManyToMany];
        let attributes = attributes.iter().map(|(name, kind, required)| attribute(name, kind, *required)).collect();
        let relationships: Vec<(&str, RelationshipKind)> =
            relationships.iter().map(|(to, kind)| (to.as_str(), kinds[*kind])).collect();
        entity(&name, attributes, &relationships)
    }
}

prop_compose! {
    pub(crate) fn any_design()(
        entities in prop::collection::vec(any_entity(), 0..6),
        requirements in prop::collection::vec(("[A-Z][0-9]|\\PC{0,4}", ".{0,12}"), 0..4),
        title in ".{0,12}",
        texts in prop::collection::vec(".{0,9}", 3),
    ) -> Intent {
        let requirements: Vec<Requirement> = requirements.iter().map(|(id, text)| requirement(id, text)).collect();
        let satisfies: Vec<String> = requirements.iter().map(|requirement| requirement.id.clone()).collect();
        let interaction = Interaction {
            id: texts[0].clone(), trigger: texts[1].clone(), component: texts[2].clone(), response: texts[0].clone(),
            feedback: None, satisfies,
        };
        Intent { title, interactions: vec![interaction], ..intent(entities, requirements) }
    }
}
