//! Drawing of one screen: a screen that was drawn before is fetched, one that may have been drawn is searched, and only a new
//! one is generated.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::download;
use super::download::Fetched;
use super::memory;
use super::memory::{Memory, RequestedScreen};
use super::screen;
use super::screen::{Screen, State};
use super::{Stitch, TOOLS};
use crate::mcp::{Fault, Server, Tools};
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::json as strict;
use frieze_preview::Drawing;

/// Time limit for a call that draws nothing.
const SHORT: Duration = Duration::from_secs(60);
/// The first and the longest pause between two checks.
const PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Maximum number of previous screens to save.
const MOST_BEFORE: usize = 1000;

/// The work on one feature's project.
pub struct Session<'a> {
    stitch: &'a Stitch,
    server: &'a Server,
    memory: Memory,
}

impl<'a> Session<'a> {
    /// Checks the tools, and finds or creates the project. Returns also whether the tools have changed since the last time.
    ///
    /// # Errors
    /// The `Fault` of the server, or `Fault::Failed` if a tool or the model is missing, or the memory cannot be read or
    /// saved.
    pub async fn begin(
        stitch: &'a Stitch,
        server: &'a Server,
        feature: FeatureId,
        title: &str,
    ) -> Result<(Self, bool), Fault> {
        let tools = server.tools(SHORT.min(stitch.limit)).await?;
        if let Some(missing) = TOOLS.iter().find(|tool| !tools.tools.contains_key(**tool)) {
            return Err(Fault::Failed(format!("the server has no tool {missing}")));
        }
        known_model(stitch.model.as_deref(), &tools).map_err(Fault::Failed)?;
        let text = strict::line(&tools.tools);
        let offered = Some(Digest::of(text.as_bytes()));
        let known = memory::read(stitch.store.clone(), feature.clone(), stitch.url.clone()).await;
        let known = known.map_err(Fault::Failed)?;
        let is_new = known.is_none();
        let memory = known.unwrap_or_else(|| Memory::of(&feature, &stitch.url, String::new()));
        let changed = memory.tools_sha256.is_some() && memory.tools_sha256 != offered;
        let mut session = Self { stitch, server, memory: Memory { tools_sha256: offered, ..memory } };
        if is_new {
            session.create_project(title).await?;
        }
        session.save().await?;
        // If somebody deleted the project, create a new one, once.
        if let Err(Fault::NotFound(_)) = session.screens().await {
            session.create_project(title).await?;
            session.save().await?;
        }
        Ok((session, changed))
    }

    /// Creates a project, without screens.
    async fn create_project(&mut self, title: &str) -> Result<(), Fault> {
        let answer = self.call("create_project", &json!({ "title": title }), self.short()).await?;
        self.memory.project = screen::project(&answer)
            .ok_or_else(|| Fault::Failed("it created a project without an id".to_owned()))?;
        self.memory.screens.clear();
        Ok(())
    }

    /// The page of a view.
    ///
    /// # Errors
    /// The `Fault` of the server, or `Fault::Failed` if the screen cannot be drawn, downloaded or remembered.
    pub async fn draw(&mut self, drawing: &Drawing) -> Result<String, Fault> {
        let prompt = Digest::of(drawing.prompt.as_bytes());
        let deadline = Instant::now() + self.stitch.limit;
        let known = self.memory.screen(&drawing.view, prompt).cloned();
        let id = match known {
            Some(RequestedScreen { screen: Some(id), .. }) => match self.page(&id, None, deadline).await {
                // The screen was deleted on the server.
                Err(Fault::NotFound(_)) => self.generate(drawing, prompt, deadline).await?,
                outcome => return outcome,
            },
            // It was requested before, with an unknown outcome.
            Some(RequestedScreen { before, .. }) => {
                self.wait_for_screen(drawing, prompt, &before, deadline).await?
            }
            None => self.generate(drawing, prompt, deadline).await?,
        };
        self.add(drawing, prompt, Some(id.id.clone()), Vec::new()).await?;
        self.page(&id.id, Some(id.state), deadline).await
    }

    /// Requests a screen once. If the answer is lost, the screen is searched.
    async fn generate(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        deadline: Instant,
    ) -> Result<Screen, Fault> {
        let before: Vec<String> = self.screens().await?.into_iter().map(|s| s.id).take(MOST_BEFORE).collect();
        self.add(drawing, prompt, None, before.clone()).await?;
        let mut arguments = json!({
            "projectId": self.memory.project, "prompt": drawing.prompt, "deviceType": self.stitch.device,
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
                    let text = screen::text(&answer).map_or_else(String::new, |text| format!(": {text}"));
                    Fault::Failed(format!("it answered without a screen{text}"))
                })
            }
            Err(Fault::Broken(_)) => self.wait_for_screen(drawing, prompt, &before, deadline).await,
            // The screen may exist next time.
            Err(fault @ Fault::TimedOut { .. }) => Err(fault),
            Err(fault) => {
                self.forget(drawing, prompt).await?;
                Err(fault)
            }
        }
    }

    /// Waits for a new screen until the deadline.
    async fn wait_for_screen(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        before: &[String],
        deadline: Instant,
    ) -> Result<Screen, Fault> {
        let mut pause = PAUSE;
        loop {
            let new = match self.screens().await {
                Ok(screens) => screens.into_iter().filter(|screen| !before.contains(&screen.id)).collect(),
                Err(Fault::Broken(_) | Fault::TimedOut { .. } | Fault::RateLimited { .. }) => Vec::new(),
                Err(fault) => return Err(fault),
            };
            // Others may work in the same project; a screen with the view's name is preferred.
            let named = new.iter().find(|screen| screen.title == drawing.title).or(new.first());
            if let Some(screen) = named {
                return Ok(screen.clone());
            }
            if Instant::now() + pause >= deadline {
                // The next preview that a person requests generates it again.
                self.forget(drawing, prompt).await?;
                let why =
                    "the connection broke during drawing, and no screen was found afterwards".to_owned();
                return Err(Fault::Broken(why));
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// The page of a complete screen. An expired address is requested again once.
    async fn page(&self, id: &str, known: Option<State>, deadline: Instant) -> Result<String, Fault> {
        let mut state = known.unwrap_or(State::Drawing);
        let (mut pause, mut expired) = (PAUSE, false);
        loop {
            match state {
                State::Failed => {
                    return Err(Fault::Failed("the server could not draw it".to_owned()));
                }
                State::Here(bytes) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
                State::At(url) => {
                    let plain = self.stitch.url.starts_with("http://");
                    match download::fetch(&url, plain, left(deadline).min(SHORT)).await {
                        Ok(Fetched::Page(bytes)) => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
                        Ok(Fetched::Expired) if !expired => expired = true,
                        Ok(Fetched::Expired) => {
                            return Err(Fault::Failed("its page expired before the download".to_owned()));
                        }
                        Err(why) => {
                            return Err(Fault::Failed(format!("its page cannot be downloaded: {why}")));
                        }
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
                    return Err(Fault::timed_out(self.stitch.limit));
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    async fn screen(&self, id: &str) -> Result<Screen, Fault> {
        let project = &self.memory.project;
        // Both ids are deprecated, but still required.
        let arguments = json!({ "name": format!("projects/{project}/screens/{id}"), "projectId": project, "screenId": id });
        let answer = self.call("get_screen", &arguments, self.short()).await?;
        let value = answer.get("screen").unwrap_or(&answer);
        Screen::read(value).ok_or_else(|| Fault::Failed("the answer about the screen is invalid".to_owned()))
    }

    async fn screens(&self) -> Result<Vec<Screen>, Fault> {
        let answer =
            self.call("list_screens", &json!({ "projectId": self.memory.project }), self.short()).await?;
        Ok(screen::listed(&answer))
    }

    async fn call(&self, tool: &str, arguments: &Value, limit: Duration) -> Result<Value, Fault> {
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        self.server.call(tool, arguments, limit).await
    }

    fn short(&self) -> Duration {
        SHORT.min(self.stitch.limit)
    }

    async fn add(
        &mut self,
        drawing: &Drawing,
        prompt: Digest,
        screen: Option<String>,
        before: Vec<String>,
    ) -> Result<(), Fault> {
        let view = drawing.view.clone();
        self.memory.add(RequestedScreen { view, prompt_sha256: prompt, screen, before });
        self.save().await
    }

    async fn forget(&mut self, drawing: &Drawing, prompt: Digest) -> Result<(), Fault> {
        self.memory.forget(&drawing.view, prompt);
        self.save().await
    }

    async fn save(&self) -> Result<(), Fault> {
        memory::save(self.stitch.store.clone(), self.memory.clone()).await.map_err(Fault::Failed)
    }
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(200))
}

/// Checks that the server has the configured model, if the tool's description lists models.
///
/// # Errors
/// A sentence that lists the server's models, if the configured one is not among them.
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
