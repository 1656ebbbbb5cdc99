//! Drawing one screen: what was drawn before is fetched, what may have been drawn is looked for, and only what was never
//! asked for is generated.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::download::{self, Fetched};
use super::memory::{self, Memory, Remembered};
use super::screen::{self, Screen, State};
use super::{Stitch, TOOLS};
use crate::adapters::mcp::{Fault, Server, Tools};
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::json as strict;
use crate::domain::preview::Drawing;

/// How long a call that draws nothing may take.
const SHORT: Duration = Duration::from_secs(60);
/// The first and the longest pause between two looks.
const PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// How many screens that were there before are remembered.
const MOST_BEFORE: usize = 1000;

/// The work on one feature's project.
pub struct Desk<'a> {
    stitch: &'a Stitch,
    server: &'a Server,
    feature: FeatureId,
    memory: Option<Memory>,
}

impl<'a> Desk<'a> {
    /// The work on a feature, not begun.
    pub fn new(stitch: &'a Stitch, server: &'a Server, feature: FeatureId) -> Self {
        Self { stitch, server, feature, memory: None }
    }

    /// Looks at the tools and finds or makes the project. Answers whether the tools are others than last time.
    pub async fn begin(&mut self, title: &str) -> Result<bool, Fault> {
        let tools = self.server.tools(self.short()).await?;
        if let Some(missing) = TOOLS.iter().find(|tool| !tools.tools.contains_key(**tool)) {
            return Err(Fault::Failed(format!("the server has no tool {missing}")));
        }
        known_model(self.stitch.model.as_deref(), &tools).map_err(Fault::Failed)?;
        let text = strict::line(&tools.tools);
        let offered = Some(Digest::of(text.as_bytes()));
        let known =
            memory::read(self.stitch.store.clone(), self.feature.clone(), self.stitch.url.clone()).await;
        let mut memory = match known.map_err(Fault::Failed)? {
            Some(memory) => memory,
            None => self.new_project(title).await?,
        };
        let changed = memory.tools_sha256.is_some() && memory.tools_sha256 != offered;
        memory.tools_sha256 = offered;
        self.memory = Some(memory);
        self.keep().await?;
        // A project that somebody deleted is made anew, once.
        if let Err(Fault::NotFound(_)) = self.listed().await {
            self.memory = Some(Memory { tools_sha256: offered, ..self.new_project(title).await? });
            self.keep().await?;
        }
        Ok(changed)
    }

    async fn new_project(&self, title: &str) -> Result<Memory, Fault> {
        let answer = self.call("create_project", &json!({ "title": title }), self.short()).await?;
        let project = screen::project(&answer)
            .ok_or_else(|| Fault::Failed("it made a project and does not say which".to_owned()))?;
        Ok(Memory::of(&self.feature, &self.stitch.url, project))
    }

    /// The page of one view.
    pub async fn draw(&mut self, drawing: &Drawing) -> Result<String, Fault> {
        let prompt = Digest::of(drawing.prompt.as_bytes());
        let deadline = Instant::now() + self.stitch.limit;
        let known = self.memory.as_ref().and_then(|memory| memory.screen(&drawing.view, prompt)).cloned();
        let id = match known {
            Some(Remembered { screen: Some(id), .. }) => match self.page(&id, None, deadline).await {
                // It was deleted there.
                Err(Fault::NotFound(_)) => self.generated(drawing, prompt, deadline).await?,
                outcome => return outcome,
            },
            // It was asked for, and nobody knows what came of it.
            Some(Remembered { before, .. }) => self.looked_for(drawing, prompt, &before, deadline).await?,
            None => self.generated(drawing, prompt, deadline).await?,
        };
        self.note(drawing, prompt, Some(id.id.clone()), Vec::new()).await?;
        self.page(&id.id, Some(id.state), deadline).await
    }

    /// Asks for a screen, once. What may have been drawn although the answer was lost is looked for.
    async fn generated(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        deadline: Instant,
    ) -> Result<Screen, Fault> {
        let before: Vec<String> = self.listed().await?.into_iter().map(|s| s.id).take(MOST_BEFORE).collect();
        self.note(drawing, prompt, None, before.clone()).await?;
        let mut arguments = json!({
            "projectId": self.project(), "prompt": drawing.prompt, "deviceType": self.stitch.device,
        });
        if let Some(model) = &self.stitch.model {
            arguments["modelId"] = json!(model);
        }
        match self.call("generate_screen_from_text", &arguments, left(deadline)).await {
            Ok(answer) => {
                let screens = screen::generated(&answer);
                let new = screens.into_iter().find(|screen| !before.contains(&screen.id));
                if new.is_none() {
                    self.forget(drawing, prompt).await?;
                }
                new.ok_or_else(|| {
                    let said = screen::said(&answer).map_or_else(String::new, |said| format!(": {said}"));
                    Fault::Failed(format!("it answered without a screen{said}"))
                })
            }
            Err(Fault::Broken(_)) => self.looked_for(drawing, prompt, &before, deadline).await,
            // There may be a screen by the next time.
            Err(fault @ Fault::TimedOut { .. }) => Err(fault),
            Err(fault) => {
                self.forget(drawing, prompt).await?;
                Err(fault)
            }
        }
    }

    /// Looks whether a screen has come that was not there before, until the time is up.
    async fn looked_for(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        before: &[String],
        deadline: Instant,
    ) -> Result<Screen, Fault> {
        let mut pause = PAUSE;
        loop {
            let new = match self.listed().await {
                Ok(screens) => screens.into_iter().filter(|screen| !before.contains(&screen.id)).collect(),
                Err(Fault::Broken(_) | Fault::TimedOut { .. } | Fault::RateLimited { .. }) => Vec::new(),
                Err(fault) => return Err(fault),
            };
            // Others may work in the same project; the one by the view's name is ours before any other.
            let named = new.iter().find(|screen| screen.title == drawing.title).or(new.first());
            if let Some(screen) = named {
                return Ok(screen.clone());
            }
            if Instant::now() + pause >= deadline {
                // A person who asks for another preview asks for another generation.
                self.forget(drawing, prompt).await?;
                let why = "the connection broke while it was drawn, and no screen has come of it".to_owned();
                return Err(Fault::Broken(why));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// The page of a screen, once it is all there. An address that has expired is asked for again, once.
    async fn page(&self, id: &str, known: Option<State>, deadline: Instant) -> Result<String, Fault> {
        let mut state = known.unwrap_or(State::Drawing);
        let (mut pause, mut expired) = (PAUSE, false);
        loop {
            match state {
                State::Failed => {
                    return Err(Fault::Failed("it could not be drawn, says the server".to_owned()));
                }
                State::Here(bytes) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
                State::At(url) => {
                    let plain = self.stitch.url.starts_with("http://");
                    match download::fetch(&url, plain, left(deadline).min(SHORT)).await {
                        Ok(Fetched::Page(bytes)) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
                        Ok(Fetched::Expired) if !expired => expired = true,
                        Ok(Fetched::Expired) => {
                            return Err(Fault::Failed(
                                "its page expired before it could be fetched".to_owned(),
                            ));
                        }
                        Err(why) => return Err(Fault::Failed(format!("its page cannot be fetched: {why}"))),
                    }
                }
                State::Drawing => {}
            }
            state = match self.screen(id).await {
                Ok(screen) => screen.state,
                Err(Fault::Broken(_)) => State::Drawing,
                Err(fault) => return Err(fault),
            };
            if state == State::Drawing {
                if Instant::now() + pause >= deadline {
                    let limit_ms = u64::try_from(self.stitch.limit.as_millis()).unwrap_or(u64::MAX);
                    return Err(Fault::TimedOut { limit_ms });
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    async fn screen(&self, id: &str) -> Result<Screen, Fault> {
        let project = self.project();
        // The two ids are deprecated and still required.
        let arguments = json!({ "name": format!("projects/{project}/screens/{id}"), "projectId": project, "screenId": id });
        let answer = self.call("get_screen", &arguments, self.short()).await?;
        let value = answer.get("screen").unwrap_or(&answer);
        Screen::read(value).ok_or_else(|| Fault::Failed("its answer for a screen is none".to_owned()))
    }

    async fn listed(&self) -> Result<Vec<Screen>, Fault> {
        let answer = self.call("list_screens", &json!({ "projectId": self.project() }), self.short()).await?;
        Ok(screen::listed(&answer))
    }

    async fn call(&self, tool: &str, arguments: &Value, limit: Duration) -> Result<Value, Fault> {
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        self.server.call(tool, arguments, limit).await
    }

    fn short(&self) -> Duration {
        SHORT.min(self.stitch.limit)
    }

    fn project(&self) -> String {
        self.memory.as_ref().map_or_else(String::new, |memory| memory.project.clone())
    }

    async fn note(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        screen: Option<String>,
        before: Vec<String>,
    ) -> Result<(), Fault> {
        if let Some(memory) = &mut self.memory {
            memory.note(Remembered { view: drawing.view.clone(), prompt_sha256: prompt, screen, before });
        }
        self.keep().await
    }

    async fn forget(&mut self, drawing: &Drawing, prompt: Digest) -> Result<(), Fault> {
        if let Some(memory) = &mut self.memory {
            memory.forget(&drawing.view, prompt);
        }
        self.keep().await
    }

    async fn keep(&self) -> Result<(), Fault> {
        let Some(memory) = self.memory.clone() else { return Ok(()) };
        let store: Arc<_> = self.stitch.store.clone();
        memory::keep(store, memory).await.map_err(Fault::Failed)
    }
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(200))
}

/// Whether the server has the configured model, as far as its own description of the tool says.
pub fn known_model(model: Option<&str>, tools: &Tools) -> Result<(), String> {
    let schema = tools.tools.get("generate_screen_from_text");
    let known =
        schema.and_then(|schema| schema.pointer("/properties/modelId/enum")).and_then(Value::as_array);
    match (model, known) {
        (Some(model), Some(known)) if !known.iter().any(|known| known == model) => {
            let known: Vec<&str> = known.iter().filter_map(Value::as_str).take(20).collect();
            Err(format!("it has no model {model}, but {}", known.join(", ")))
        }
        _ => Ok(()),
    }
}
