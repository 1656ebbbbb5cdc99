//! Client for tool servers (MCP) over HTTP. The SDK limits messages to 16 MiB, and every call has a time limit. Output schemas are
//! not compiled, and an invalid tool does not affect the others. Nothing is ever sent twice.

mod fault;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientCapabilities, ClientConfig, ClientRequest, Implementation,
    ListToolsRequest, PaginatedRequestParams,
};
use rmcp::service::{PeerRequestOptions, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::common::client_side_sse::NeverRetry;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};

use super::web;
use super::web::cause;

pub use fault::{Fault, bounded};
pub use rmcp::model::ProtocolVersion;

/// Time limit for the handshake.
pub const HANDSHAKE: Duration = Duration::from_secs(20);
/// Maximum number of pages of tools, and of tools.
const MOST_PAGES: usize = 50;
const MOST_TOOLS: usize = 2000;
/// Time limit for closing the connection.
const CLOSE_LIMIT: Duration = Duration::from_secs(4);

/// A connected server.
pub struct Server {
    service: RunningService<RoleClient, Client>,
}

/// The tools of a server.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tools {
    /// Name to input schema.
    pub tools: BTreeMap<String, Value>,
    /// Invalid entries.
    pub broken: Vec<String>,
}

impl Server {
    /// Connects to a server over HTTP. It is offered this protocol version and may choose an older one. Redirects are not
    /// followed, because the headers contain keys.
    ///
    /// # Errors
    /// If the address is invalid, or the handshake fails.
    pub async fn over_http(
        url: &str,
        version: ProtocolVersion,
        headers: &[(&'static str, SecretString)],
        bearer: Option<&SecretString>,
        handshake: Duration,
    ) -> Result<Self, Fault> {
        let address =
            reqwest::Url::parse(url).map_err(|e| Fault::Failed(format!("its address is invalid: {e}")))?;
        let client = web::client(&address, reqwest::redirect::Policy::none(), None).build();
        let client =
            client.map_err(|e| Fault::Failed(format!("cannot create an HTTP client: {}", cause(e))))?;
        let mut custom = HashMap::new();
        for (name, value) in headers {
            let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| {
                Fault::Permission(format!("the value for {name} has characters that a header must not have"))
            })?;
            value.set_sensitive(true);
            custom.insert(HeaderName::from_static(name), value);
        }
        let mut config = StreamableHttpClientTransportConfig::with_uri(url)
            .custom_headers(custom)
            // Never repeat a call.
            .reinit_on_expired_session(false);
        config.retry_config = Arc::new(NeverRetry::default());
        if let Some(bearer) = bearer {
            config = config.auth_header(bearer.expose_secret());
        }
        let transport = StreamableHttpClientTransport::with_client(client, config);
        let service = tokio::time::timeout(handshake, Client(version).serve(transport)).await;
        match service {
            Ok(Ok(service)) => Ok(Self { service }),
            Ok(Err(error)) => Err(Fault::of_start(&error)),
            Err(_) => Err(Fault::timed_out(handshake)),
        }
    }

    /// All tools of the server.
    ///
    /// # Errors
    /// If the server does not list them.
    pub async fn tools(&self, limit: Duration) -> Result<Tools, Fault> {
        let mut tools = Tools::default();
        let mut cursor = None;
        for _ in 0..MOST_PAGES {
            let page = PaginatedRequestParams::default().with_cursor(cursor.take());
            let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(page));
            let value = self.ask(request, limit).await?;
            let listed = value
                .get("tools")
                .and_then(Value::as_array)
                .ok_or_else(|| Fault::Failed("the server's answer is not a list of tools".to_owned()))?;
            for tool in listed.iter().take(MOST_TOOLS.saturating_sub(tools.tools.len())) {
                match (tool.get("name").and_then(Value::as_str), tool.get("inputSchema")) {
                    (Some(name), Some(schema @ Value::Object(_))) => {
                        tools.tools.insert(bounded(name), schema.clone());
                    }
                    (name, _) => tools.broken.push(bounded(name.unwrap_or("a tool without a name"))),
                }
            }
            cursor =
                value.get("nextCursor").and_then(Value::as_str).filter(|c| !c.is_empty()).map(str::to_owned);
            if cursor.is_none() {
                break;
            }
        }
        Ok(tools)
    }

    /// Calls a tool once. Returns its structured content, else the JSON in its first text, else that text.
    ///
    /// # Errors
    /// If the call fails; it may still have been carried out.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        limit: Duration,
    ) -> Result<Value, Fault> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        result(self.ask(request, limit).await?)
    }

    async fn ask(&self, request: ClientRequest, limit: Duration) -> Result<Value, Fault> {
        let options = PeerRequestOptions::with_timeout(limit);
        // The SDK's limit starts after sending; this limit covers sending as well.
        let sending = async {
            let handle = self.service.send_cancellable_request(request, options).await?;
            handle.await_response().await
        };
        let answer = tokio::time::timeout(limit + CLOSE_LIMIT, sending).await;
        match answer {
            Err(_) => Err(Fault::timed_out(limit)),
            Ok(Err(error)) => Err(Fault::of_call(&error)),
            // Use the raw answer, regardless of the type that the SDK assigned to it.
            Ok(Ok(answer)) => serde_json::to_value(answer)
                .map_err(|e| Fault::Failed(format!("the answer cannot be read: {e}"))),
        }
    }

    /// Closes the connection.
    pub async fn end(mut self) {
        let _ = self.service.close_with_timeout(CLOSE_LIMIT).await;
    }
}

#[derive(Clone, Debug)]
struct Client(ProtocolVersion);

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let me = Implementation::new("frieze", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), me).with_protocol_version(self.0.clone())
    }
}

fn result(value: Value) -> Result<Value, Fault> {
    let Value::Object(mut answer) = value else {
        return Err(Fault::Failed("the tool's answer is not an object".to_owned()));
    };
    let content = answer.get("content").and_then(Value::as_array);
    let mut texts = content.into_iter().flatten().filter_map(|block| {
        let is_text = block.get("type").is_none_or(|kind| kind == "text");
        block.get("text").filter(|_| is_text).and_then(Value::as_str)
    });
    let first = texts.next().map(str::to_owned);
    if answer.get("isError") == Some(&Value::Bool(true)) {
        return Err(Fault::from_message(first.as_deref().unwrap_or("the tool failed without a reason")));
    }
    if let Some(structured) = answer.remove("structuredContent").filter(|value| !value.is_null()) {
        return Ok(structured);
    }
    match first {
        Some(text) => Ok(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        None => Err(Fault::Failed("the tool returned no text".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_content_of_an_answer_is_found() {
        for (answer, expected) in [
            (
                json!({ "structuredContent": { "a": 1 }, "content": [{ "type": "text", "text": "{}" }] }),
                Ok(json!({ "a": 1 })),
            ),
            (
                json!({ "content": [{ "type": "text", "text": "{\"a\":\"9007199254740993\"}" }] }),
                Ok(json!({ "a": "9007199254740993" })),
            ),
            (
                json!({ "content": [{ "type": "image", "data": "" }, { "type": "text", "text": "plain" }] }),
                Ok(json!("plain")),
            ),
            (
                json!({ "content": [], "structuredContent": null }),
                Err(Fault::Failed("the tool returned no text".into())),
            ),
            (
                json!({ "isError": true, "content": [{ "type": "text", "text": "x not found" }] }),
                Err(Fault::NotFound("x not found".into())),
            ),
        ] {
            assert_eq!(result(answer.clone()), expected, "{answer}");
        }
    }
}
