//! Style sheets and markup in a sentence, told by their shape: `768px`, `:hover`, `rel="noopener"`, `is-invalid`.

/// A term and what it is, for the message.
type Told = (&'static str, &'static str);

const LENGTH: Told = ("a length of a style sheet", "an implementation idiom");
const SELECTOR: Told = (":…", "a selector");
const ATTRIBUTE: Told = ("…=\"…\"", "an attribute of markup");
const STATE: Told = ("is-…", "the name of a style class");
const PROPERTY: Told = ("--…", "a property of a style sheet");

/// How far back the words before a length are looked at.
const REACH: usize = 48;

/// `768px`, `1.5rem`, `33vw`; the last digit stands at `at`. Returns what it is and where it ends.
pub(super) fn length(bytes: &[u8], at: usize) -> Option<(Told, usize)> {
    let rest = bytes.get(at + 1..)?;
    let spaced = rest.first() == Some(&b' ');
    let unit = rest.get(usize::from(spaced)..)?;
    let long = unit.iter().take(6).take_while(|b| b.is_ascii_alphanumeric()).count();
    let known = match unit.get(..long)? {
        b"px" => {
            if spaced {
                breakpoint(bytes, at)
            } else {
                !of_picture(bytes, at)
            }
        }
        b"rem" | b"em" | b"vw" | b"vh" | b"dvh" | b"svh" | b"lvh" | b"dvw" | b"vmin" | b"vmax" | b"cqw" => {
            !spaced
        }
        _ => false,
    };
    let name = number(bytes, at).checked_sub(1).and_then(|before| bytes.get(before));
    let fresh = !name.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    (known && fresh).then_some((LENGTH, at + 1 + usize::from(spaced) + long))
}

/// Where the number begins whose last digit stands at `at`.
pub(super) fn number(bytes: &[u8], at: usize) -> usize {
    let digits = bytes.get(..at).unwrap_or(&[]).iter().rev().take(8);
    at - digits.take_while(|b| b.is_ascii_digit() || **b == b'.').count()
}

/// `below 600 px`: where a layout changes; `600 px wide` alone is said of a photo too.
fn breakpoint(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..number(bytes, at)).unwrap_or(&[]);
    [&b"elow "[..], b"bove ", b"nder ", b"width of ", b"eyond ", b"reakpoint of "]
        .iter()
        .any(|lead| before.ends_with(lead))
        && !of_picture(bytes, at)
}

/// What is measured is a picture, whose size in pixels anybody may ask for.
fn of_picture(bytes: &[u8], at: usize) -> bool {
    let from = at.saturating_sub(REACH);
    let near = bytes.get(from..(at + REACH).min(bytes.len())).unwrap_or(&[]);
    [&b"hoto"[..], b"icture", b"image", b"Image", b"resolution", b"logo", b"scan"]
        .iter()
        .any(|word| near.windows(word.len()).any(|there| there == *word))
}

/// `:hover`, `::before`, `:nth-child(`; the first colon stands at `at`. Returns where it ends.
pub(super) fn selector(bytes: &[u8], at: usize) -> Option<(Told, usize)> {
    const STATES: &[&[u8]] = &[
        b"hover",
        b"focus",
        b"focus-visible",
        b"focus-within",
        b"nth-child",
        b"nth-of-type",
        b"first-child",
        b"last-child",
        b"only-child",
        b"first-of-type",
        b"last-of-type",
        b"first-letter",
        b"first-line",
        b"placeholder-shown",
        b"read-only",
        b"user-invalid",
        b"popover-open",
        b"any-link",
        b"autofill",
    ];
    // Ordinary words are selectors where nothing stands before the colon: `state:active` is a pair.
    const WORDS: &[&[u8]] = &[
        b"active",
        b"checked",
        b"disabled",
        b"enabled",
        b"empty",
        b"invalid",
        b"valid",
        b"required",
        b"target",
        b"visited",
        b"root",
        b"host",
        b"not",
        b"has",
        b"is",
        b"where",
    ];
    const PARTS: &[&[u8]] =
        &[b"before", b"after", b"placeholder", b"marker", b"backdrop", b"selection", b"slotted", b"part"];
    let double = bytes.get(at + 1) == Some(&b':');
    let start = at + 1 + usize::from(double);
    let rest = bytes.get(start..)?;
    let word =
        rest.get(..rest.iter().take(24).take_while(|b| b.is_ascii_lowercase() || **b == b'-').count())?;
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    let bare = before.is_none_or(|b| matches!(b, b' ' | b'`' | b'(' | b'\n'));
    let known =
        STATES.contains(&word) || double && PARTS.contains(&word) || bare && !double && WORDS.contains(&word);
    known.then_some((SELECTOR, start + word.len()))
}

/// `rel="noopener"`, `aria-live="polite"`; the sign stands at `at`. Returns where the name begins.
pub(super) fn attribute(bytes: &[u8], at: usize) -> Option<(Told, usize)> {
    const NAMES: &[&[u8]] = &[
        b"rel",
        b"type",
        b"role",
        b"class",
        b"className",
        b"id",
        b"href",
        b"src",
        b"srcset",
        b"alt",
        b"loading",
        b"autocomplete",
        b"inputmode",
        b"lang",
        b"target",
        b"tabindex",
        b"style",
        b"method",
        b"action",
        b"pattern",
        b"maxlength",
        b"scope",
        b"viewBox",
        b"enterkeyhint",
        b"placeholder",
    ];
    let before = bytes.get(..at)?;
    let long = before.iter().rev().take(40).take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    let name = before.get(at - long..)?;
    let quoted = bytes.get(at + 1).is_some_and(|b| matches!(b, b'"' | b'\''));
    let spoken = name.starts_with(b"aria-") || name.starts_with(b"data-");
    let bare = matches!(name, b"rel" | b"role" | b"type" | b"tabindex" | b"inputmode" | b"autocomplete")
        && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    (spoken || quoted && NAMES.contains(&name) || bare).then_some((ATTRIBUTE, at - long))
}

/// `is-invalid`, `btn-primary`, `--brand-colour`; the hyphen stands at `at`. Returns where the name begins and ends.
pub(super) fn style_name(bytes: &[u8], at: usize) -> Option<(Told, usize, usize)> {
    let name = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit() || **b == b'-';
    let after = bytes.get(at + 1..)?;
    let tail = after.iter().take(40).take_while(name).count();
    let before = bytes.get(..at)?;
    let head = before
        .iter()
        .rev()
        .take(8)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(**b, b'-' | b'_'))
        .count();
    let open = before.get(..at - head)?.last();
    let opens = open.is_none_or(|b| matches!(b, b' ' | b'`' | b'(' | b'.' | b'"' | b'\n'));
    let (first, rest) = (after.first()?, after.get(..tail)?);
    if !opens {
        return None;
    }
    if head == 0 && *first == b'-' {
        // A dash before a word has no hyphen further on; a custom property has.
        let inner = rest.get(1..)?;
        let named = inner.first().is_some_and(u8::is_ascii_lowercase) && inner.get(1..)?.contains(&b'-');
        return (named && !inner.ends_with(b"-") && !inner.windows(2).any(|pair| pair == b"--")).then_some((
            PROPERTY,
            at,
            at + 1 + tail,
        ));
    }
    let prefix = before.get(at - head..)?;
    let known = match prefix {
        b"is" => !matches!(rest, b"it" | b"not" | b"he" | b"she" | b"ness"),
        b"has" => !matches!(rest, b"been" | b"beens" | b"not"),
        b"js" | b"btn" | b"aria" | b"col" | b"bg" | b"mt" | b"mb" | b"px" | b"py" | b"webkit" => true,
        _ => false,
    };
    (known && rest.len() > 1 && first.is_ascii_lowercase()).then_some((STATE, at - head, at + 1 + tail))
}
