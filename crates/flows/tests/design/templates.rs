//! Tests of templates: those that exhaust memory or time are refused in one sentence that names the template, and all others
//! give the same text as real Jinja.

use std::cell::Cell;

use frieze_data::digest::Digest;
use frieze_design::freeze_marker;
use frieze_design::template::{Filter, LONGEST_PROMPT, fill, print_value};
use frieze_testkit::worlds::{CRITIC_TEXT, GENERATOR_TEXT, World};
use minijinja::{Environment, UndefinedBehavior};
use serde_json::{Value, json};

/// Hostile templates: name, text, and a part of the error. `TEXT` is a long text, `FILTER` a known filter.
fn bombs() -> Vec<(&'static str, String, &'static str)> {
    let nested =
        |open: &str, close: &str, times: usize| format!("{}{}", open.repeat(times), close.repeat(times));
    let doubled = format!("{{% set x = TEXT %}}{}{{{{ x }}}}", "{% set x = x ~ x %}".repeat(28));
    let deep = "nested deeper than 32 levels";
    let calculates = "a template does not calculate";
    vec![
        ("a text doubled 28 times", doubled, "texts may not be joined"),
        (
            "texts added",
            format!("{{% set x = TEXT %}}{}", "{% set x = x + x %}".repeat(28)),
            "`+` may not be used",
        ),
        ("a text times a number", "{{ \"x\" * 2000000000 }}".into(), calculates),
        ("a list times a number", "{{ [1] * 2000000000 }}".into(), "a list may not be written"),
        ("a number to a power", "{{ 9 ** 99999999 }}".into(), calculates),
        ("a set block", "{% set x %}{{ TEXT }}{% endset %}{{ x }}".into(), "a set block may not be used"),
        (
            "a filtered set block",
            "{% set x | FILTER %}{{ TEXT }}{% endset %}".into(),
            "a set block may not be used",
        ),
        (
            "a macro",
            "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}".into(),
            "`{% macro %}` may not",
        ),
        ("a call", "{{ range(2000000000) }}".into(), "nothing may be called"),
        ("a method", "{{ TEXT.replace(\"\", \"xxxxxxxx\") }}".into(), "nothing may be called"),
        ("a call block", "{% call x() %}{% endcall %}".into(), "`{% call %}` may not be used"),
        (
            "a filter block",
            "{% filter FILTER %}{{ TEXT }}{% endfilter %}".into(),
            "`{% filter %}` may not be used",
        ),
        (
            "an include of itself",
            "{% include \"design-generator-v2.0.0.txt\" %}".into(),
            "`{% include %}` may not",
        ),
        ("a base template", "{% extends \"x\" %}".into(), "`{% extends %}` may not be used"),
        ("an import", "{% import \"x\" as y %}".into(), "`{% import %}` may not be used"),
        ("a block", "{% block b %}{{ self.b() }}{% endblock %}".into(), "`{% block %}` may not be used"),
        ("a with block", "{% with x = TEXT %}{% endwith %}".into(), "`{% with %}` may not be used"),
        ("a statement of a call", "{% do x() %}".into(), "`{% do %}` may not be used"),
        ("a list", "{% set x = [TEXT, TEXT, TEXT] %}{{ x }}".into(), "a list may not be written"),
        ("a list in a list", nested("{% set x = [x, x] %}", "", 40), "a list may not be written"),
        ("a tuple", "{% set x = TEXT, TEXT %}".into(), "a list may not be written"),
        ("a map", "{{ {\"a\": TEXT} }}".into(), "a list may not be written"),
        (
            "a filter of the whole language",
            "{{ TEXT|replace(\"\", TEXT) }}".into(),
            "the filter `replace` may not be used",
        ),
        (
            "a filter that indents",
            "{{ TEXT|indent(1000000000) }}".into(),
            "the filter `indent` may not be used",
        ),
        ("a filter with arguments", "{{ TEXT|FILTER(9) }}".into(), "nothing may be called"),
        ("a width", "{{ \"%099999999d\"|format(1) }}".into(), "the filter `format` may not be used"),
        ("texts compared", "{% if TEXT == TEXT %}{% endif %}".into(), "two values may not be compared"),
        (
            "a text sought in a text",
            "{% if \"aaaaaaab\" in TEXT %}{% endif %}".into(),
            "`in` may not be used",
        ),
        (
            "a test of the whole language",
            "{% if TEXT is containing(\"x\") %}{% endif %}".into(),
            "the test `containing`",
        ),
        ("a slice", "{{ TEXT[0:5] }}".into(), "`]` is expected"),
        ("a computed item", "{{ TEXT[TEXT] }}".into(), "an item is named by a number or a text"),
        (
            "a recursive loop",
            "{% for x in TEXT recursive %}{{ loop(x) }}{% endfor %}".into(),
            "`recursive` may not",
        ),
        (
            "a loop with a condition",
            "{% for x in TEXT if x %}{% endfor %}".into(),
            "`if` may not follow a value",
        ),
        (
            "a loop over a text",
            "{% for x in TEXT %}{% for y in TEXT %}{% endfor %}{% endfor %}".into(),
            "needs a list",
        ),
        ("brackets without end", "{{ ".to_owned() + &"(".repeat(100_000), deep),
        ("brackets", format!("{{{{ {} }}}}", nested("(", ")", 100_000)), deep),
        ("lists in lists", format!("{{{{ {} }}}}", nested("[", "]", 100_000)), "a list may not be written"),
        ("negations", format!("{{{{ {}TEXT }}}}", "not ".repeat(100_000)), deep),
        ("signs", format!("{{{{ {}1 }}}}", "-".repeat(100_000)), "this is not a number"),
        ("conditions in conditions", nested("{% if 1 %}", "{% endif %}", 20_000), deep),
        ("loops in loops", nested("{% for a in TEXT %}", "{% endfor %}", 20_000), deep),
        ("conditions without end", "{% if 1 %}".repeat(20_000), deep),
        (
            "else after else",
            "{% if 0 %}".to_owned() + &"{% elif 0 %}".repeat(20_000),
            "`{% endif %}` is missing",
        ),
        ("a chain of attributes", format!("{{{{ TEXT{} }}}}", ".a".repeat(100_000)), "is undefined"),
        ("a chain of items", format!("{{{{ TEXT{} }}}}", "[0]".repeat(80_000)), "is undefined"),
        (
            "a chain of inline conditions",
            format!("{{{{ 1{} }}}}", " if 1 else 1".repeat(20_000)),
            "`if` may not follow",
        ),
        (
            "a chain of comparisons",
            format!("{{{{ 1{} }}}}", " < 1".repeat(60_000)),
            "may not follow one another",
        ),
        ("a long name", format!("{{{{ {} }}}}", "a".repeat(250_000)), "longer than 64 bytes"),
        ("a name without value", "{{ nobody }}".into(), "`nobody` is undefined"),
        ("a tag without end", "{{ TEXT".into(), "the end is found"),
        ("a text without end", format!("{{{{ \"{}", "\\\\".repeat(100_000)), "a text does not end"),
        ("comments without end", "{#".repeat(100_000), "a comment does not end"),
        ("`raw` without end", "{% raw %}".repeat(20_000), "`{% raw %}` may not be used"),
    ]
}

/// Prompt templates that are correct but too expensive.
fn too_much() -> Vec<(&'static str, String, &'static str)> {
    let loops = |times: usize, body: &str| {
        format!("{}{body}{}", "{% for a in checks %}".repeat(times), "{% endfor %}".repeat(times))
    };
    let (steps, writes, handles) = ("more than 4000000 steps", "may write at most", "may handle at most");
    vec![
        ("empty loops in loops", loops(10, ""), steps),
        ("a value set over and over", loops(8, "{% set x = 1 %}{% set y = x %}"), steps),
        ("a condition over and over", loops(8, "{% if brief and not intent %}{% endif %}"), steps),
        ("the brief over and over", loops(8, "{{ brief }}"), writes),
        ("a text of the template over and over", loops(8, &"x".repeat(100_000)), writes),
        ("the brief quoted over and over", loops(8, "{{ brief|quoted }}"), handles),
        ("a quotation that nobody prints", loops(8, "{% set x = brief|quoted %}"), handles),
        ("quotations of quotations", format!("{{{{ brief{} }}}}", "|quoted".repeat(20_000)), handles),
        (
            "a quotation that quotes itself",
            format!("{{% set x = brief %}}{}", "{% set x = x|quoted %}".repeat(5_000)),
            handles,
        ),
        (
            "a thousand copies",
            (0..1_000).map(|n| format!("{{% set x{n} = brief|quoted %}}")).collect(),
            handles,
        ),
        (
            "long texts compared",
            loops(8, &format!("{{% if brief|quoted < \"{}\" %}}{{% endif %}}", "| # Notes".repeat(9_000))),
            handles,
        ),
        ("a length over and over", loops(8, "{{ brief|length }}"), handles),
        ("a list printed", "{{ checks }}".into(), "may not be printed"),
        ("a list quoted", "{{ checks|quoted }}".into(), "a filter needs a text or a number"),
        ("a list compared", loops(8, "{% if checks < 1 %}{% endif %}"), "cannot be ordered"),
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
        (false, "templates/prompts/design-generator-v2.0.0.txt", bombs()),
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
        own("escapes of escapes", format!("{{{{ featureId{} }}}}", "|yaml".repeat(40)), "may handle at most"),
        own(
            "escapes that nobody prints",
            format!("{{% set x = approver %}}{}", "{% set x = x|yaml|markdown %}".repeat(40)),
            "may handle at most",
        ),
        own("copies", "{% set x = rubricSha256|yaml %}".repeat(3_000), "may handle at most"),
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

#[test]
fn a_rendered_template_is_the_same_as_with_full_jinja() {
    let quoted: fn(&Value) -> String = |value| format!("| {}\n", print_value(value));
    let filters: [Filter; 4] =
        [("quoted", quoted), ("numbered", quoted), ("markdown", quoted), ("yaml", quoted)];
    let critic_1_0 = include_str!("../../../../templates/prompts/design-critic-v1.0.0.txt");
    let snippets = [
        "a\n",
        "a\n\n",
        "a\r\n",
        "  {%- if patches %} x {%- endif +%}  ",
        "{{- brief -}}  \n x {{+ brief +}} ",
        "a {#- note {{ -#} b {# x #} c",
        "{ { {{ brief }} } } {",
        "{% if none %}1{% elif iteration == 2 %}2{% else %}3{% endif %}",
        "{% if nothing is defined %}1{% endif %}{% if nothing is undefined and brief is not none %}2{% endif %}",
        "{% if not patches or (iteration > 1 and not (brief == \"\")) %}yes{% endif %}",
        "{% for f in findings %}{{ loop.index }}/{{ loop.length }} {{ f.check }}{% if not loop.last %}, {% endif %}{% else %}none{% endfor %}",
        "{% for f in findings %}{% for g in feedback %}{{ loop.index0 }}{{ g.iteration }}{% endfor %}{{ loop.revindex }}{{ loop.first }}{% endfor %}",
        "{% set x = brief|quoted %}{{ x|quoted }}{{ x|length }}{{ findings|length }}",
        "{% set x = 1 %}{% for f in findings %}{{ x }}{% set x = f.points %}{{ x }}{% endfor %}{{ x }}",
        "{% if patches %}{% set x = \"a\\n\\\"\\\\\" %}{% endif %}{{ x or 1 }}",
        "{{ findings[0].points }} {{ findings[0][\"check\"] }} {{ 1.50 }} {{ -3 }} {{ true }} {{ none }} {{ patches and 0 }}",
        "{{ iteration == 2.0 }} {{ threshold >= 90 }} {{ brief != 'x' }} {{ brief < \"z\" }} {{ brief == 1 }} {{ note == none }}",
        "{{ iteration|quoted }}{{ \"é\"|length }}{{ not brief is none }}",
        "{{ missing }}",
        "{{ findings[0].missing }}",
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
    let finding = |points: f64| json!({ "check": "clarity/vague", "pointer": "/goals/0", "points": points, "message": "a\nb", "suggestion": "c" });
    let role = json!({ "model": "m", "template": "t", "templateVersion": "1", "templateSha256": "0" });
    let mut full = json!({
        "feature": "checkout", "iteration": 2, "threshold": 90, "brief": "# é\n\n{{ x }}", "answers": "", "answersSha256": null, "answersAtApprovalSha256": null, "schema": "{}", "previous": "{}",
        "findings": [finding(2.5), finding(1.0), finding(0.000_000_25)], "patches": true, "intent": "{}",
        "feedback": [{ "iteration": 1, "by": "Ada", "text": "say more" }], "violations": ["one", "two"],
        "checks": [{ "id": "a", "most": "1.0", "looks_at": "b" }],
        "note": "n", "approvedUnseen": true, "dismissed": "f1: \"no\"", "signed": true, "briefAtApprovalSha256": null, "generator": role, "critic": role,
        "schemaVersion": 1, "featureId": "f", "freezeNumber": 1, "checksumSHA256": "0", "qualityThreshold": 80,
        "finalScore": "90.10", "iterationCount": 3, "approver": "Ada", "frozenAt": "2026", "previewSha256": "0",
        "critiqueSha256": "0", "briefSha256": "0", "rubricVersion": "1", "rubricSha256": "0", "friezeVersion": "0.1.0",
        "runNumber": 1, "journalTip": "0", "checksum": "0",
    });
    for (name, value) in [
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
    ] {
        bare[name] = value;
    }
    let built_in = [GENERATOR_TEXT, CRITIC_TEXT, critic_1_0, freeze_marker::TEMPLATE];
    for (at, template) in built_in.into_iter().chain(snippets).enumerate() {
        for values in [&full, &bare] {
            let ours = fill(template, values, &filters, 1 << 20);
            match (&ours, whole_language(template, values)) {
                (Ok(ours), Ok(whole)) => assert_eq!(*ours, whole, "{template}"),
                (Err(_), Err(_)) => assert!(at >= built_in.len(), "{ours:?}"),
                (ours, whole) => {
                    assert_eq!(ours.as_ref().ok(), whole.as_ref().ok(), "{template}: {ours:?} {whole:?}");
                }
            }
        }
    }
}
