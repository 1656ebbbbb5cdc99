//! HTTPS: a server with a certificate that the machine trusts works, and so do the three providers at their own addresses,
//! as printed in the README, through a proxy that imitates them. An untrusted certificate is reported in one sentence with
//! the fix.
//!
//! `openssl` makes the certificates and `python3` speaks TLS; without either the tests report that they were not run.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;

use tempfile::TempDir;

use super::bench::{Bench, reaching};
use super::provider::Provider;
use super::readme::way;
use super::setups::KEY;
use crate::http::server::Server;
use crate::stitch::server::{Manners, Stitch};

/// The host in the certificate.
const NAMES: &str =
    "DNS:localhost,DNS:api.openai.com,DNS:api.anthropic.com,DNS:generativelanguage.googleapis.com";

/// An authority, and a certificate signed by it.
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

/// A TLS server in front of a provider.
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
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/person/tls.py");
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

const GPT: Provider = Provider { kind: "openai", model: "MODEL", key: Some(KEY), base: "/v1" };

/// The README's OpenAI entry with a local `https://` address.
fn secured(host: &str, front: &Front) -> Bench {
    let mut bench = Bench::new();
    let yaml = way("OpenAI").blocks(["yaml", "sh"])[0].to_owned();
    bench.user(&reaching(&yaml, "openai", &format!("https://{host}:{}/v1", front.port)));
    bench.set("OPENAI_API_KEY", KEY);
    bench
}

#[test]
fn a_trusted_certificate_is_accepted() {
    let Some(authority) = Authority::new() else { return };
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    let mut bench = secured("localhost", &front);
    bench.set("SSL_CERT_FILE", &authority.certificate());
    bench.healthy();
    bench.becomes_a_candidate(&["run", "checkout"]);
    assert_eq!(bench.answered("checkout", "generator"), "MODEL");
}

/// `openssl req -x509` makes an authority's certificate by default. The message says so, since trusting it does not help.
#[test]
fn an_authoritys_certificate_is_reported_as_that() {
    let Some(authority) = Authority::new() else { return };
    for (from, to) in [("ca.pem", "leaf.pem"), ("ca.key", "leaf.key")] {
        std::fs::copy(authority.file(from), authority.file(to)).unwrap();
    }
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    let mut bench = secured("localhost", &front);
    bench.set("SSL_CERT_FILE", &authority.certificate());
    let said = bench.run(&["doctor"]);
    for words in
        ["uses the certificate of an authority, not of a server", "basicConstraints=critical,CA:FALSE"]
    {
        assert!(said.out.contains(words), "{said:?}");
    }
}

#[test]
fn an_untrusted_certificate_is_reported_with_the_fix() {
    let (Some(authority), Some(other)) = (Authority::new(), Authority::new()) else { return };
    let server = GPT.begin();
    let Some(front) = Front::before(&server, &authority) else { return };
    // First an unknown authority; then the right one with a wrong host name.
    for (host, trusted) in [("localhost", &other), ("127.0.0.1", &authority)] {
        let mut bench = secured(host, &front);
        bench.set("SSL_CERT_FILE", &trusted.certificate());
        let said = bench.run(&["doctor"]);
        assert_eq!(said.code, 2, "{said:?}");
        let sentence =
            format!("the certificate of https://{host}:{}/v1 is not trusted on this machine", front.port);
        let lines = said.out.lines().skip_while(|line| !line.contains(&sentence)).collect::<Vec<_>>();
        assert!(lines.len() > 1, "{said:?}");
        assert!(
            lines[1].contains("hint: ") && lines[1].contains("SSL_CERT_FILE=") && lines[1].contains("url"),
            "{lines:?}"
        );
        let said = bench.run(&["run", "checkout"]);
        let reason = bench.place.row("checkout")["reason"].to_string();
        assert!(
            said.code == 3 && reason.contains(&sentence) && reason.contains("SSL_CERT_FILE="),
            "{reason}"
        );
    }
    assert!(server.received().is_empty(), "nothing is sent to who is not trusted");
}

#[test]
fn a_server_without_tls_is_reported() {
    let Some(authority) = Authority::new() else { return };
    // One server sends plain HTTP, and one hangs up.
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
        assert!(said.out.contains("has no TLS, start its url with http://"), "{said:?}");
    }
}

/// The preview server is checked in the same way, and a run has its preview anyway.
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

/// The printed text is used unchanged, with the providers' own addresses.
#[test]
fn the_printed_providers_work() {
    let Some(authority) = Authority::new() else { return };
    for (name, provider, host) in [
        ("OpenAI", GPT, "api.openai.com"),
        (
            "Anthropic",
            Provider { kind: "anthropic", model: "MODEL", key: Some(KEY), base: "/v1" },
            "api.anthropic.com",
        ),
        (
            "Gemini",
            Provider { kind: "gemini", model: "MODEL", key: Some(KEY), base: "/v1beta" },
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
        // At a provider's own address its own variable serves if no key is named.
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
