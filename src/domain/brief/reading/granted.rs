//! What a section on people says that they get and may do: demands on the product, and no traits of theirs.

use super::super::block::Block;
use super::super::label::Lead;
use super::super::modal;
use super::Reader;

impl Reader<'_> {
    /// `Wardens: close a report and see every plot`, below a heading of roles and permissions: what somebody may do.
    pub(super) fn permits(&self, block: &Block, lead: Option<&Lead>) -> bool {
        #[rustfmt::skip]
        const PERMISSIONS: &[&str] = &[
            "permission", "permissions", "permisos", "permissões", "permessi", "berechtigungen", "autorisations", "rechten",
            "права", "yetkileri", "yetkiler", "权限", "權限", "権限", "권한",
        ];
        let told = lead.map(|l| block.prose.text().get(l.rest..).unwrap_or_default());
        let says = told.is_some_and(|told| told.split_whitespace().count() >= 3);
        let heading = self.heading_text().map(str::to_lowercase).unwrap_or_default();
        let named = modal::words(&heading).any(|(_, word)| PERMISSIONS.contains(&word));
        says && block.parent.is_none() && named
    }

    /// Below the name of those it is for, and no trait of theirs: what they get.
    pub(super) fn serves_somebody(&self, block: &Block, lead: Option<&Lead>) -> bool {
        #[rustfmt::skip]
        const TRAITS: &[&str] = &[
            "age", "name", "role", "background", "occupation", "job", "goal", "goals", "need", "needs", "pain", "pains", "pain points",
            "frustration", "frustrations", "motivation", "motivations", "behavior", "behaviour", "behaviors", "quote", "location",
            "education", "skills", "technology", "tech", "tech savviness", "devices", "description", "who", "challenges", "context",
        ];
        let headed = self.mild && self.sections.last().is_some_and(|s| !s.generic && s.level < 8);
        let of_theirs = lead.is_some_and(|l| TRAITS.contains(&l.name.to_lowercase().as_str()));
        headed && !of_theirs && block.prose.text().split_whitespace().count() >= 2
    }
}
