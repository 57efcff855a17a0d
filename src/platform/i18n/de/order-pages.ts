import type { OrderPageTexts } from "../texts.ts";

export const orderPages: OrderPageTexts = {
  order: {
    gift: "Ein Geschenk von {giver}",
    documentTitle: "Ihre Downloads von {store}",
    title: "Ihre Downloads",
    withoutFiles: { documentTitle: "Ihre Bestellung bei {store}", title: "Ihre Bestellung" },
    greetings: {
      empty: {
        named: "Hallo {name}, vielen Dank für Ihre Bestellung.",
        unnamed: "Guten Tag, vielen Dank für Ihre Bestellung.",
      },
      open: {
        named: "Hallo {name}, vielen Dank für Ihre Bestellung. Hier finden Sie alles, was Sie bestellt haben.",
        unnamed: "Guten Tag, vielen Dank für Ihre Bestellung. Hier finden Sie alles, was Sie bestellt haben.",
      },
      partial: {
        named: "Hallo {name}, vielen Dank für Ihre Bestellung. Hier finden Sie, was schon bereit ist. Der Rest folgt.",
        unnamed: "Guten Tag, vielen Dank für Ihre Bestellung. Hier finden Sie, was schon bereit ist. Der Rest folgt.",
      },
      expired: {
        named: "Hallo {name}, diese Bestellung ist abgelaufen.",
        unnamed: "Guten Tag, diese Bestellung ist abgelaufen.",
      },
      used_up: {
        named: "Hallo {name}, Ihre Downloads sind aufgebraucht.",
        unnamed: "Guten Tag, Ihre Downloads sind aufgebraucht.",
      },
    },
    giftGreetings: {
      empty: {
        named: "Hallo {name}, Sie haben ein Geschenk bekommen.",
        unnamed: "Guten Tag, Sie haben ein Geschenk bekommen.",
      },
      open: {
        named: "Hallo {name}, hier finden Sie alles, was zu Ihrem Geschenk gehört.",
        unnamed: "Guten Tag, hier finden Sie alles, was zu Ihrem Geschenk gehört.",
      },
      partial: {
        named: "Hallo {name}, hier finden Sie, was von Ihrem Geschenk schon bereit ist. Der Rest folgt.",
        unnamed: "Guten Tag, hier finden Sie, was von Ihrem Geschenk schon bereit ist. Der Rest folgt.",
      },
    },
    order: "Bestellung",
    placed: "Bestellt am",
    total: "Gesamtbetrag",
    invoice: "Rechnung",
    viewInvoice: "Rechnung ansehen",
    quantityOf: "Anzahl: {count}",
    fromTheStore: "Nachricht vom Shop",
    nothingTitle: "Noch keine Downloads verfügbar",
    nothing:
      "Diese Bestellung enthält kein Produkt mit Download. Wenn Sie einen erwartet haben, wenden Sie sich an {store}.",
  },
  item: {
    documentTitle: "{product} von {store}",
    wholeOrder: "Gesamte Bestellung ansehen",
    quantity: "Anzahl",
    files: "Dateien",
    updatesUntil: "Updates inbegriffen bis {date}.",
  },
  expiry: {
    until: "Verfügbar bis",
    wasUntil: "Abgelaufen am",
    never: "Kein Ablaufdatum",
    fromFirstDownload: { name: "Verfügbar", time: "{duration} ab dem ersten Download" },
    soon: "in weniger als einer Minute",
    justNow: "gerade eben",
    title: "Diese Bestellung ist abgelaufen",
    help: "Sobald der Shop Ihre Bestellung verlängert, funktionieren Ihre Links wieder.",
  },
  file: {
    download: "Herunterladen",
    open: "Öffnen",
    started: "Download gestartet",
    opensAt: "Wird auf {host} geöffnet",
    about: "etwa {size}",
    usedUp: "Sie haben alle Downloads dieser Datei genutzt.",
    linkUsedUp: "Sie haben diesen Link so oft geöffnet, wie Ihre Bestellung es erlaubt.",
    notAvailableYet: "Diese Datei ist noch nicht verfügbar. Sie erscheint hier, sobald {store} sie hinzufügt.",
    updated: "Aktualisiert: {date}",
    kinds: {
      pdf: "PDF-Dokument",
      ebook: "E-Book",
      zip: "ZIP-Archiv",
      archive: "Archiv",
      windowsProgram: "Windows-Programm",
      macDiskImage: "Mac-Image",
      macInstaller: "Mac-Installationsprogramm",
      androidApp: "Android-App",
      diskImage: "Datenträger-Image",
      document: "Dokument",
      spreadsheet: "Tabelle",
      presentation: "Präsentation",
      photoshop: "Photoshop-Datei",
      font: "Schriftart",
      audio: "Audio",
      video: "Video",
      image: "Bild",
      text: "Text",
      file: "Datei",
    },
  },
  allFiles: {
    title: "Alle Dateien",
    download: "Alles herunterladen",
    files: { one: "{count} Datei", other: "{count} Dateien" },
    counts: "Zählt für jede Datei als ein Download.",
    usedUp: {
      one: "Nicht enthalten: {count} Datei, deren Downloads aufgebraucht sind.",
      other: "Nicht enthalten: {count} Dateien, deren Downloads aufgebraucht sind.",
    },
    links: {
      one: "Nicht enthalten: {count} Link. Sie können ihn weiter unten öffnen.",
      other: "Nicht enthalten: {count} Links. Sie können sie weiter unten öffnen.",
    },
    waiting: {
      one: "Nicht enthalten: {count} Produkt, das noch nicht verfügbar ist.",
      other: "Nicht enthalten: {count} Produkte, die noch nicht verfügbar sind.",
    },
    large:
      "Dieser Download lässt sich nach einer Unterbrechung nicht fortsetzen. Laden Sie große Dateien bei langsamer Verbindung einzeln herunter.",
    parts: "Für ein einziges Archiv sind es zu viele Dateien, deshalb gibt es mehrere Teile.",
    part: "Teil {part} von {parts}",
    inParts:
      "Die Dateien dieser Bestellung sind auf {parts} Archive verteilt; hängen Sie für das erste ?part=1 an die Adresse an.",
  },
  preview: {
    view: "Ansehen",
    playCounts: "Das Abspielen zählt als ein Download.",
    viewCounts: "Das Ansehen zählt als ein Download.",
    speed: "Tempo",
    previous: "Vorheriger Titel",
    next: "Nächster Titel",
  },
  renewal: {
    allUsedUpTitle: "Ihre Downloads sind aufgebraucht",
    usedUpTitle: "Einige Ihrer Downloads sind aufgebraucht",
    usedUpHelp: "Sobald {store} Ihre Bestellung verlängert, können Sie wieder herunterladen.",
    askHelp: "{store} sieht Ihre Bestellnummer. Sobald Ihre Anfrage genehmigt ist, erhalten Sie eine E-Mail.",
    message: "Nachricht an den Shop (optional)",
    ask: "Verlängerung bei {store} anfragen",
    sent: "Ihre Anfrage wurde am {date} an {store} gesendet. Sobald sie genehmigt ist, erhalten Sie eine E-Mail.",
    declined:
      "{store} hat Ihre Anfrage vom {date} abgelehnt. Wenn Sie diese Bestellung noch benötigen, wenden Sie sich an den Shop.",
    endedTitle: "Ihr Zugang ist abgelaufen",
    ended:
      "Ihr Zugang war bis {date} bezahlt. Sobald Ihre nächste Zahlung bei {store} eingeht, funktionieren Ihre Links wieder.",
    renewHelp: "Sie können Ihre Bestellung selbst verlängern. Ihre Links funktionieren dann sofort wieder.",
    renew: "Jetzt verlängern",
    renewed: "Ihre Bestellung wurde verlängert. Ihre Links funktionieren wieder.",
    renewalsLeft: { one: "noch {count} Verlängerung möglich", other: "noch {count} Verlängerungen möglich" },
  },
  fine: {
    personal: "Diese Seite ist nur für Sie bestimmt. Wer ihre Adresse kennt, kann alles darauf nutzen.",
  },
};
