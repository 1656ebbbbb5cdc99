//! Tests of templates: those of other forms, and those that exhaust memory or time, are refused in one sentence that names the
//! template, and all others give the same text as real Jinja.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use frieze_data::digest::Digest;
use frieze_design::freeze_marker;
use frieze_design::template::{Filter, LONGEST_PROMPT, fill, print_value};
use frieze_testkit::worlds::World;
use minijinja::{Environment, UndefinedBehavior};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Hostile templates: name, text, and a part of the error. `TEXT` is a long text, `FILTER` a known filter.
fn bombs() -> Vec<(&'static str, String, &'static str)> {
    let nested =
        |open: &str, close: &str, times: usize| format!("{}{}", open.repeat(times), close.repeat(times));
    let doubled = format!("{{% set x = TEXT %}}{}{{{{ x }}}}", "{% set x = x ~ x %}".repeat(28));
    let (deep, long) = ("nested deeper than 32 levels", "on the same line, after at most 100 bytes");
    let (value, condition) = ("is no value: a value is", "is no condition: a condition is");
    let (filter, statement) = ("a value has at most one of", "may not be used: the statements");
    vec![
        ("a text doubled 28 times", doubled, statement),
        ("texts added", format!("{{% set x = TEXT %}}{}", "{% set x = x + x %}".repeat(28)), statement),
        ("a text times a number", "{{ \"x\" * 2000000000 }}".into(), value),
        ("a list times a number", "{{ [1] * 2000000000 }}".into(), value),
        ("a number to a power", "{{ 9 ** 99999999 }}".into(), value),
        ("a set block", "{% set x %}{{ TEXT }}{% endset %}{{ x }}".into(), statement),
        ("a filtered set block", "{% set x | FILTER %}{{ TEXT }}{% endset %}".into(), statement),
        (
            "a macro",
            "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}".into(),
            "`{% macro m() %}` may not",
        ),
        ("a call", "{{ range(2000000000) }}".into(), value),
        ("a method", "{{ TEXT.replace(\"\", \"xxxxxxxx\") }}".into(), value),
        ("a call block", "{% call x() %}{% endcall %}".into(), statement),
        ("a filter block", "{% filter FILTER %}{{ TEXT }}{% endfilter %}".into(), statement),
        ("an include of itself", "{% include \"design-generator-v2.1.0.txt\" %}".into(), statement),
        ("a base template", "{% extends \"x\" %}".into(), statement),
        ("an import", "{% import \"x\" as y %}".into(), statement),
        ("a block", "{% block b %}{{ self.b() }}{% endblock %}".into(), statement),
        ("a with block", "{% with x = TEXT %}{% endwith %}".into(), statement),
        ("a statement of a call", "{% do x() %}".into(), statement),
        ("a list", "{% set x = [TEXT, TEXT, TEXT] %}{{ x }}".into(), statement),
        ("a list in a list", nested("{% set x = [x, x] %}", "", 40), statement),
        ("a tuple", "{% set x = TEXT, TEXT %}".into(), statement),
        ("a map", "{{ {\"a\": TEXT} }}".into(), value),
        ("a filter of the whole language", "{{ TEXT|replace(\"\", TEXT) }}".into(), filter),
        ("a filter that indents", "{{ TEXT|indent(1000000000) }}".into(), filter),
        ("a filter with arguments", "{{ TEXT|FILTER(9) }}".into(), filter),
        ("a filter of a filtered text", "{{ TEXT|FILTER|FILTER }}".into(), filter),
        ("a length", "{{ TEXT|length }}".into(), filter),
        ("a width", "{{ \"%099999999d\"|format(1) }}".into(), value),
        ("texts compared", "{% if TEXT == TEXT %}{% endif %}".into(), "is no word: a condition is"),
        ("an order of texts", "{% if TEXT < \"x\" %}{% endif %}".into(), condition),
        ("a text sought in a text", "{% if \"aaaaaaab\" in TEXT %}{% endif %}".into(), condition),
        ("a test of the whole language", "{% if TEXT is containing(\"x\") %}{% endif %}".into(), condition),
        ("a condition that is missing", "{% if TEXT and %}{% endif %}".into(), condition),
        ("a slice", "{{ TEXT[0:5] }}".into(), value),
        ("a computed item", "{{ TEXT[TEXT] }}".into(), value),
        ("a recursive loop", "{% for x in TEXT recursive %}{{ loop(x) }}{% endfor %}".into(), statement),
        ("a loop with a condition", "{% for x in TEXT if x %}{% endfor %}".into(), statement),
        (
            "a loop over a text",
            "{% for x in TEXT %}{% for y in TEXT %}{% endfor %}{% endfor %}".into(),
            "needs a list",
        ),
        ("brackets without end", "{{ ".to_owned() + &"(".repeat(100_000), long),
        ("brackets", format!("{{{{ {} }}}}", nested("(", ")", 100_000)), long),
        ("lists in lists", format!("{{{{ {} }}}}", nested("[", "]", 100_000)), long),
        ("negations", format!("{{% if {}TEXT %}}{{% endif %}}", "not ".repeat(100_000)), long),
        ("two negations", "{% if not not TEXT %}{% endif %}".into(), condition),
        ("signs", format!("{{{{ {}1 }}}}", "-".repeat(100_000)), long),
        ("conditions in conditions", nested("{% if TEXT %}", "{% endif %}", 20_000), deep),
        ("loops in loops", nested("{% for a in TEXT %}", "{% endfor %}", 20_000), deep),
        ("conditions without end", "{% if TEXT %}".repeat(20_000), deep),
        (
            "else after else",
            "{% if TEXT %}".to_owned() + &"{% else %}".repeat(20_000),
            "`{% else %}` follows `{% else %}`",
        ),
        ("a chain of conditions", "{% if TEXT %}".to_owned() + &"{% elif TEXT %}".repeat(20_000), statement),
        ("a chain of attributes", format!("{{{{ TEXT{} }}}}", ".a".repeat(100_000)), long),
        ("two attributes", "{{ TEXT.a.a }}".into(), value),
        ("a chain of items", format!("{{{{ TEXT{} }}}}", "[0]".repeat(80_000)), long),
        ("a chain of inline conditions", format!("{{{{ 1{} }}}}", " if 1 else 1".repeat(20_000)), long),
        ("a chain of comparisons", format!("{{{{ 1{} }}}}", " < 1".repeat(60_000)), long),
        ("a long name", format!("{{{{ {} }}}}", "a".repeat(250_000)), long),
        ("a tag over two lines", "{{ TEXT\n}}".into(), long),
        ("a name without value", "{{ nobody }}".into(), "`nobody` is undefined"),
        ("a tag without end", "{{ TEXT".into(), long),
        ("tags without end", "{{ TEXT".repeat(50_000), long),
        ("a text without end", format!("{{{{ \"{}", "\\\\".repeat(100_000)), long),
        ("comments without end", "{#".repeat(100_000), "a template has no comments"),
        ("`raw` without end", "{% raw %}".repeat(20_000), statement),
    ]
}

/// Prompt templates that are correct but too expensive.
fn too_much() -> Vec<(&'static str, String, &'static str)> {
    let loops = |times: usize, body: &str| {
        format!("{}{body}{}", "{% for a in checks %}".repeat(times), "{% endfor %}".repeat(times))
    };
    let (steps, writes) = ("more than 4000000 steps", "may write at most");
    let comparison = format!("{{% if brief == \"{}\" %}}{{% endif %}}", "x".repeat(80));
    vec![
        ("empty loops in loops", loops(10, ""), steps),
        ("a condition over and over", loops(8, "{% if brief and not intent %}{% endif %}"), steps),
        ("a comparison over and over", loops(8, &comparison), steps),
        ("the brief over and over", loops(8, "{{ brief }}"), writes),
        ("a text of the template over and over", loops(8, &"x".repeat(100_000)), writes),
        ("the brief quoted over and over", loops(8, "{{ brief|quoted }}"), writes),
        ("a list printed", "{{ checks }}".into(), "may not be printed"),
        ("a list quoted", "{{ checks|quoted }}".into(), "may not be printed"),
    ]
}

/// A brief of 100 kB, of short lines that demand nothing.
fn long_brief() -> Vec<u8> {
    format!("{}\n## Notes\n\n{}", frieze_testkit::worlds::BRIEF, "A writer saw a note today.\n".repeat(3_800))
        .into_bytes()
}

/// The failure message of a run with this prompt template.
fn prompt_failure(critic: bool, template: &str) -> String {
    let mut world = World::new();
    if critic {
        world.put("brief.md", &long_brief());
        world.terms.critic_template = template.to_owned();
        world.play("start · design A");
    } else {
        world.terms.generator_template = template.to_owned();
        world.play("start");
    }
    assert_eq!(world.reason(), "agent-error");
    world.message()
}

fn assert_is_one_sentence(name: &str, text: &str, path: &str, expected: &str) {
    assert!(text.contains(path), "{name}: {path} is not named: {text}");
    assert!(text.contains("line ") && text.contains(expected), "{name}: `{expected}` is missing: {text}");
    assert!(text.len() < 400 && !text.contains('\n'), "{name}: {} bytes: {text}", text.len());
}

#[test]
fn a_prompt_template_that_would_grow_is_refused_by_its_name() {
    let mut tried = 0;
    // The critic's prompt always has a list: the checks.
    for (critic, path, bombs) in [
        (false, "templates/prompts/design-generator-v2.1.0.txt", bombs()),
        (true, "templates/prompts/design-critic-v2.0.0.txt", too_much()),
    ] {
        for (name, template, expected) in bombs {
            let template = template.replace("TEXT", "brief").replace("FILTER", "quoted");
            assert_is_one_sentence(name, &prompt_failure(critic, &template), path, expected);
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn a_marker_template_that_would_grow_is_refused_by_its_name() {
    let path = "templates/FROZEN.md.template";
    let own = |name, template: String, expected| (name, template, expected);
    let more = [
        own("a text of the template", "x".repeat(70_000), "may write at most"),
        own("values over and over", "{{ rubricSha256 }}".repeat(3_000), "may write at most"),
        own("escapes over and over", "{{ rubricSha256|yaml }}".repeat(3_000), "may write at most"),
        own("escapes of escapes", "{{ approver|yaml|markdown }}".into(), "a value has at most one of"),
        own("an object printed", "{{ generator }}".into(), "may not be printed"),
        own("a loop over an object", "{% for x in generator %}{% endfor %}".into(), "needs a list"),
    ];
    let mut tried = 0;
    let mut begun = World::new();
    for (name, bomb, expected) in bombs().into_iter().chain(more) {
        let bomb = bomb.replace("TEXT", "approver").replace("FILTER", "yaml");
        let template = format!("{}\n{bomb}", freeze_marker::TEMPLATE);
        let sha256 = Digest::of(template.as_bytes());
        if tried == 0 {
            begun.play("start · design A · clean");
        }
        // Pretend that the run started with this template.
        let mut world = begun.clone();
        let mut record = serde_json::to_value(&world.record).unwrap();
        record["run"]["pins"]["markerTemplateSha256"] = json!(sha256);
        world.record = serde_json::from_value(record).unwrap();
        world.terms.marker_template = template;
        world.terms.pins.marker_template_sha256 = sha256;
        let refused = world.decide("approve", None).unwrap_err();
        assert_eq!(refused.rule, "marker-template", "{name}");
        assert_is_one_sentence(name, &refused.why, path, expected);
        assert_eq!(world.state(), "CANDIDATE", "{name}");
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

thread_local! {
    static FILTERED: Cell<usize> = const { Cell::new(0) };
}

fn counted(value: &Value) -> String {
    let text = format!("| {}\n", print_value(value));
    FILTERED.set(FILTERED.get() + text.len());
    text
}

/// A template writes at most `most` bytes, and its filters write at most as many, plus one call's output.
#[test]
fn bytes_are_bounded_by_the_ceiling() {
    let filters: [Filter; 1] = [("quoted", counted)];
    let values =
        json!({ "brief": "x".repeat(900), "intent": "{}", "checks": vec![json!({}); 40], "iteration": 1 });
    let mut ended = 0;
    for most in [0, 1, 1_000, 30_000] {
        for (name, template, _) in bombs().into_iter().chain(too_much()) {
            let template = template.replace("TEXT", "brief").replace("FILTER", "quoted");
            FILTERED.set(0);
            let filled = fill(&template, &values, &filters, most);
            let made = FILTERED.get();
            assert!(made <= most + most.max(900) + 3, "{name}: filters made {made} bytes of {most}");
            ended += usize::from(filled.is_ok());
            assert!(filled.is_err() || filled.unwrap().len() <= most, "{name}");
        }
    }
    assert_eq!(ended, 0, "bombs that are none");
    // Exactly the limit is allowed, one byte more is not.
    for (text, fits) in [("x".repeat(1_000), true), ("x".repeat(1_001), false)] {
        assert_eq!(fill(&text, &values, &filters, 1_000).is_ok(), fits);
        let quoted = json!({ "brief": &text[..text.len() - 3] });
        assert_eq!(fill("{{ brief|quoted }}", &quoted, &filters, 1_000).is_ok(), fits);
    }
    assert_eq!(LONGEST_PROMPT, 64 << 20);
}

/// A template rendered by a full implementation of Jinja.
fn whole_language(template: &str, values: &Value) -> Result<String, String> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    for name in ["quoted", "numbered", "markdown", "yaml"] {
        environment.add_filter(name, |text: String| format!("| {text}\n"));
    }
    environment.render_str(template, minijinja::value::Serde(values)).map_err(|e| e.to_string())
}

/// The same filter by each name.
const FILTERS: [Filter; 4] = {
    let quoted: fn(&Value) -> String = |value| format!("| {}\n", print_value(value));
    [("quoted", quoted), ("numbered", quoted), ("markdown", quoted), ("yaml", quoted)]
};

/// Templates of the supported forms, and some with mistakes.
const SNIPPETS: [&str; 26] = [
    "a\n",
    "a\n\n",
    "a\r\n",
    "  {%- if patches %} x {%- endif %}  ",
    "{ { {{ brief }} } } {",
    "{%if brief%}{{brief}}{%endif%}",
    "{% if note is not none %}1{% else %}2{% endif %}",
    "{% if not patches %}1{% endif %}{% if patches and brief and not note %}2{% endif %}",
    "{% if feature == \"checkout\" %}1{% endif %}{% if feature == \"x\" and missing %}2{% endif %}",
    "{% for f in findings %}{{ f.check }}{% if not loop.last %}, {% endif %}{% endfor %}",
    "{% for f in findings %}{% for g in feedback %}{{ g.iteration }}{% if loop.last %};{% endif %}{% endfor %}{{ loop.last }}{% endfor %}",
    "{% for f in findings %}{% for f in feedback %}{{ f.text }}{% endfor %}{{ f.points }}{% endfor %}",
    "{{ iteration|quoted }}{{ patches }}{{ answersSha256 }}{{ role.model|quoted }}",
    "{{ missing }}",
    "{{ role.missing }}",
    "{{ missing.missing }}",
    "{% if missing %}{% endif %}",
    "{% for x in missing %}{% endfor %}",
    "{{ missing|quoted }}",
    "{% if brief %}",
    "{% endif %}",
    "{% else %}",
    "{{ brief",
    "{{ }}",
    "{% if %}{% endif %}",
    "{# x",
];

/// Values for every built-in template: with everything, and with lists and optional values empty.
fn values() -> (Value, Value) {
    let finding = |points: f64| json!({ "check": "clarity/vague", "pointer": "/goals/0", "points": points, "message": "a\nb", "suggestion": "c" });
    let role = json!({ "model": "m", "template": "t", "templateVersion": "1", "templateSha256": "0" });
    let file = json!({ "name": "a.sql", "text": "create table a;\n" });
    let mut full = json!({
        "feature": "checkout", "iteration": 2, "threshold": 90, "brief": "# é\n\n{{ x }}", "answers": "", "answersSha256": null, "answersAtApprovalSha256": null, "schema": "{}", "previous": "{}",
        "findings": [finding(2.5), finding(1.0), finding(0.000_000_25)], "patches": true, "intent": "{}",
        "feedback": [{ "iteration": 1, "by": "Ada", "text": "say more" }], "violations": ["one", "two"],
        "checks": [{ "id": "a", "most": "1.0", "looks_at": "b" }],
        "note": "n", "approvedUnseen": true, "dismissed": "f1: \"no\"", "signed": true, "briefAtApprovalSha256": null, "generator": role, "critic": role,
        "schemaVersion": 1, "featureId": "f", "freezeNumber": 1, "checksumSHA256": "0", "qualityThreshold": 80,
        "finalScore": "90.10", "iterationCount": 3, "approver": "Ada", "frozenAt": "2026", "previewSha256": "0",
        "critiqueSha256": "0", "briefSha256": "0", "rubricVersion": "1", "rubricSha256": "0", "friezeVersion": "0.1.0",
        "runNumber": 1, "journalTip": "0", "checksum": "0", "role": role,
    });
    for (name, value) in [
        ("session", json!("s1")),
        ("profile", json!("contract")),
        ("response", json!("r.md")),
        ("context", json!("scope: vertical\n")),
        ("scope", json!("vertical")),
        ("layers", json!(["domain", "api"])),
        ("extensions", json!(["sql", "ts"])),
        ("standards", json!("# Standards")),
        ("design", json!([file])),
        ("code", json!([file, file])),
        ("inputs", json!([file])),
        ("plan", json!("# Plan")),
        ("review", json!("# Review")),
        ("draft", json!("# Draft")),
        ("current", json!("# Now")),
        ("tasks", json!("- [ ] one")),
        ("issues", json!([{ "severity": "blocker", "description": "No scope.", "location": "Scope" }])),
        ("phase", json!("specify")),
        ("artifact", json!("spec.md")),
        ("mode", json!("quick")),
        ("max_iterations", json!(3)),
        ("expectations", json!("all of it")),
        ("question", json!("Enough?")),
        ("spec", json!("# Spec")),
        ("implementation", json!("# Done")),
        ("reading", json!([{ "id": "R1", "line": 3, "force": "must", "text": "say it" }])),
        ("score", json!("90.10")),
        ("types", json!("text")),
        ("example", json!("{}")),
        ("rejected", json!("{}")),
        ("dimensions", json!([{ "name": "clarity", "score": "90.00" }])),
        (
            "faults",
            json!([{ "check": "a", "points": "1.0", "suggestion": "b", "places": [{ "points": "1.0", "pointer": "/goals/0", "message": "m" }] }]),
        ),
    ] {
        full[name] = value;
    }
    let mut bare = full.clone();
    for (name, value) in [
        ("findings", json!([])),
        ("feedback", json!([])),
        ("violations", json!([])),
        ("reading", json!([])),
        ("faults", json!([])),
        ("dimensions", json!([])),
        ("previous", json!("")),
        ("note", json!(null)),
        ("patches", json!(false)),
        ("approvedUnseen", json!(false)),
        ("dismissed", json!(null)),
        ("signed", json!(false)),
        ("scope", json!("domain")),
        ("extensions", json!([])),
        ("design", json!([])),
        ("plan", json!("")),
        ("review", json!("")),
        ("draft", json!(null)),
        ("tasks", json!("")),
        ("issues", json!([{ "severity": "minor", "description": "Short.", "location": "" }])),
    ] {
        bare[name] = value;
    }
    (full, bare)
}

#[test]
fn a_rendered_template_is_the_same_as_with_full_jinja() {
    let (full, bare) = values();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["templates/prompts", "assets/profiles/contract", "assets/profiles/jpa-mt"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    let mut built_in: Vec<String> = texts.map(|path| fs::read_to_string(path).unwrap()).collect();
    built_in.push(freeze_marker::TEMPLATE.to_owned());
    assert!(built_in.len() > 20, "{}", built_in.len());
    for template in &built_in {
        for mut values in [full.clone(), bare.clone()] {
            if template.contains("{{ previous.name }}") {
                values["previous"] = values["design"].get(0).cloned().unwrap_or_default();
            }
            let values = &values;
            let ours = fill(template, values, &FILTERS, 1 << 20).map_err(|e| e.to_string());
            assert_eq!(ours, Ok(whole_language(template, values).unwrap()), "{template}");
        }
    }
    for template in SNIPPETS {
        for values in [&full, &bare] {
            let ours = fill(template, values, &FILTERS, 1 << 20);
            assert_eq!(
                ours.as_ref().ok(),
                whole_language(template, values).as_ref().ok(),
                "{template}: {ours:?}"
            );
        }
    }
}

/// Whole tags, their parts, and texts.
const PIECES: [&str; 30] = [
    "{{ brief }}",
    "{{ a }}",
    "{{ a.points|quoted }}",
    "{{ role.model }}",
    "{{ missing }}",
    "{% if patches %}",
    "{%- if patches and brief %}",
    "{% if not note %}",
    "{% if note is not none %}",
    "{% if feature == \"checkout\" %}",
    "{% if not loop.last %}",
    "{%- else %}",
    "{% endif %}",
    "{%- endif %}",
    "{% for a in findings %}",
    "{%- for a in feedback %}",
    "{% endfor %}",
    "{%- endfor %}",
    " text \n",
    "{",
    "{{",
    "}}",
    "{%-",
    "%}",
    "{#",
    " if ",
    " brief ",
    "|quoted",
    "\n",
    "é",
];

proptest! {
    /// Any template is refused, or rendered as full Jinja renders it.
    #[test]
    fn any_template_is_refused_or_rendered_as_jinja_does(pieces in vec(select(&PIECES), 0..14)) {
        let (template, (values, _)) = (pieces.concat(), values());
        if let Ok(ours) = fill(&template, &values, &FILTERS, 1 << 20) {
            prop_assert_eq!(Ok(ours), whole_language(&template, &values), "{}", template);
        }
    }
}
