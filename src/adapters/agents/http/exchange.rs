//! One prompt goes out, and a server begins to answer or refuses. Dropping the future closes the connection.

use reqwest::Response;
use reqwest::header::{ACCEPT, HeaderValue};

use super::dialect::Asked;
use super::heard::Heard;
use super::key::Secret;
use super::refused::{self, Told};
use super::{Model, failed, proxy, reading, shape};
use crate::adapters::came::Came;
use crate::adapters::veil::Veil;
use crate::adapters::web::{cause, is_cut, of_a_refusal};
use crate::kernel::{Answer, Fault};
use crate::ports::{Ask, Live};

/// Posts the prompt once, and reads the answer.
pub async fn ask(model: &Model, ask: &Ask, live: &Live) -> Result<Answer, Fault> {
    let secret = model.secret().await?;
    let veil = Veil::of(secret.as_ref().map(Secret::bytes));
    let mut came = Came::new(live, &veil);
    let response = begin(model, ask, live, secret.as_ref(), &veil, &mut came).await?;
    reading::read(model, live, &veil, response, &mut came).await
}

/// Posts the prompt, and waits until the server begins to answer.
async fn begin(
    model: &Model,
    ask: &Ask,
    live: &Live,
    secret: Option<&Secret>,
    veil: &Veil,
    came: &mut Came<'_>,
) -> Result<Response, Fault> {
    let http = &model.http;
    let asked = Asked {
        model: &http.model,
        prompt: &ask.prompt,
        temperature: http.temperature.is_none(),
        seed: http.seed,
        shape: if http.structured { shape::of_answer(ask.role, http.patches) } else { None },
        max_answer_tokens: http.max_answer_tokens,
        streaming: http.streaming,
    };
    live.doing(format!("asks {} at {}", http.model, model.endpoint.host()));
    let accepted = if http.streaming { "text/event-stream, application/json" } else { "application/json" };
    let request = model
        .client
        .post(model.dialect.asks_at(&model.endpoint, &asked))
        .headers(model.dialect.headers(secret))
        .header(ACCEPT, HeaderValue::from_static(accepted))
        .json(&model.dialect.body(&model.endpoint, &asked));
    let response = request.send().await.map_err(|e| {
        let (is_unready, is_cut) = (e.is_connect(), is_cut(&e));
        let (why, hint) = model.unreached(e);
        let why = veil.over(&hint.map_or_else(|| why.clone(), |hint| format!("{why}; {hint}")));
        match (is_unready, is_cut) {
            (true, _) => Fault::Unready { why },
            // It has the prompt, and may charge it.
            (false, true) => Heard::default().lost(why, &http.model, veil),
            (false, false) => failed(why),
        }
    })?;
    if response.status().is_success() {
        return Ok(response);
    }
    let (status, headers) = (response.status(), response.headers().clone());
    let body = of_a_refusal(response, model.idle()).await;
    came.hear(&body);
    let told = Told::of(&body, veil);
    Err(refused::fault(model, &asked, status, &headers, &told))
}

impl Model {
    /// The key, where there is one.
    pub async fn secret(&self) -> Result<Option<Secret>, Fault> {
        match &self.key {
            None => Ok(None),
            Some(key) => key
                .fetch(&self.root)
                .await
                .map(Some)
                .map_err(|e| Fault::Unready { why: format!("{}; {}", e.what, e.hint) }),
        }
    }

    /// Why no answer began, and what to do where that is known.
    pub fn unreached(&self, error: reqwest::Error) -> (String, Option<&'static str>) {
        let place = self.endpoint.shown();
        let (connecting, waiting) = (error.is_connect(), error.is_timeout());
        let why = cause(error);
        if why.contains("CaUsedAsEndEntity") {
            return (
                format!("the certificate of {place} is an authority's, and no server's ({why})"),
                Some(NO_SERVER),
            );
        }
        if why.contains("certificate") {
            return (format!("the certificate of {place} is not trusted here ({why})"), Some(CERTIFICATE));
        }
        if ["InvalidContentType", "tls handshake eof"].iter().any(|words| why.contains(words)) {
            return (format!("{place} does not speak TLS ({why})"), Some(PLAIN));
        }
        let variable = |name: &str| std::env::var(name).ok();
        let proxy = proxy::between(self.http.proxy.as_deref(), &self.endpoint, variable);
        let (through, is_it) = match proxy {
            Some(proxy) => (format!(" through {proxy}"), "is that proxy right and running, and url right?"),
            None => (String::new(), "is the server running, and url right?"),
        };
        match (connecting, waiting) {
            (true, false) => (format!("nothing answers at {place}{through} ({why}); {is_it}"), None),
            (_, true) => (format!("{place} did not accept a connection{through} ({why}); {is_it}"), None),
            (false, false) => (
                format!("{place} broke the connection{through} before it answered ({why})"),
                (self.endpoint.scheme() == "http").then_some(SPEAKS_TLS),
            ),
        }
    }
}

/// A server of one's own, or a proxy that looks into connections, has an authority that a machine must be told of.
pub const CERTIFICATE: &str = "if it is yours or your company's, add the authority that signed it to the system's \
    certificates, or on Linux name the file that holds it: export SSL_CERT_FILE=…; else correct url";

/// OpenSSL makes such a certificate where it is not told otherwise.
const NO_SERVER: &str = "make it anew with openssl req -x509 … -addext basicConstraints=critical,CA:FALSE -addext \
    subjectAltName=DNS:…, and on Linux name its file: export SSL_CERT_FILE=…";

/// What is said where words over a plain connection are not understood.
pub const SPEAKS_TLS: &str = "if that server speaks TLS, write its url with https://";

const PLAIN: &str = "if it is a server without TLS, write its url with http://; else correct url";
