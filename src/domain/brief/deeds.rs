//! Words for what is done to things, language by language, and on which side of them the thing stands.

use super::{foreign, kept, returning};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The deed stands before what it is done to.
    Before,
    Behind,
}

/// The deeds of a language. A word that ends in `-` is the beginning of its forms.
pub(super) struct Deeds {
    language: &'static str,
    pub(super) side: Side,
    /// Creating, changing, deleting: what is kept.
    keeps: &'static [&'static str],
    /// Showing, sending, approving.
    acts: &'static [&'static str],
}

impl Deeds {
    /// Whether a lower-case word is a deed, and one by which things are kept.
    pub(super) fn deed(&self, word: &str) -> Option<bool> {
        let among = |words: &[&str]| {
            words
                .iter()
                .any(|deed| deed.strip_suffix('-').map_or(*deed == word, |stem| word.starts_with(stem)))
        };
        among(self.keeps).then_some(true).or_else(|| among(self.acts).then_some(false))
    }
}

/// The deeds of a language; none where they are not known.
pub(super) fn of(language: &str) -> Vec<&'static Deeds> {
    DEEDS.iter().filter(|deeds| deeds.language == language).collect()
}

#[rustfmt::skip]
const DEEDS: &[Deeds] = &[
    Deeds { language: "German", side: Side::Behind,
        keeps: &["erstellen", "anlegen", "bearbeiten", "löschen", "verwalten", "hinzufügen", "ändern", "speichern", "erfassen", "buchen", "entfernen"],
        acts: &["anzeigen", "ansehen", "einsehen", "exportieren", "importieren", "hochladen", "suchen", "filtern", "stornieren", "melden", "teilen", "freigeben", "einbinden", "versenden"] },
    Deeds { language: "German", side: Side::Before,
        keeps: &["erstellung", "anlage", "bearbeitung", "löschung", "erfassung", "einrichtung", "bereitstellung", "anlegen", "bearbeiten", "verwalten"],
        acts: &["anzeige", "freigabe", "stornierung"] },
    Deeds { language: "Dutch", side: Side::Behind,
        keeps: &["aanmaken", "toevoegen", "bewerken", "wijzigen", "verwijderen", "beheren", "opslaan", "aanpassen", "plaatsen", "registreren"],
        acts: &["bekijken", "zoeken", "filteren", "goedkeuren", "adopteren", "vinden", "uploaden", "exporteren", "importeren", "delen", "verwerken", "annuleren", "toekennen", "versturen"] },
    Deeds { language: "Spanish", side: Side::Before,
        keeps: &["crear", "registrar", "editar", "modificar", "eliminar", "borrar", "agregar", "añadir", "actualizar", "gestionar", "administrar", "guardar", "publicar", "reservar", "creación", "edición", "eliminación", "registro"],
        acts: &["listar", "ver", "consultar", "visualizar", "buscar", "filtrar", "enviar", "cancelar", "aprobar", "rechazar", "adjuntar", "exportar", "importar", "puntuar", "seleccionar"] },
    Deeds { language: "Portuguese", side: Side::Before,
        keeps: &["criar", "registrar", "registar", "cadastrar", "editar", "alterar", "excluir", "eliminar", "remover", "adicionar", "atualizar", "gerenciar", "gerir", "salvar", "guardar", "reservar", "cadastro", "criação", "edição", "exclusão", "registro"],
        acts: &["listar", "ver", "consultar", "visualizar", "buscar", "filtrar", "enviar", "cancelar", "aprovar", "rejeitar", "anexar", "exportar", "importar", "emitir", "gerar", "manter"] },
    Deeds { language: "French", side: Side::Before,
        keeps: &["créer", "ajouter", "modifier", "supprimer", "gérer", "enregistrer", "éditer", "réserver", "publier", "création", "ajout", "modification", "suppression"],
        acts: &["lister", "voir", "consulter", "afficher", "rechercher", "filtrer", "envoyer", "annuler", "valider", "exporter", "importer", "télécharger", "partager"] },
    Deeds { language: "Italian", side: Side::Before,
        keeps: &["creare", "aggiungere", "modificare", "eliminare", "cancellare", "gestire", "registrare", "salvare", "prenotare", "creazione", "modifica", "eliminazione"],
        acts: &["elencare", "vedere", "visualizzare", "consultare", "cercare", "filtrare", "inviare", "annullare", "approvare", "esportare", "importare"] },
    Deeds { language: "Russian", side: Side::Before,
        keeps: &["созда-", "добав-", "редактир-", "изменен-", "изменит-", "изменят-", "изменя-", "удалени-", "удалит-", "удаля-", "сохран-", "управлени-"],
        acts: &["отправ-", "отмен-", "просм-", "подтвержд-", "экспорт-", "импорт-", "загруз-", "загруж-", "публик-", "отобра-", "показ-", "аннулир-", "получени-"] },
    Deeds { language: "Ukrainian", side: Side::Before,
        keeps: &["створ-", "дода-", "редаг-", "змін-", "видален-", "видал-", "збере-", "керуванн-"],
        acts: &["відправ-", "надсил-", "скасув-", "перегля-", "підтвердж-", "експорт-", "імпорт-", "завантаж-", "відобра-", "показ-"] },
    Deeds { language: "Polish", side: Side::Before,
        keeps: &["dodaw-", "dodan-", "dodać", "tworz-", "utworz-", "edyt-", "edycj-", "usuw-", "usun-", "zarządz-", "zapisyw-"],
        acts: &["wyświetl-", "przegląda-", "pobier-", "pobran-", "wyszuk-", "filtrow-", "porówn-", "wysył-", "wysła-", "anulow-", "eksport-", "import-"] },
    Deeds { language: "Czech", side: Side::Before,
        keeps: &["vytvoř-", "vytvář-", "přidat", "přidán-", "upravit", "úprav-", "smaz-", "mazán-", "odstran-", "uložit", "správa"],
        acts: &["zobraz-", "vyhled-", "filtrov-", "odesl-", "odeslán-", "zruš-", "schvál-", "export-", "import-", "vybrat", "výběr"] },
    Deeds { language: "Turkish", side: Side::Behind,
        keeps: &["oluştur-", "ekle-", "düzenle-", "güncelle-", "sil-", "kaydet-", "kaydedil-", "yönet-", "yükle-"],
        acts: &["listele-", "görüntüle-", "göster-", "hesapla-", "görselleştir-", "ara-", "filtrele-", "gönder-", "onayla-", "reddet-", "iptal"] },
    Deeds { language: "Indonesian", side: Side::Before,
        keeps: &["buat", "membuat", "tambah", "menambah", "menambahkan", "ubah", "mengubah", "edit", "mengedit", "hapus", "menghapus", "kelola", "mengelola", "simpan", "menyimpan", "input", "menginput", "catat", "mencatat", "potong"],
        acts: &["lihat", "melihat", "cari", "mencari", "cetak", "mencetak", "konfirmasi", "mengonfirmasi", "verifikasi", "kirim", "mengirim", "upload", "unggah", "pesan", "pantau", "menampilkan", "tampilkan", "proses", "laporan"] },
    Deeds { language: "Korean", side: Side::Behind,
        keeps: &["생성-", "추가-", "수정-", "편집-", "삭제-", "등록-", "저장-", "관리-"],
        acts: &["조회-", "검색-", "업로드-", "내보내-", "공유-", "목록-", "재생-"] },
];

/// Words between a deed and what it is done to.
#[rustfmt::skip]
const SMALL: &[&str] = &[
    "el", "la", "los", "las", "un", "una", "unos", "unas", "de", "del", "su", "sus", "mi", "mis", "cada", "todos", "todas", "nuevo", "nueva",
    "nuevos", "nuevas", "o", "a", "os", "as", "um", "uma", "do", "da", "dos", "das", "seu", "sua", "novo", "nova", "novos", "novas",
    "le", "les", "une", "des", "du", "son", "sa", "ses", "mon", "ma", "mes", "nouveau", "nouvelle", "il", "lo", "i", "gli", "di", "dei", "degli", "delle", "uno",
    "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einer", "eines", "von", "zu", "können", "neue", "neuen", "neuer", "alle", "eigene",
    "het", "een", "van", "te", "kunnen", "nieuwe", "eigen", "mijn", "и", "или", "о", "об", "все", "всех", "свою", "своей", "свой", "своих", "свои",
    "новый", "новую", "новой", "новых", "новые", "всі", "нову", "нового", "nowy", "nowego", "nowej", "nowych", "nový", "nové", "novou",
    "yeni", "bir", "bu", "ve", "kendi", "yalnızca", "tüm", "bütün", "ilgili", "yeniden", "otomatik", "toplam", "baru", "data", "para", "새", "새로운", "및",
];

/// Where nouns are written with a capital, so is every word without one.
pub(super) fn is_small(word: &str, language: &str) -> bool {
    let capital = foreign::articles(language).is_some_and(|articles| articles.capital);
    capital && word.starts_with(char::is_lowercase) || SMALL.contains(&word.to_lowercase().as_str())
}

/// Parts of the product and of a screen, measures, and what every text speaks of.
#[rustfmt::skip]
const NO_THINGS: &[&str] = &[
    "contraseña", "sesión", "sesion", "acceso", "cuenta", "perfil", "información", "informacion", "detalle", "detalles", "cantidad", "resultado",
    "resultados", "gráfico", "grafico", "gráficos", "error", "errores", "mensaje", "estado", "formulario", "botón", "filtro", "búsqueda",
    "senha", "login", "logout", "sessão", "acesso", "conta", "informação", "informações", "dados", "detalhes", "erro", "mensagem", "botão", "busca", "sessões",
    "compte", "mot", "informations", "détails", "erreur", "erreurs", "bouton", "formulaire", "recherche", "résultats", "message",
    "passwort", "konto", "angaben", "fehler", "fehlermeldung", "ergebnis", "ergebnisse", "einstellungen", "änderungen", "wachtwoord", "gegevens", "informatie", "foutmelding", "instellingen",
    "password", "данных", "данные", "данными", "информацию", "информации", "ошибку", "ошибки", "ошибка", "сообщение", "страницу", "страницы", "экран", "кнопку",
    "системы", "системе", "систему", "система", "изменений", "результаты", "пользователя", "пользователей", "пользователю", "дані", "даних", "користувача",
    "danych", "dane", "informacji", "strony", "strona", "użytkownika", "sekce", "sekci", "stránka", "stránku", "údaje", "formulář", "formuláře",
    "verileri", "verilerini", "veri", "bilgi", "bilgiler", "kullanıcı", "sistem", "otomatis", "ulang", "manual", "sistem", "pengguna", "nhiều",
    "데이터", "정보", "설정", "사용자", "시스템", "기능", "화면", "파일", "자동", "수동", "실시간", "직접",
];

/// Whether a word can name a thing in a language.
pub(super) fn is_noun(word: &str, language: &str) -> bool {
    let lower = word.to_lowercase();
    let plain = without_particle(word);
    let hangul = plain.chars().all(|c| ('\u{ac00}'..='\u{d7af}').contains(&c));
    let capital = foreign::articles(language).is_some_and(|articles| articles.capital);
    plain.chars().count() >= if hangul { 2 } else { 4 }
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'))
        && word.chars().skip(1).all(|c| !c.is_uppercase())
        && (!capital || word.starts_with(char::is_uppercase))
        && !NO_THINGS.contains(&lower.as_str())
        && !NO_THINGS.contains(&plain)
        && !foreign::is_no_thing(&lower)
        && !returning::is_never(&lower)
        && !kept::is_usual(&lower)
        && !(language == "Turkish" && is_owner(&lower))
}

/// `yolcunun`: in Turkish, whose something is.
fn is_owner(lower: &str) -> bool {
    lower.chars().count() > 6
        && ["nın", "nin", "nun", "nün", "rın", "rin", "run", "rün"].iter().any(|end| lower.ends_with(end))
}

/// A Turkish noun without the endings of the plural, of whose it is and of what is done to it; others as they are.
pub(super) fn singular<'n>(noun: &'n str, language: &str) -> &'n str {
    const ENDINGS: &[&str] = &[
        "lerinin",
        "larının",
        "lerini",
        "larını",
        "lerine",
        "larına",
        "leri",
        "ları",
        "lerin",
        "ların",
        "ler",
        "lar",
    ];
    let cut = ENDINGS.iter().find_map(|end| noun.strip_suffix(end).filter(|rest| rest.chars().count() > 2));
    cut.filter(|_| language == "Turkish").unwrap_or(noun)
}

/// A Korean noun without the particle that marks it as what something is done to.
pub(super) fn without_particle(word: &str) -> &str {
    ["을", "를"]
        .iter()
        .find_map(|particle| word.strip_suffix(particle).filter(|rest| rest.chars().count() > 1))
        .unwrap_or(word)
}
