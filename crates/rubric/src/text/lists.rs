//! The word lists of the rubric. Their words are part of its identity. Stop words are in the lexicons of the languages.

/// Words that fit any design, and so say nothing about this one.
pub(crate) const GENERIC: &[&str] = &[
    "system", "application", "app", "software", "product", "tool", "platform", "solution", "component",
    "element", "part", "module", "entity", "object", "thing", "stuff", "feature", "function",
    "functionality", "functional", "capability", "user", "people", "person", "someone", "everyone", "page",
    "screen", "view", "area", "section", "content", "item", "data", "information", "info", "detail",
    "value", "kind", "type", "way", "use", "used", "useful", "usage", "using", "provide", "allow",
    "enable", "let", "help", "helpful", "make", "made", "give", "get", "give", "take", "need", "needed",
    "want", "wanted", "work", "well", "good", "great", "nice", "best", "better", "important", "relevant",
    "appropriate", "proper", "properly", "correct", "correctly", "necessary", "required", "various",
    "several", "many", "multiple", "different", "certain", "specific", "general", "common", "main",
    "major", "key", "overall", "whole", "new", "easy", "easily", "simple", "simply", "fast", "quick",
    "quickly", "handle", "manage", "process", "support", "perform", "action", "operation", "activity",
    "task", "do", "done", "happen", "occur", "contain", "include", "represent", "related", "associated",
    "purpose", "responsible", "display", "show", "shown", "quality", "high", "experience", "design",
    "designed", "interface", "ui", "ux", "describe", "description", "name", "test", "example", "sample",
    "extra", "additional", "more", "most", "like", "able", "ability", "ensure", "improve", "interact",
    "interaction", "respond", "response", "click", "button", "step", "flow", "goal", "requirement",
    "everything", "something", "anything", "etc", "always", "day", "time", "result", "continue", "go",
    "goes", "next", "shows", "see", "look",
];

/// Words that address the reader or judge of a design: thanks, praise, orders.
pub(crate) const TALK: &[&str] = &[
    "thank", "thankful", "grateful", "gratitude", "appreciate", "please", "kindly", "dear", "hello", 
    "sincerely", "congratulations", "proud", "pride", "proudly", "love", "loved", "lovely",
    "beloved", "glad", "happy", "happily", "delight", "delighted", "delightful", "enjoy", "enjoyable", "joy",
    "pleasure", "pleased", "pleasant", "friendly", "amazing", "awesome", "excellent", "excellence",
    "outstanding", "perfect", "perfectly", "flawless", "superb", "wonderful", "fantastic", "brilliant",
    "beautiful", "beautifully", "elegant", "impressive", "remarkable", "exceptional", "exemplary",
    "masterpiece", "innovative", "robust", "powerful", "seamless", "seamlessly",
    "thoughtful", "thoughtfully", "carefully", "thorough", "thoroughly", "comprehensive", 
    "trust", "trusted", "confidence", "confident", "satisfaction", "valuable", 
    "truly", "really", "indeed", "obviously", "undoubtedly", "honest",
    "honestly", "ignore", "disregard", "override", "rules", "judge", "judged",
    "rubric", "evaluator", "reviewer", "award", "deserve", "prompt", "assistant",
];

/// Words that join nouns: with nothing else between them, the product's own words are a heap and not a sentence.
pub(crate) const GLUE: &[&str] = &[
    "a", "an", "the", "and", "or", "of", "with", "for", "in", "on", "at", "by", "to", "from", "per", "each",
    "every", "all", "any", "its", "their", "this", "that", "is", "are", "be", "one", "as", "well",
];

/// The vocabulary of lorem ipsum, without words of living languages and beginnings of such words.
pub(crate) const LATIN: &[&str] = &[
    "lorem", "ipsum", "amet", "consectetur", "consectetuer", "adipiscing", "adipisci", "eiusmod", "tempor",
    "incididunt", "incidunt", "aliqua", "aliquam", "aliquid", "veniam", "nostrud", "exercitation", "ullamco", "laboris",
    "nisi", "aliquip", "commodo", "consequat", "duis", "irure", "reprehenderit", "voluptate",
    "velit", "cillum", "fugiat", "pariatur", "excepteur", "occaecat", "cupidatat", "proident", "officia",
    "deserunt", "mollit", "laborum", "perspiciatis", "omnis", "natus", "voluptatem", "voluptas", "voluptates",
    "voluptatum", "voluptatibus", "accusantium", "accusamus", "doloremque", "laudantium", "totam", "aperiam", "eaque",
    "ipsa", "ipsam", "veritatis", "architecto", "beatae", "explicabo", "nemo", "enim",
    "aspernatur", "odit", "fugit", "consequuntur", "consequatur", "magni", "magna", "magnam", "nesciunt", "neque",
    "porro", "quisquam", "dolorem", "dolorum", "doloribus", "numquam", "eius", "tempora", "quaerat", "nostrum",
    "exercitationem", "ullam", "corporis", "suscipit", "laboriosam", "autem", "iure", "nihil", "molestiae", "molestias",
    "illum", "iusto", "dignissimos", "ducimus", "blanditiis", "praesentium", "deleniti", "atque", "corrupti",
    "excepturi", "sint", "occaecati", "cupiditate", "similique", "mollitia", "animi", "harum", "quidem", "rerum", "facilis",
    "distinctio", "soluta", "nobis", "eligendi", "cumque", "placeat", "possimus", "assumenda", "repellendus",
    "temporibus", "quibusdam", "officiis", "debitis", "necessitatibus", "saepe", "eveniet", "repudiandae", "recusandae",
    "itaque", "earum", "tenetur", "delectus", "reiciendis", "maiores", "perferendis", "asperiores", "repellat",
    "vestibulum", "pellentesque", "curabitur", "vivamus", "maecenas", "suspendisse", "phasellus", "fusce", "donec", "nullam",
    "praesent", "mauris", "sagittis", "tristique", "ultrices", "ultricies", "vulputate", "malesuada", "fermentum",
    "bibendum", "tincidunt", "condimentum", "ornare", "egestas", "rhoncus", "scelerisque", "volutpat", "feugiat",
    "dapibus", "viverra", "sodales", "lacinia", "lobortis", "convallis", "hendrerit", "laoreet", "molestie", "nibh", "nisl",
    "pharetra", "porttitor", "posuere", "pulvinar", "quisque", "rutrum", "senectus", "sollicitudin", "turpis", "ullamcorper",
    "venenatis", "euismod", "accumsan", "aenean", "iaculis", "imperdiet", "faucibus", "fringilla", "mollis", "interdum", "auctor", "lacus", "augue", "metus", "ligula", "felis", "tellus",
    "morbi", "risus", "eget", "cras", "lectus", "purus", "mattis", "justo", "nunc", "arcu", "semper", "tortor",
];

/// Placeholders for words. Single letters and numbers are known by their form.
pub(crate) const BLANK: &[&str] = &[
    "foo", "bar", "baz", "qux", "quux", "corge", "grault", "garply", "plugh", "xyzzy", "foobar", "asdf", "asdfgh", "qwer",
    "qwert", "qwerty", "zxcv", "hjkl", "xx", "xxx", "xxxx", "yyy", "zzz", "aaa", "bbb", "ccc", "abc", "blah", "bla", "dummy",
    "placeholder", "stub", "tbd", "tba",
];

/// Titles of requirements that are not written yet.
pub(crate) const TITLES: &[&str] = &[
    "requirement", "sample", "example", "anforderung", "exigence", "requisito", "requerimiento", "требование", "wymaganie",
];

/// Words around such a title: numbers, and orders to write it.
pub(crate) const SCAFFOLD: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second", "third", "fourth",
    "fifth", "enter", "type", "write", "insert", "add", "put", "text", "later", "hier", "einfügen", "ergänzen", "texte", "texto",
];

/// Words that praise any undertaking: a text of two of them and hardly another word says nothing.
pub(crate) const BUZZ: &[&str] = &[
    "empower", "empowerment", "leverage", "synergy", "synergistic", "holistic", "engage", "engagement", "engaging",
    "enablement", "stakeholder", "insight", "actionable", "strategic", "touchpoint", "seamless", "seamlessly", "robust",
    "scalable", "scalability", "future", "innovate", "innovation", "innovative", "transformation", "transformative",
    "ecosystem", "paradigm", "streamline", "optimal", "optimise", "optimize", "enhance", "enhanced", "excellence", "impact",
    "impactful", "outcome", "success", "successful", "succeed", "meaningful", "flexible", "intuitive", "efficient",
    "efficiently", "effective", "effectively", "unify", "unified", "visionary", "alignment", "mission", "proposition",
    "differentiate", "disruptive", "agile", "proactive", "proactively", "drive", "driven", "value", "valuable", "growth", "modern",
    "capability", "experience", "solution", "powerful", "best", "world", "class",
];

/// Marks of an open point.
pub(crate) const MARKERS: &[&str] = &[
    "lorem ipsum", "tbd", "tba", "to be determined", "to be defined", "to be decided", "to be done",
    "to be completed", "to be confirmed", "fixme", "todo:", "todo -", "[todo]", "asdf", "qwerty", "foobar",
    "foo bar", "insert text here", "your text here", "text goes here", "goes here",
    "placeholder description", "placeholder text here", "description here", "needs clarification",
    "[description]", "<description>", "未定", "要検討", "仮テキスト", "待定", "à définir", "noch festzulegen",
    "noch zu definieren", "por definir", "a definir", "da definire", "to be written", "to be specified", "to be added later",
    "tbc", "t.b.d", "wird noch ergänzt", "wird nachgereicht", "noch zu formulieren", "noch zu beschreiben", "texte à venir",
    "pendiente de definir", "pendiente de redactar", "por redactar", "texto de ejemplo", "texto de relleno",
    "заполнить позже", "здесь должно быть", "後で記入", "追記予定", "サンプルテキスト", "ダミーテキスト", "示例文本", "待补充",
    "待填写", "占位文本", "占位符",
];

/// Texts that are filler if nothing else is there.
pub(crate) const WHOLE_FILLER: &[&str] = &[
    "todo", "test", "testing", "string", "text", "name", "description", "placeholder", "none", "foo",
    "bar", "baz", "example", "sample", "n a", "na", "undefined", "null", "nil", "unknown", "dummy",
    "untitled", "xxx", "xx", "x", "some text", "sample text", "dummy text", "placeholder text",
    "a description", "no description", "same as above", "see above", "ditto", "component", "entity",
    "goal", "flow", "summary", "title", "step", "action", "condition", "trigger", "response", "outcome",
    "stub", "wip", "pending", "unspecified",
    "to follow", "text here", "example text", "demo text", "will be added", "platzhalter", "beispieltext", "mustertext",
    "blindtext", "text einfügen", "beschreibung folgt", "ergebnis folgt", "à compléter", "à rédiger", "exemple de texte",
    "por completar", "a completar", "a preencher", "da completare", "заглушка", "уточнить", "占位",
];

/// Vague terms: lists of requirement smells and ISO/IEC/IEEE 29148, 5.2.7 (superlatives, subjective language,
/// ambiguous adverbs and adjectives, open-ended terms, loopholes).
pub(crate) const VAGUE: &[&str] = &[
    "fast", "faster", "fastest", "quick", "quickly", "quicker", "rapid", "rapidly", "slow", "slowly",
    "speedy", "responsive", "performant", "scalable", "real-time", "instant", "instantly", "promptly",
    "in a timely manner", "timely", "as soon as possible", "soon", "user-friendly", "user friendly",
    "easy", "easily", "easier", "easy-to-use", "intuitive", "intuitively", "simple", "simply", "simpler",
    "convenient", "conveniently", "comfortable", "straightforward", "appropriate", "appropriately",
    "adequate", "adequately", "sufficient", "sufficiently", "suitable", "suitably", "proper", "properly",
    "reasonable", "reasonably", "acceptable", "satisfactory", "relevant information", "as needed",
    "as necessary", "if needed", "if necessary", "when needed", "when necessary", "where needed",
    "where necessary", "as required", "if required", "if possible", "where possible", "when possible",
    "whenever possible", "as appropriate", "where appropriate", "when appropriate", "if appropriate",
    "as applicable", "where applicable", "if applicable", "if practical", "as far as possible",
    "as much as possible", "to the extent possible", "at least some", "etc", "and so on", "and so forth",
    "and more", "and/or", "among others", "or similar", "or the like", "such as but not limited to",
    "including but not limited to", "or something", "things like that", "and the like", "various",
    "several", "numerous", "a lot of", "lots of", "plenty of", "a number of", "a few", "many different",
    "a variety of", "some kind of", "some sort of", "somehow", "sometimes", "often", "usually", "normally",
    "generally", "typically", "mostly", "occasionally", "frequently", "from time to time", "better",
    "best", "improved", "enhanced", "optimal", "optimally", "optimized", "optimised", "maximum possible",
    "minimal effort", "seamless", "seamlessly", "smooth", "smoothly", "robust", "robustly", "flexible",
    "flexibly", "efficient", "efficiently", "effective", "effectively", "powerful", "state-of-the-art",
    "cutting-edge", "world-class", "best-in-class", "next-generation", "modern", "advanced",
    "sophisticated", "elegant", "clean", "nice", "nicely", "good", "great", "beautiful", "attractive",
    "delightful", "pleasant", "engaging", "user experience", "high quality", "high-quality",
    "high performance", "low latency", "large number", "small number", "significant", "significantly",
    "substantial", "substantially", "considerable", "considerably", "approximately", "roughly",
    "more or less", "almost", "stuff", "things", "something", "meaningful", "helpful", "useful",
];

/// Verbs that only name that something is done.
pub(crate) const WEAK_VERBS: &[&str] = &[
    "handle", "manage", "process", "support", "deal", "facilitate", "utilize", "utilise", "leverage",
    "perform", "do", "administer", "orchestrate",
];

/// Verbs that people do at an interface, to separate two actions in a sentence.
pub(crate) const STEP_VERBS: &[&str] = &[
    "add", "approve", "archive", "ask", "assign", "attach", "browse", "cancel", "choose", "clear", "click",
    "close", "compare", "confirm", "copy", "create", "delete", "deselect", "discard", "dismiss",
    "download", "drag", "drop", "edit", "enter", "export", "fill", "find", "finish", "import", "invite",
    "leave", "mark", "merge", "modify", "move", "open", "paste", "pay", "pick", "press", "print",
    "publish", "read", "receive", "refuse", "register", "reject", "remove", "rename", "replace", "reset",
    "restore", "resume", "review", "save", "scan", "see", "select", "send", "share", "show", "sign",
    "sort", "start", "stop", "submit", "swipe", "tap", "tick", "toggle", "track", "type", "unlock",
    "update", "upload", "validate", "verify", "write", "filter", "search", "view", "request", "report",
    "order", "schedule", "comment", "display", "record", "store", "notify", "generate", "calculate",
    "improve", "reduce", "increase", "prevent", "let", "allow", "enable", "give", "get", "keep", "make",
    "learn", "discover", "manage", "handle",
];

/// Verbs of the previous list that are also nouns or adjectives: verbs only before an article or a possessive.
pub(crate) const NOUN_VERBS: &[&str] = &[
    "filter", "search", "view", "request", "report", "order", "schedule", "comment", "display", "record",
    "store", "copy", "export", "import", "print", "share", "sort", "start", "stop", "tap", "type",
    "update", "upload", "download", "drop", "drag", "click", "press", "mark", "move", "open", "close",
    "clear", "review", "scan", "reset", "sign", "track", "edit", "delete", "add", "cancel", "save", "pick",
    "assign", "increase", "tick", "toggle", "find", "read", "paste", "pay", "archive", "leave", "show",
    "approve", "reject", "replace", "unlock", "register", "finish", "fill", "complete", "select", "create",
];

/// Verbs whose object has to be somewhere in the data model.
pub(crate) const DATA_VERBS: &[&str] = &[
    "create", "save", "add", "update", "edit", "delete", "remove", "store", "upload", "record", "register",
    "rename", "import", "export", "archive", "restore", "publish", "duplicate", "assign",
];

/// Beginnings of the names of an empty state.
pub(crate) const STATE_EMPTY: &[&str] = &[
    "empty", "no ", "none", "nothing", "blank", "zero", "first use", "first run", "initial", "leer",
    "keine", "vide", "aucun", "vacío", "vacio", "sin ", "vuoto", "nessun", "空", "データなし", "なし", "空状态", "无",
    "暂无", "пуст", "vazio",
];

/// Beginnings of the names of a loading state.
pub(crate) const STATE_LOADING: &[&str] = &[
    "loading", "load", "pending", "in progress", "busy", "fetching", "waiting", "skeleton", "refreshing",
    "saving", "searching", "submitting", "uploading", "lädt", "laden", "laedt", "wird geladen",
    "chargement", "en cours", "cargando", "caricamento", "読み込み", "ロード", "読込", "加载", "载入", "загруз",
    "carregando", "로딩",
];

/// Beginnings of the names of an error state.
pub(crate) const STATE_ERROR: &[&str] = &[
    "error", "fail", "failed", "failure", "offline", "unavailable", "invalid", "denied", "rejected",
    "declined", "timeout", "timed out", "unreachable", "broken", "fehler", "fehlgeschlagen", "erreur",
    "échec", "fallo", "fallido", "errore", "エラー", "失敗", "错误", "失败", "ошибк", "erro", "오류",
];

/// Words that mark an attribute as an identity.
pub(crate) const IDENTITY: &[&str] = &[
    "id", "identifier", "uuid", "guid", "code", "sku", "isbn", "slug", "reference", "key", "username",
    "handle", "barcode", "serial",
];

/// Words of a state that only repeat which state it is.
pub(crate) const STATE_WORDS: &[&str] = &[
    "empty", "no", "none", "nothing", "not", "blank", "yet", "loading", "load", "pending", "wait", "please",
    "fetch", "spinner", "skeleton", "error", "fail", "failed", "failure", "wrong", "went", "occurred",
    "occur", "message", "state", "could", "cannot", "unavailable", "still", "being", "found", "available",
];

/// Words that fit any failure: it happens, a message appears, one tries again.
pub(crate) const FAILURE_WORDS: &[&str] = &[
    "wrong", "went", "error", "fail", "failed", "failure", "problem", "issue", "trouble", "exception",
    "unexpected", "unexpectedly", "unforeseen", "unsuccessful", "occurred", "occur", "arise", "message",
    "warn", "warning", "alert", "notify", "notified", "inform", "informed", "tell", "told", "appear", "retry",
    "try", "tried", "again", "later", "please", "sorry", "could", "cannot", "not", "state", "case",
];

/// Words of attribute names that give no purpose.
pub(crate) const EMPTY_ATTRIBUTE: &[&str] = &[
    "extra", "additional", "more", "other", "further", "misc", "miscellaneous", "general", "generic",
    "custom", "some", "any", "field", "attribute", "property", "metadata", "meta", "info", "information",
    "data", "detail", "item", "thing", "value", "content", "object", "parameter", "note", "text", "comment",
    "description",
];

/// Words that ask for a measure.
pub(crate) const MEASURING: &[&str] = &[
    "many", "much", "long", "often", "soon", "far", "limit", "target", "threshold", "number", "figure",
    "measure", "measured", "second", "minute", "hour", "percent", "percentage", "maximum", "minimum", "most",
    "least", "within", "below", "above", "wie", "viele", "lange", "combien", "cuánto", "cuántos", "quanto",
];

/// Attributes that any entity may have.
pub(crate) const COMMON_ATTRIBUTES: &[&str] = &[
    "id", "name", "title", "label", "description", "created at", "updated at", "created", "updated",
    "created by", "updated by", "created on", "updated on", "modified at", "type", "status", "state", "value",
    "data", "text", "content", "notes", "note", "date", "details", "info", "deleted at", "version",
    "名前", "名称", "説明", "タイトル", "作成日時", "更新日時", "種別", "状態", "備考",
];

/// Verbs of the last step, which others prepare.
pub(crate) const LAST_VERBS: &[&str] = &["confirm", "submit", "finish", "pay", "complete"];

/// Verbs of steps that prepare a last one.
pub(crate) const FIRST_VERBS: &[&str] =
    &["open", "choose", "select", "enter", "fill", "pick", "tap", "search", "browse", "mark"];

/// Phrases in which a vague term has another sense.
pub(crate) const OTHER_SENSES: &[&str] = &[
    "fast forward", "fast-forward", "clean up", "clean-up", "cleans up", "quick response code", "best before",
    "best-before", "good until", "goods", "simple mail", "best match", "instant messag", "instant message",
    "modern languages", "in good order", "advanced search", "advanced filter", "advanced settings",
    "advanced options", "clean copy", "quick access", "fast lane", "fasting", "something else", "for good",
];

/// Number words that measure as well as digits do.
pub(crate) const NUMBERS: &[&str] = &[
    "zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "fifteen", "twenty",
    "thirty", "sixty", "hundred", "half a", "one second", "one minute", "a second", "a minute", "an hour",
    "one tap", "one click", "one step", "zwei", "drei", "deux", "trois", "dos", "tres",
];

/// Words before the object of a verb.
pub(crate) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "it", "them", "all", "each", "every", "this", "that",
    "one", "your", "any",
];

/// Words after which an ambiguous word is a noun.
pub(crate) const BEFORE_A_NOUN: &[&str] = &[
    "the", "a", "an", "its", "their", "his", "her", "of", "to", "in", "for", "from", "with", "on", "by",
    "this", "that", "each", "every", "and", "or", "order", "business", "customer", "payment", "technical",
    "checkout", "approval", "review",
];

/// Weak verbs that are nouns as well: verbs only before an object.
pub(crate) const WEAK_NOUN_VERBS: &[&str] = &[
    "handle", "handles", "process", "processes", "support", "supports", "deal", "deals",
];

/// Auxiliary verbs.
pub(crate) const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "can", "has", "have", "will", "must", "may",
];

/// Words between the two things that a sentence says.
pub(crate) const JOINING: &[&str] = &[
    "and", "then",
];

/// Vague terms that a measure does not make exact.
pub(crate) const OPEN_ENDS: &[&str] = &[
    "etc", "and so on", "and/or", "and so forth", "and more", "among others", "or similar", "somehow", "if possible", "stuff",
];
