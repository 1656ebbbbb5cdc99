//! Sending of a prompt, up to the start of the answer or a refusal. Dropping the future closes the connection.

use std::sync::atomic::Ordering;

use reqwest::Response;
use reqwest::header::{ACCEPT, HeaderValue};
use secrecy::SecretString;

use super::refusal;
use super::refusal::ServerError;
use super::request_params::RequestParams;
use super::{Model, shape};
use crate::agents::response::ResponseState;
use crate::partial_output::PartialOutput;
use crate::secret;
use crate::secret_redactor::SecretRedactor;
use crate::web::{CERTIFICATE_HINT, cause, error_body, is_cut, without_secrets};
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Ask, Live};

/// Posts the prompt once and reads the answer. If the model refuses the temperature, the prompt is posted again without one: the
/// refusal was free, so it is the same call.
///
/// # Errors
/// The `Fault` of the key, of the request, or of the answer.
pub async fn ask(model: &Model, ask: &Ask, live: &Live) -> Result<Answer, Fault> {
    let key = model.fetch_key().await?;
    let redactor = SecretRedactor::of_secrets(&key);
    let partial = PartialOutput::new(live, &redactor);
    let mut exchange =
        Exchange { model, live, redactor: &redactor, partial, state: ResponseState::default() };
    let is_wanted = model.http.temperature.is_none();
    let is_refused = ask.temperature_refused || model.refuses_temperature.load(Ordering::Relaxed);
    let mut params = params(model, ask, is_wanted && !is_refused);
    let mut posted = exchange.post(&params, key.as_ref()).await?;
    if let Posted::TemperatureRefused(_) = posted {
        params.temperature = false;
        posted = exchange.post(&params, key.as_ref()).await?;
    }
    let response = match posted {
        Posted::Accepted(response) => response,
        Posted::TemperatureRefused(fault) => return Err(fault),
    };
    let mut outcome = exchange.read(response).await;
    if is_wanted && !params.temperature {
        model.refuses_temperature.store(true, Ordering::Relaxed);
        match &mut outcome {
            Ok(answer) => answer.temperature_refused = true,
            Err(Fault::Unusable { answer, .. }) => answer.temperature_refused = true,
            Err(
                Fault::TimedOut { .. }
                | Fault::Failed { .. }
                | Fault::Unready { .. }
                | Fault::TryLater { .. },
            ) => {}
        }
    }
    outcome
}

/// How a server takes a prompt.
enum Posted {
    Accepted(Response),
    /// The model refuses the temperature, with the fault that this would be.
    TemperatureRefused(Fault),
}

fn params<'a>(model: &'a Model, ask: &'a Ask, temperature: bool) -> RequestParams<'a> {
    let http = &model.http;
    RequestParams {
        model: &http.model,
        prompt: &ask.prompt,
        temperature,
        seed: http.seed,
        shape: if http.structured { shape::of_answer(ask, http.patches) } else { None },
        max_answer_tokens: http.max_answer_tokens,
        streaming: http.streaming,
    }
}

/// One prompt to a model, and its answer so far.
pub struct Exchange<'a> {
    pub model: &'a Model,
    pub live: &'a Live,
    pub redactor: &'a SecretRedactor,
    pub partial: PartialOutput<'a>,
    pub state: ResponseState,
}

impl Exchange<'_> {
    /// Posts the prompt and waits for the start of the answer.
    async fn post(
        &mut self,
        params: &RequestParams<'_>,
        key: Option<&SecretString>,
    ) -> Result<Posted, Fault> {
        let (model, http, redactor) = (self.model, &self.model.http, self.redactor);
        self.live.status(format!("asking {} at {}", http.model, model.endpoint.host()));
        let accepted =
            if http.streaming { "text/event-stream, application/json" } else { "application/json" };
        let request = model
            .client
            .post(model.dialect.prompt_url(&model.endpoint, params))
            .headers(model.dialect.headers(key))
            .header(ACCEPT, HeaderValue::from_static(accepted))
            .json(&model.dialect.body(&model.endpoint, params));
        let response = request.send().await.map_err(|e| {
            let (is_unready, is_cut) = (e.is_connect(), is_cut(&e));
            let (why, hint) = model.describe_send_error(e);
            let why = redactor.redact(&hint.map_or_else(|| why.clone(), |hint| format!("{why}; {hint}")));
            match (is_unready, is_cut) {
                (true, _) => Fault::Unready { why },
                // The server got the prompt and may charge for it.
                (false, true) => ResponseState::default().interrupted(why, &http.model, redactor),
                (false, false) => Fault::failed(why),
            }
        })?;
        if response.status().is_success() {
            return Ok(Posted::Accepted(response));
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let body = error_body(response, model.idle()).await;
        let error = ServerError::of(&body, redactor);
        let fault = refusal::fault(model, params, status, &headers, &error);
        if refusal::is_of_temperature(params, status, &error) {
            return Ok(Posted::TemperatureRefused(fault));
        }
        self.partial.beginning.push(&body);
        Err(fault)
    }
}

impl Model {
    /// The key, if one is configured.
    async fn fetch_key(&self) -> Result<Option<SecretString>, Fault> {
        match &self.key {
            None => Ok(None),
            Some(key) => {
                let key = secret::read(key, &self.root).await;
                key.map(Some).map_err(|e| Fault::Unready { why: e.with_hint() })
            }
        }
    }

    /// Why no answer started, and a hint if there is one.
    pub fn describe_send_error(&self, error: reqwest::Error) -> (String, Option<&'static str>) {
        let place = self.endpoint.shown();
        let (connecting, waiting) = (error.is_connect(), error.is_timeout());
        let why = cause(error);
        if why.contains("CaUsedAsEndEntity") {
            return (
                format!("{place} uses the certificate of an authority, not of a server ({why})"),
                Some(CA_CERTIFICATE_HINT),
            );
        }
        if why.contains("certificate") {
            return (
                format!("the certificate of {place} is not trusted on this machine ({why})"),
                Some(CERTIFICATE_HINT),
            );
        }
        if ["InvalidContentType", "tls handshake eof"].iter().any(|words| why.contains(words)) {
            return (format!("{place} does not speak TLS ({why})"), Some(PLAIN_HINT));
        }
        let (through, check) = match &self.http.proxy {
            Some(proxy) => {
                (format!(" through the proxy {}", without_secrets(proxy)), "check the proxy and the url")
            }
            // The client uses no other proxy for this machine.
            None if self.endpoint.is_loopback() => {
                (String::new(), "check that the server is running, and the url")
            }
            None => (String::new(), PROXY_HINT),
        };
        match (connecting, waiting) {
            (true, false) => (format!("no answer from {place}{through} ({why}); {check}"), None),
            (_, true) => (format!("{place} did not accept a connection{through} ({why}); {check}"), None),
            (false, false) => (
                format!("{place} closed the connection{through} before it answered ({why})"),
                (self.endpoint.scheme() == "http").then_some(refusal::TLS_HINT),
            ),
        }
    }
}

/// OpenSSL creates such a certificate by default.
const CA_CERTIFICATE_HINT: &str = "create a new one with openssl req -x509 … -addext basicConstraints=critical,CA:FALSE -addext \
    subjectAltName=DNS:…, and on Linux name its file: export SSL_CERT_FILE=…";

const PROXY_HINT: &str =
    "check that the server is running, the url, and the proxy, if one is set (HTTPS_PROXY, NO_PROXY)";

const PLAIN_HINT: &str = "if the server has no TLS, start its url with http://; else correct url";
