//! A letter without a head, as it stands where somebody copied a mail's text: its greeting and its signature are no part of
//! what it asks for, and it has no title.

use super::Row;

/// The first words of a line that greets.
#[rustfmt::skip]
const GREETS: &[&str] = &[
    "dear", "hi", "hello", "hey", "good", "hallo", "liebe", "lieber", "liebes", "guten", "moin", "servus", "sehr", "bonjour", "salut",
    "cher", "chère", "chers", "hola", "estimado", "estimada", "estimados", "buenos", "buenas", "querido", "querida", "ciao", "caro",
    "cara", "gentile", "olá", "prezado", "prezada", "caros", "beste", "geachte", "hoi", "hej", "hei",
];
/// What a line begins with that takes leave.
#[rustfmt::skip]
const LEAVES: &[&str] = &[
    "best", "best wishes", "best regards", "kind regards", "warm regards", "regards", "cheers", "thanks", "thank you", "many thanks",
    "thanks again", "thanks a lot", "all the best", "yours", "yours sincerely", "sincerely", "love", "take care", "see you", "talk soon",
    "viele grüße", "liebe grüße", "beste grüße", "herzliche grüße", "grüße", "gruß", "lg", "vg", "mfg", "mit freundlichen grüßen",
    "danke", "vielen dank", "cordialement", "bien à vous", "merci", "à bientôt", "saludos", "un saludo", "gracias", "un abrazo",
    "cordiali saluti", "grazie", "a presto", "obrigado", "obrigada", "abraços", "atenciosamente", "groeten", "groetjes",
    "met vriendelijke groet", "bedankt",
];
/// Words of a name with what stands around it: `Hi all`, `Dear Dr. Maier and team`.
const GREETING: usize = 6;
/// Lines of a signature below the words that take leave.
const SIGNED: usize = 4;

/// Takes greeting and signature out of a letter that opens with one. False if it is none.
pub(super) fn unwrap(rows: &mut [Row<'_>]) -> bool {
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else { return false };
    let open = rows.get(first).is_some_and(|row| greets(&row.text));
    let apart = rows.get(first + 1).is_some_and(Row::is_blank);
    if !open || !apart {
        return false;
    }
    clear(rows, first);
    let left = rows.iter().enumerate().rev().find(|(_, row)| !row.fenced && leaves(&row.text));
    let Some((at, _)) = left else { return true };
    // Between the leave and the name a line may be blank; below the name a new paragraph goes on, as `PS` does.
    let mut below = at;
    clear(rows, at);
    for _ in 0..SIGNED {
        let next = below + 1;
        let skipped = usize::from(below == at && rows.get(next).is_some_and(Row::is_blank));
        let signed = rows.get(next + skipped).is_some_and(|row| !row.is_blank() && signs(&row.text));
        if !signed {
            break;
        }
        below = next + skipped;
        clear(rows, below);
    }
    true
}

fn clear(rows: &mut [Row<'_>], at: usize) {
    if let Some(row) = rows.get_mut(at) {
        *row = row.like("");
    }
}

/// `Hi Marta,`, `Hello everybody!`
fn greets(line: &str) -> bool {
    let line = line.trim();
    let Some(said) = line.strip_suffix([',', '!', ':', '，']) else { return false };
    let mut words = said.split_whitespace();
    let first = words.next().map(|word| word.trim_end_matches([',', '!']).to_lowercase());
    first.is_some_and(|word| GREETS.contains(&word.as_str()))
        && words.count() < GREETING
        && !said.contains([':', '.', ';', '|'])
}

/// `Best wishes,`, `Thanks! Jo`: nothing but the words that take leave, or those and a name.
fn leaves(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let lower = lower.trim_start_matches(['-', '–', '—', ' ']);
    LEAVES.iter().filter_map(|leave| lower.strip_prefix(leave)).any(|rest| {
        let name = rest.trim_matches(|c: char| !c.is_alphanumeric());
        !rest.starts_with(char::is_alphanumeric)
            && (name.is_empty()
                || rest.starts_with([',', '!', '.', ' ']) && name.split_whitespace().count() <= 3)
            && !name.contains([',', ':'])
    })
}

/// A name, an office, a number: a short line that is no sentence.
fn signs(line: &str) -> bool {
    let line = line.trim();
    line.split_whitespace().count() <= 5
        && !line.ends_with(['.', '!', '?', ':', ';'])
        && !line.starts_with(['-', '*', '#'])
        && !line.to_lowercase().starts_with("ps")
}
