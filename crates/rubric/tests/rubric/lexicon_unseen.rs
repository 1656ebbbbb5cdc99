//! How well the lexicon separates terms from ordinary words, on sentences that were written without knowledge of its
//! rules.
//!
//! `[[x]]` must be found, `((x))` may be found, anything else must not be. Both counts are limited: by hit, and by
//! sentence (has it any term, yes or no). Some sets are labelled by sentence only: `1` and a tab, or `0` and a tab.

use frieze_rubric::lexicon;

/// A labelled sentence without its marks.
struct Sentence {
    text: String,
    terms: Vec<(usize, usize)>,
    either: Vec<(usize, usize)>,
}

fn unmark(line: &str) -> Sentence {
    let mut sentence = Sentence { text: String::new(), terms: Vec::new(), either: Vec::new() };
    let (mut rest, mut open) = (line, 0);
    while let Some(c) = rest.chars().next() {
        let at = sentence.text.len();
        let mark = ["[[", "((", "]]", "))"].into_iter().find(|m| rest.starts_with(m));
        match mark {
            Some("[[" | "((") => open = at,
            Some("]]") => sentence.terms.push((open, at)),
            Some(_) => sentence.either.push((open, at)),
            None => sentence.text.push(c),
        }
        rest = &rest[mark.map_or(c.len_utf8(), str::len)..];
    }
    sentence
}

/// How often yes was right, yes was wrong, and no was wrong.
#[derive(Default)]
struct Count {
    right: u32,
    wrong: u32,
    missed: u32,
}

impl Count {
    fn share(&self, lost: u32) -> f64 {
        f64::from(self.right) / f64::from((self.right + lost).max(1))
    }

    fn show(&self, name: &str, level: &str) -> bool {
        let (precision, recall) = (self.share(self.wrong), self.share(self.missed));
        println!(
            "= {name} by {level}: {} right, {} wrong, {} missed; precision {precision:.3}, recall {recall:.3}",
            self.right, self.wrong, self.missed
        );
        precision >= 0.95 && recall >= 0.95
    }
}

fn check(name: &str, labelled: &str) {
    let (mut hits_count, mut sentences) = (Count::default(), Count::default());
    for line in labelled.lines().filter(|l| !l.is_empty() && !l.starts_with("# ")) {
        let Sentence { text, terms, either } = unmark(line);
        let hits = lexicon::find(&text);
        let meet = |a: &(usize, usize), h: &lexicon::Hit| a.0 < h.end && h.start < a.1;
        for term in &terms {
            if hits.iter().any(|h| meet(term, h)) {
                hits_count.right += 1;
            } else {
                hits_count.missed += 1;
                println!("- {name} {} in: {text}", &text[term.0..term.1]);
            }
        }
        let stray = |h: &&lexicon::Hit| !terms.iter().chain(&either).any(|mark| meet(mark, h));
        for hit in hits.iter().filter(stray) {
            hits_count.wrong += 1;
            println!("+ {name} {} in: {text}", &text[hit.start..hit.end]);
        }
        match (terms.is_empty(), hits.is_empty()) {
            (false, false) => sentences.right += 1,
            (false, true) => sentences.missed += 1,
            (true, false) if hits.iter().any(|h| stray(&h)) => sentences.wrong += 1,
            (true, _) => {}
        }
    }
    let by_hit = hits_count.show(name, "hit");
    let by_sentence = sentences.show(name, "sentence");
    assert!(by_hit && by_sentence, "{name} is below 0.95");
}

/// Counts sentences that are labelled as a whole.
fn check_sentences(name: &str, labelled: &str) {
    let mut count = Count::default();
    for line in labelled.lines().filter(|l| !l.is_empty() && !l.starts_with("# ")) {
        let (label, text) = line.split_once('\t').expect("a label, a tab and a sentence");
        assert!(matches!(label, "0" | "1"), "{line}");
        match (label == "1", lexicon::find(text).first()) {
            (true, Some(_)) => count.right += 1,
            (true, None) => {
                count.missed += 1;
                println!("- {name} in: {text}");
            }
            (false, Some(hit)) => {
                count.wrong += 1;
                println!("+ {name} {} in: {text}", &text[hit.start..hit.end]);
            }
            (false, None) => {}
        }
    }
    assert!(count.right > 90, "{name} was not read");
    assert!(count.show(name, "sentence"), "{name} is below 0.95");
}

#[test]
fn unseen_a() {
    check("unseen a", include_str!("../fixtures/lexicon/unseen_a.txt"));
}

#[test]
fn unseen_b() {
    check("unseen b", include_str!("../fixtures/lexicon/unseen_b.txt"));
}

#[test]
fn unseen_c() {
    check("unseen c", include_str!("../fixtures/lexicon/unseen_c.txt"));
}

#[test]
fn unseen_d() {
    check("unseen d", include_str!("../fixtures/lexicon/unseen_d.txt"));
}

#[test]
fn unseen_e() {
    check("unseen e", include_str!("../fixtures/lexicon/unseen_e.txt"));
}

#[test]
fn unseen_f() {
    check("unseen f", include_str!("../fixtures/lexicon/unseen_f.txt"));
}

#[test]
fn unseen_g() {
    check("unseen g", include_str!("../fixtures/lexicon/unseen_g.txt"));
}

#[test]
fn unseen_h() {
    check("unseen h", include_str!("../fixtures/lexicon/unseen_h.txt"));
}

#[test]
fn unseen_i() {
    check("unseen i", include_str!("../fixtures/lexicon/unseen_i.txt"));
}

#[test]
fn unseen_j() {
    check("unseen j", include_str!("../fixtures/lexicon/unseen_j.txt"));
}

#[test]
fn unseen_k() {
    check("unseen k", include_str!("../fixtures/lexicon/unseen_k.txt"));
}

#[test]
fn unseen_l() {
    check("unseen l", include_str!("../fixtures/lexicon/unseen_l.txt"));
}

#[test]
fn unseen_m() {
    check("unseen m", include_str!("../fixtures/lexicon/unseen_m.txt"));
}

#[test]
fn unseen_n() {
    check("unseen n", include_str!("../fixtures/lexicon/unseen_n.txt"));
}

#[test]
fn unseen_o() {
    check_sentences("unseen o", include_str!("../fixtures/lexicon/unseen_o.txt"));
}

#[test]
fn unseen_p() {
    check_sentences("unseen p", include_str!("../fixtures/lexicon/unseen_p.txt"));
}

#[test]
fn unseen_q() {
    check_sentences("unseen q", include_str!("../fixtures/lexicon/unseen_q.txt"));
}

#[test]
fn unseen_r() {
    check_sentences("unseen r", include_str!("../fixtures/lexicon/unseen_r.txt"));
}

#[test]
fn unseen_s() {
    check_sentences("unseen s", include_str!("../fixtures/lexicon/unseen_s.txt"));
}

#[test]
fn unseen_t() {
    check_sentences("unseen t", include_str!("../fixtures/lexicon/unseen_t.txt"));
}

#[test]
fn unseen_u() {
    check_sentences("unseen u", include_str!("../fixtures/lexicon/unseen_u.txt"));
}

#[test]
fn unseen_v() {
    check_sentences("unseen v", include_str!("../fixtures/lexicon/unseen_v.txt"));
}

#[test]
fn unseen_w() {
    check_sentences("unseen w", include_str!("../fixtures/lexicon/unseen_w.txt"));
}

#[test]
fn unseen_x() {
    check_sentences("unseen x", include_str!("../fixtures/lexicon/unseen_x.txt"));
}

#[test]
fn unseen_y() {
    check_sentences("unseen y", include_str!("../fixtures/lexicon/unseen_y.txt"));
}

#[test]
fn unseen_z() {
    check_sentences("unseen z", include_str!("../fixtures/lexicon/unseen_z.txt"));
}

#[test]
fn unseen_aa() {
    check_sentences("unseen aa", include_str!("../fixtures/lexicon/unseen_aa.txt"));
}
