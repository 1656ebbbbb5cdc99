//! A client for servers of tools (MCP) behind HTTP. What a server answers is bounded: 16 MiB for a message, by the SDK, and a
//! time for every call, so that an answer that never ends does end. Output schemas are never compiled, and a tool that makes
//! no sense does not cost the others. Nothing is ever sent twice.

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

use super::web::{self, cause};

pub use fault::{Fault, bounded};
pub use rmcp::model::ProtocolVersion;

/// How long a server may take to begin.
pub const HANDSHAKE: Duration = Duration::from_secs(20);
/// How many pages of tools, and how many tools, are read.
const MOST_PAGES: usize = 50;
const MOST_TOOLS: usize = 2000;
/// How long a server may take to end.
const FAREWELL: Duration = Duration::from_secs(4);

/// A server that has begun.
pub struct Server {
    service: RunningService<RoleClient, Client>,
}

/// What a server offers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tools {
    /// By name: the input schema as the server has it.
    pub tools: BTreeMap<String, Value>,
    /// Entries that are no tools.
    pub broken: Vec<String>,
}

impl Server {
    /// Begins with a server behind HTTP, which is offered this version of the protocol and may choose an older one.
    /// Redirects are not followed: what is sent has keys in its headers.
    pub async fn over_http(
        url: &str,
        version: ProtocolVersion,
        headers: &[(&'static str, SecretString)],
        bearer: Option<&SecretString>,
        handshake: Duration,
    ) -> Result<Self, Fault> {
        let address = reqwest::Url::parse(url)
            .map_err(|e| Fault::Failed(format!("its address cannot be read: {e}")))?;
        let client = web::client(&address, reqwest::redirect::Policy::none(), None).build();
        let client =
            client.map_err(|e| Fault::Failed(format!("no HTTP client can be made: {}", cause(e))))?;
        let mut custom = HashMap::new();
        for (name, value) in headers {
            let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| {
                Fault::Permission(format!("the value for {name} has characters that no header may have"))
            })?;
            value.set_sensitive(true);
            custom.insert(HeaderName::from_static(name), value);
        }
        let mut config = StreamableHttpClientTransportConfig::with_uri(url)
            .custom_headers(custom)
            // A call that was sent is never sent again.
            .reinit_on_expired_session(false);
        config.retry_config = Arc::new(NeverRetry::default());
        if let Some(bearer) = bearer {
            config = config.auth_header(bearer.expose_secret());
        }
        let transport = StreamableHttpClientTransport::with_client(client, config);
        let begun = tokio::time::timeout(handshake, Client(version).serve(transport)).await;
        Ok(Self { service: begun_in(begun, handshake)? })
    }

    /// All tools of the server.
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
                .ok_or_else(|| Fault::Failed("the server's list of tools is no list".to_owned()))?;
            for tool in listed.iter().take(MOST_TOOLS.saturating_sub(tools.tools.len())) {
                match (tool.get("name").and_then(Value::as_str), tool.get("inputSchema")) {
                    (Some(name), Some(Value::Object(_))) => {
                        tools
                            .tools
                            .insert(bounded(name), tool.get("inputSchema").cloned().unwrap_or_default());
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

    /// Calls a tool once. What it answers is its structured content, else the JSON in its first text, else that text.
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
        let limit_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        // The SDK's limit begins when the request has gone out; going out has to end too.
        let asked = async {
            let handle = self.service.send_cancellable_request(request, options).await?;
            handle.await_response().await
        };
        let answer = tokio::time::timeout(limit + FAREWELL, asked).await;
        match answer {
            Err(_) => Err(Fault::TimedOut { limit_ms }),
            Ok(Err(error)) => Err(Fault::of_call(&error)),
            // Whatever kind of answer the SDK took it for, what counts is what came.
            Ok(Ok(answer)) => serde_json::to_value(answer)
                .map_err(|e| Fault::Failed(format!("the answer cannot be read: {e}"))),
        }
    }

    /// Ends it.
    pub async fn end(mut self) {
        let _ = self.service.close_with_timeout(FAREWELL).await;
    }
}

/// What frieze says of itself.
#[derive(Clone, Debug)]
struct Client(ProtocolVersion);

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let me = Implementation::new("frieze", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), me).with_protocol_version(self.0.clone())
    }
}

type Begun = Result<
    Result<RunningService<RoleClient, Client>, rmcp::service::ClientInitializeError>,
    tokio::time::error::Elapsed,
>;

fn begun_in(begun: Begun, limit: Duration) -> Result<RunningService<RoleClient, Client>, Fault> {
    match begun {
        Ok(Ok(service)) => Ok(service),
        Ok(Err(error)) => Err(Fault::of_start(&error)),
        Err(_) => Err(Fault::TimedOut { limit_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX) }),
    }
}

fn result(value: Value) -> Result<Value, Fault> {
    let Value::Object(mut answer) = value else {
        return Err(Fault::Failed("the tool's answer is no object".to_owned()));
    };
    let content = answer.get("content").and_then(Value::as_array);
    let mut texts = content.into_iter().flatten().filter_map(|block| {
        let is_text = block.get("type").is_none_or(|kind| kind == "text");
        block.get("text").filter(|_| is_text).and_then(Value::as_str)
    });
    let first = texts.next().map(str::to_owned);
    if answer.get("isError") == Some(&Value::Bool(true)) {
        return Err(Fault::told(first.as_deref().unwrap_or("the tool failed and does not say why")));
    }
    if let Some(structured) = answer.remove("structuredContent").filter(|value| !value.is_null()) {
        return Ok(structured);
    }
    match first {
        Some(text) => Ok(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        None => Err(Fault::Failed("the tool answered nothing".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_tool_answers_is_found_where_it_stands() {
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
                Err(Fault::Failed("the tool answered nothing".into())),
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
