//! SSH signatures over FROZEN.md: checks them and finds the signer.

use std::fmt;

use jiff::Timestamp;
use ssh_key::public::KeyData;
use ssh_key::{HashAlg, PublicKey, SshSig};

use super::NAMESPACE;
use super::approvers::{Approvers, Denied};

/// The largest signature file that is read, in bytes.
pub const LARGEST: usize = 16 * 1024;
/// The first line.
const BEGIN: &[u8] = b"-----BEGIN SSH SIGNATURE-----\n";
/// The trailer of a security key's signature: one byte of flags and a counter.
const FIDO_TRAILER: usize = 5;
/// The flag for a touch of the security key.
const TOUCHED: u8 = 0x01;

/// The key that made a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signer {
    /// `SHA256:…`, as in ssh-keygen.
    pub fingerprint: String,
    /// `ssh-ed25519` and the like.
    pub kind: String,
}

impl fmt::Display for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fingerprint, self.kind)
    }
}

/// Why a signature does not approve.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAccepted {
    #[error("FROZEN.md.sig is no SSH signature: {0}")]
    NotASignature(String),
    #[error("FROZEN.md.sig was made for the namespace {0:?}, not for \"{NAMESPACE}\"")]
    OtherNamespace(String),
    #[error(
        "FROZEN.md.sig does not fit FROZEN.md: it was made for another text, or by another key than it says"
    )]
    DoesNotFit,
    #[error("the security key {0} was not touched for it")]
    NotTouched(String),
    #[error("it is signed with the key {key}, which may not approve as {name}: {why}")]
    NotAdmitted { key: String, name: String, why: &'static str },
}

/// The signer of a text, whether listed as an approver or not.
///
/// # Errors
/// If it is no signature, is for another purpose, or does not fit the text.
pub fn signer(text: &[u8], signature: &[u8]) -> Result<Signer, NotAccepted> {
    fitting(text, signature).map(|key| described(&key))
}

/// The line for the file of approvers that lists the key of a signature under a name. `None` if the name would be a pattern
/// there, or the signature cannot be read.
pub fn public_key_line(signature: &[u8], name: &str) -> Option<String> {
    if name.is_empty() || name.contains(['*', '?', ',', '!', '#', '"']) {
        return None;
    }
    let key = PublicKey::from(read(signature).ok()?.public_key().clone()).to_openssh().ok()?;
    let name = if name.contains([' ', '\t']) { format!("\"{name}\"") } else { name.to_owned() };
    Some(format!("{name} namespaces=\"{NAMESPACE}\" {}", key.trim()))
}

impl Approvers {
    /// Checks a signature, and that its key may approve under this name at this time.
    ///
    /// # Errors
    /// If it is no signature, does not fit, or its key may not approve.
    pub fn accept(
        &self,
        text: &[u8],
        signature: &[u8],
        name: &str,
        at: Timestamp,
    ) -> Result<Signer, NotAccepted> {
        let key = fitting(text, signature)?;
        let signer = described(&key);
        self.admit(&key, name, at).map_err(|denied| NotAccepted::NotAdmitted {
            key: signer.to_string(),
            name: name.to_owned(),
            why: match denied {
                Denied::UnknownKey => "the approvers do not list it",
                Denied::OtherName => "the approvers list it for another name",
                Denied::OtherNamespace => "the approvers list it for other purposes than frieze",
                Denied::OtherTime => "the approvers list it for another time",
            },
        })?;
        Ok(signer)
    }
}

fn read(signature: &[u8]) -> Result<SshSig, NotAccepted> {
    if signature.len() > LARGEST {
        return Err(NotAccepted::NotASignature(format!("it has more than {LARGEST} bytes")));
    }
    // As strict as ssh-keygen: nothing before the first line, and no other line ends.
    if !signature.starts_with(BEGIN) || signature.contains(&b'\r') {
        return Err(NotAccepted::NotASignature("it does not begin as ssh-keygen writes it".to_owned()));
    }
    SshSig::from_pem(signature).map_err(|e| NotAccepted::NotASignature(e.to_string()))
}

/// The key of a signature that fits a text.
fn fitting(text: &[u8], signature: &[u8]) -> Result<KeyData, NotAccepted> {
    let signature = read(signature)?;
    if signature.namespace() != NAMESPACE {
        return Err(NotAccepted::OtherNamespace(signature.namespace().to_owned()));
    }
    let key = signature.public_key();
    PublicKey::from(key.clone()).verify(NAMESPACE, text, &signature).map_err(|_| NotAccepted::DoesNotFit)?;
    if key.is_sk_ed25519() || key.is_sk_ecdsa_p256() {
        let bytes = signature.signature_bytes();
        let flags = bytes.len().checked_sub(FIDO_TRAILER).and_then(|at| bytes.get(at)).copied();
        if flags.is_none_or(|flags| flags & TOUCHED == 0) {
            return Err(NotAccepted::NotTouched(described(key).to_string()));
        }
    }
    Ok(key.clone())
}

fn described(key: &KeyData) -> Signer {
    Signer { fingerprint: key.fingerprint(HashAlg::Sha256).to_string(), kind: key.algorithm().to_string() }
}
