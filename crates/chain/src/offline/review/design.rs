//! "Plan needs: Components defined, interfaces specified, dependencies identified, risks noted".

use super::findings::{Findings, Needed};
use crate::offline::Sources;
use crate::offline::demands::{Demand, demands};
use crate::offline::elements::satisfied;
use crate::offline::sections::Sections;
use crate::review::Severity;

const NEEDED: [Needed; 4] = [
    Needed { name: "Components", stems: &["component", "module", "part"], severity: Severity::Blocker },
    Needed {
        name: "Interfaces",
        stems: &["interface", "interaction", "api", "contract"],
        severity: Severity::Blocker,
    },
    Needed { name: "Dependencies", stems: &["depend"], severity: Severity::Warning },
    Needed { name: "Risks", stems: &["risk"], severity: Severity::Warning },
];

pub fn review(sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    found.sections(sections, &NEEDED);
    let named = sections.ids();
    found.unnamed(Severity::Blocker, sources, &named, "not in the design");
    let Some(intent) = sources.intent else { return };
    let served = satisfied(intent);
    let is_open = |one: &&Demand| one.is_in(&named) && !served.contains_key(one.id.as_str());
    let open: Vec<String> = demands(sources).iter().filter(is_open).map(Demand::name).collect();
    let lack = "without a part in the frozen design (reject or unfreeze the design to change this)";
    found.each(Severity::Note, &open, "requirement", lack);
    if let Some(seal) = sources.seal
        && !sections.blocks.iter().any(|block| block.text.contains(seal.checksum))
    {
        found.warning(None, "The document does not name the checksum of the frozen design.");
    }
}
