//! HTTPS: a server whose certificate an authority of the machine has signed is asked, and the three providers are asked at
//! their own addresses, as the README prints them, through a proxy that stands for them. A certificate that is not trusted
//! is told in one sentence with what to do.
//!
//! `openssl` makes the certificates, and `python3` speaks TLS; where one is missing the tests say that they were not run.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;

use tempfile::TempDir;

use crate::bench::{Bench, reaching};
use crate::provider::Provider;
use crate::readme::way;
use crate::server::Server;
use crate::stitch::{Manners, Stitch};
use crate::ways::KEY;

/// Whom the certificate names.
const NAMES: &str =
    "DNS:localhost,DNS:api.openai.com,DNS:api.anthropic.com,DNS:generativelanguage.googleapis.com";

/// An authority, and a certificate that it has signed.
struct Authority(TempDir);

impl Authority {
    fn new() -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let settings = format!(
            "[req]\nprompt=no\ndistinguished_name=dn\n[dn]\nCN=an authority of a test\n[ca]\n\
             basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n[leaf]\nsubjectAltName={NAMES}\n"
        );
        std::fs::write(folder.path().join("settings"), settings).unwrap();
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config settings";
        for line in [
            format!("req -x509 {key} -keyout ca.key -out ca.pem -days 30 -extensions ca"),
            format!("req {key} -keyout leaf.key -out leaf.req"),
            "x509 -req -in leaf.req -CA ca.pem -CAkey ca.key -CAcreateserial -out leaf.pem -days 30 -extfile settings \
             -extensions leaf"
                .to_owned(),
        ] {
            let ran = Command::new("openssl").args(line.split_whitespace()).current_dir(&folder).output();
            let Ok(ran) = ran else {
                println!("not run: there is no openssl");
                return None;
            };
            assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
        }
        Some(Self(folder))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn certificate(&self) -> String {
        self.file("ca.pem").display().to_string()
    }
}

/// A server in front of a provider's that speaks TLS.
struct Front {
    process: Child,
    port: u16,
    asked: Receiver<String>,
}

impl Front {
    fn before(server: &Server, authority: &Authority) -> Option<Self> {
        Self::before_port(server.port(), authority)
    }

    fn before_port(port: u16, authority: &Authority) -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/person/tls.py");
        let mut command = Command::new("python3");
        command.arg(script).arg(authority.file("leaf.pem")).arg(authority.file("leaf.key"));
        let Ok(mut process) = command.arg(port.to_string()).stdout(Stdio::piped()).spawn() else {
            println!("not run: there is no python3");
            return None;
        };
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.next().expect("a port").unwrap().parse().unwrap();
        let (to, asked) = std::sync::mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| to.send(line)));
        Some(Self { process, port, asked })
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const GPT: Provider = Provider { kind: "openai", model: "gpt-4.1", key: Some(KEY), base: "/v1" };

/// The README's OpenAI behind an address of ours that is `https://`.
fn secured(host: &str, front: &Front) -> Bench {
    let mut bench = Bench::new();
    let yaml = way("OpenAI").blocks(["yaml", "sh"])[0].to_owned();
    bench.user(&reaching(&yaml, "openai", &format!("https://{host}:{}/v1", front.port)));
    bench.set("OPENAI_API_KEY", KEY);
    bench
}

#[test]
fn a_certificate_that_the_machine_trusts_is_good() {
    let Some(authority) = Authority::new() else { return };
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    let mut bench = secured("localhost", &front);
    bench.set("SSL_CERT_FILE", &authority.certificate());
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "gpt-4.1");
}

/// What `openssl req -x509` makes where nobody says that it is for a server: that it is an authority's is told, since no
/// amount of trust mends it.
#[test]
fn a_certificate_that_is_an_authoritys_is_told_as_that() {
    let Some(authority) = Authority::new() else { return };
    for (from, to) in [("ca.pem", "leaf.pem"), ("ca.key", "leaf.key")] {
        std::fs::copy(authority.file(from), authority.file(to)).unwrap();
    }
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    let mut bench = secured("localhost", &front);
    bench.set("SSL_CERT_FILE", &authority.certificate());
    let said = bench.run(&["doctor"]);
    for words in ["is an authority's, and no server's", "basicConstraints=critical,CA:FALSE"] {
        assert!(said.out.contains(words), "{said:?}");
    }
}

#[test]
fn a_certificate_that_is_not_trusted_is_told_with_what_to_do() {
    let (Some(authority), Some(other)) = (Authority::new(), Authority::new()) else { return };
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    // Another authority; the right one, and a name that the certificate does not have.
    for (host, trusted) in [("localhost", &other), ("127.0.0.1", &authority)] {
        let mut bench = secured(host, &front);
        bench.set("SSL_CERT_FILE", &trusted.certificate());
        let said = bench.run(&["doctor"]);
        assert_eq!(said.code, 2, "{said:?}");
        let sentence = format!("the certificate of https://{host}:{}/v1 is not trusted here", front.port);
        let told = said.out.lines().skip_while(|line| !line.contains(&sentence)).collect::<Vec<_>>();
        assert!(told.len() > 1, "{said:?}");
        assert!(
            told[1].contains("hint: ") && told[1].contains("SSL_CERT_FILE=") && told[1].contains("url"),
            "{told:?}"
        );
        let said = bench.run(&["run", "checkout"]);
        let reason = bench.place.row("checkout")["reason"].to_string();
        assert!(
            said.code == 2 && reason.contains(&sentence) && reason.contains("SSL_CERT_FILE="),
            "{reason}"
        );
    }
    assert!(server.received().is_empty(), "nothing is sent to who is not trusted");
}

#[test]
fn a_server_without_tls_behind_https_is_told() {
    let Some(authority) = Authority::new() else { return };
    // One that says so, and one that hangs up.
    for answers in [true, false] {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                let _ = std::io::Read::read(&mut stream, &mut [0; 512]);
                if answers {
                    let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
                }
            }
        });
        let mut bench = Bench::new();
        let yaml = way("OpenAI").blocks(["yaml", "sh"])[0].to_owned();
        bench.user(&reaching(&yaml, "openai", &format!("https://localhost:{port}/v1")));
        bench.set("OPENAI_API_KEY", KEY);
        bench.set("SSL_CERT_FILE", &authority.certificate());
        let said = bench.run(&["doctor"]);
        assert!(said.code == 2 && said.out.contains("does not speak TLS"), "{said:?}");
        assert!(said.out.contains("without TLS, write its url with http://"), "{said:?}");
    }
}

/// The preview server is held to the same, and a run has its preview anyway.
#[test]
fn a_preview_server_needs_a_trusted_certificate_too() {
    let (Some(authority), Some(other)) = (Authority::new(), Authority::new()) else { return };
    // A page at an address without TLS would not be fetched.
    let drawing = Stitch::begin(Manners { inline: true, ..Manners::default() });
    let Some(front) = Front::before_port(drawing.port(), &authority) else { return };
    for (trusted, by) in [(&authority, "drawn by stitch"), (&other, "the preview is built-in")] {
        let mut bench = Bench::new();
        bench.set("STITCH_API_KEY", KEY);
        bench.set("SSL_CERT_FILE", &trusted.certificate());
        let yaml = way("Previews by Google Stitch").blocks(["yaml"])[0].to_owned();
        bench.user(&reaching(&yaml, "stitch", &format!("https://localhost:{}/mcp", front.port)));
        let doctor = bench.run(&["doctor"]);
        assert_eq!(doctor.code == 0, by.starts_with("drawn"), "{doctor:?}");
        assert_eq!(doctor.out.contains("SSL_CERT_FILE="), !by.starts_with("drawn"), "{doctor:?}");
        let said = bench.run(&["run", "checkout"]);
        assert!(said.code == 3 && said.err.contains(by), "{said:?}");
    }
}

/// Nothing of what is printed is changed: the addresses are the providers' own.
#[test]
fn the_providers_are_asked_as_they_are_printed() {
    let Some(authority) = Authority::new() else { return };
    for (name, provider, host) in [
        ("OpenAI", GPT, "api.openai.com"),
        (
            "Anthropic",
            Provider { kind: "anthropic", model: "claude-sonnet-4-5", key: Some(KEY), base: "/v1" },
            "api.anthropic.com",
        ),
        (
            "Gemini",
            Provider { kind: "gemini", model: "gemini-2.5-pro", key: Some(KEY), base: "/v1beta" },
            "generativelanguage.googleapis.com",
        ),
    ] {
        let model = provider.model;
        let server = provider.begin();
        let Some(front) = Front::before(&server, &authority) else { return };
        let mut bench = Bench::new();
        bench.program("pass", &format!("echo {KEY}"));
        bench.set("OPENAI_API_KEY", KEY);
        bench.set("ANTHROPIC_API_KEY", KEY);
        bench.set("GEMINI_API_KEY", KEY);
        bench.set("HTTPS_PROXY", &format!("http://127.0.0.1:{}", front.port));
        bench.set("SSL_CERT_FILE", &authority.certificate());
        let way = way(name);
        let (_, yaml) = way.blocks.iter().find(|(language, _)| language == "yaml").unwrap();
        bench.user(yaml);
        bench.healthy();
        // At its own address a provider's own variable serves where no key is named.
        let unnamed: Vec<&str> = yaml.lines().filter(|line| !line.contains(" key: ")).collect();
        assert!(unnamed.len() + 1 == yaml.lines().count(), "{name}");
        bench.user(&unnamed.join("\n"));
        bench.healthy();
        bench.user(yaml);
        bench.becomes_a_candidate(&["run", "checkout"]);
        assert_eq!(bench.answered("checkout", "generator"), model, "{name}");
        let asked: Vec<String> = front.asked.try_iter().collect();
        assert!(
            !asked.is_empty() && asked.iter().all(|line| *line == format!("CONNECT {host}:443 HTTP/1.1")),
            "{asked:?}"
        );
    }
}
