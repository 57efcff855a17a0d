import { wholeEmail } from "../line-breaks.ts";
import type { Texts } from "../texts.ts";

export const de: Texts = wholeEmail({
  frame: { skip: "Zum Inhalt springen", language: "Sprache" },
  home: {
    title: "Downloads von {store}",
    useEmailLink: "Ihre Downloads erreichen Sie über den Link in Ihrer Bestell-E-Mail.",
    cannotFind: "Sie finden die E-Mail nicht?",
    whereToLook: "Sehen Sie im Spam-Ordner nach oder bitten Sie den Shop, sie erneut zu senden.",
  },
  order: {
    documentTitle: "Ihre Downloads von {store}",
    title: "Ihre Downloads",
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
        named: "Hallo {name}, Ihre Downloads sind abgelaufen.",
        unnamed: "Guten Tag, Ihre Downloads sind abgelaufen.",
      },
      used_up: {
        named: "Hallo {name}, Ihre Downloads sind aufgebraucht.",
        unnamed: "Guten Tag, Ihre Downloads sind aufgebraucht.",
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
  },
  expiry: {
    until: "Verfügbar bis",
    wasUntil: "Abgelaufen am",
    never: "Kein Ablaufdatum",
    fromFirstDownload: { name: "Verfügbar", time: "{duration} ab dem ersten Download" },
    soon: "in weniger als einer Minute",
    justNow: "gerade eben",
    title: "Diese Downloads sind abgelaufen",
    help: "Sobald der Shop Ihre Bestellung verlängert, können Sie hier wieder herunterladen.",
  },
  file: {
    download: "Herunterladen",
    open: "Öffnen",
    started: "Download gestartet",
    opensAt: "Wird auf {host} geöffnet",
    usedUp: "Sie haben alle Downloads dieser Datei genutzt.",
    linkUsedUp: "Sie haben diesen Link so oft geöffnet, wie Ihre Bestellung es erlaubt.",
    notAvailableYet: "Diese Datei ist noch nicht verfügbar. Sie erscheint hier, sobald {store} sie hinzufügt.",
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
  left: {
    downloads: { one: "noch {count} Download", other: "noch {count} Downloads" },
    none: "keine Downloads mehr",
    unlimited: "unbegrenzte Downloads",
    ofEachFile: { one: "noch {count} Download pro Datei", other: "noch {count} Downloads pro Datei" },
  },
  keys: {
    one: "Lizenzschlüssel",
    several: { other: "{count} Lizenzschlüssel" },
    copy: "Kopieren",
    copyAll: "Alle kopieren",
    copied: "Kopiert",
    ofKey: "Lizenzschlüssel {key}",
    due: {
      one: "Ihren Lizenzschlüssel erhalten Sie per E-Mail.",
      other: "{count} Lizenzschlüssel erhalten Sie per E-Mail.",
    },
    moreDue: {
      one: "Einen weiteren Lizenzschlüssel erhalten Sie per E-Mail.",
      other: "{count} weitere Lizenzschlüssel erhalten Sie per E-Mail.",
    },
  },
  fine: {
    personal: "Diese Seite ist nur für Sie bestimmt. Wer ihre Adresse kennt, kann Ihre Downloads nutzen.",
  },
  problem: {
    whatToDo: "Was Sie tun können",
    theStore: "den Shop, bei dem Sie bestellt haben",
    resume:
      "Wurde ein Download unterbrochen? Dann können Sie ihn einen Tag lang in der Downloadliste Ihres Browsers fortsetzen, ohne dass er erneut zählt.",
    emailFollows: "Sobald die Prüfung abgeschlossen ist, erhalten Sie eine E-Mail.",
    storeIsAt: "Die Adresse des Shops ist {address}.",
    on_hold: {
      sentence: "Der Shop prüft diese Bestellung; versuchen Sie es später mit demselben Link.",
      title: "Der Shop prüft Ihre Bestellung",
      happened: "Bis die Prüfung abgeschlossen ist, funktionieren die Links dieser Bestellung nicht.",
      next: "Sie müssen nichts tun. Wenn Sie Fragen haben, wenden Sie sich an {store}.",
    },
    revoked: {
      sentence: "Der Shop hat diese Bestellung zurückgezogen; wenden Sie sich bei Fragen an den Shop.",
      title: "Der Shop hat diese Bestellung zurückgezogen",
      happened: "Die Downloads und Lizenzschlüssel sind hier nicht mehr verfügbar.",
      next: "Wenn Sie Fragen haben, wenden Sie sich an {store}.",
    },
    item_revoked: {
      sentence: "Der Shop hat dieses Produkt zurückgezogen; wenden Sie sich bei Fragen an den Shop.",
      title: "Der Shop hat dieses Produkt zurückgezogen",
      happened:
        "Seine Downloads und Lizenzschlüssel sind hier nicht mehr verfügbar. Der Rest Ihrer Bestellung ist nicht betroffen.",
      next: "Wenn Sie Fragen haben, wenden Sie sich an {store}.",
    },
    used_up: {
      sentence: "Für diese Datei sind keine Downloads mehr übrig; bitten Sie den Shop, Ihre Bestellung zu verlängern.",
      title: "Keine Downloads mehr übrig",
      happened: "Diese Datei wurde so oft heruntergeladen, wie Ihre Bestellung es erlaubt.",
      next: "Um Ihre Bestellung verlängern zu lassen, wenden Sie sich an {store}. Danach können Sie die Datei wieder herunterladen.",
    },
    expired: {
      sentence: "Dieser Link ist abgelaufen; bitten Sie den Shop, Ihre Bestellung zu verlängern.",
      title: "Dieser Link ist abgelaufen",
      happened: "Der Zeitraum für die Downloads Ihrer Bestellung ist vorbei.",
      next: "Um Ihre Bestellung verlängern zu lassen, wenden Sie sich an {store}. Danach funktioniert dieser Link wieder.",
    },
    not_found: {
      sentence: "Dieser Link funktioniert nicht: Er ist unvollständig, oder die Seite wurde entfernt.",
      title: "Dieser Link funktioniert nicht",
      happened: "Er ist unvollständig, oder die Seite wurde entfernt.",
      next: "Öffnen Sie den Link in Ihrer E-Mail noch einmal oder kopieren Sie ihn vollständig in Ihren Browser. Wenn das nicht hilft, wenden Sie sich an {store}.",
    },
    file_missing: {
      sentence: "Der Shop hat diese Datei noch nicht hinzugefügt; versuchen Sie es später mit demselben Link.",
      title: "Diese Datei ist noch nicht verfügbar",
      happened: "Ihr Link ist richtig, aber der Shop hat die Datei noch nicht hinzugefügt.",
      next: "Versuchen Sie es später mit demselben Link oder wenden Sie sich an {store}. Es wurde kein Download verbraucht.",
    },
    foreign_form: {
      sentence:
        "Dieses Formular wurde von einer anderen Website gesendet und deshalb nicht bearbeitet; öffnen Sie den Link noch einmal.",
      title: "Es wurde nichts gesendet",
      happened: "Dieses Formular kam von einer anderen Website, nicht von dieser Seite.",
      next: "Öffnen Sie den Link in Ihrer E-Mail noch einmal oder wenden Sie sich an {store}.",
    },
    unknown_store: {
      sentence: "Unter dieser Adresse gibt es keinen Shop; prüfen Sie den Domainnamen.",
      title: "Unter dieser Adresse gibt es keinen Shop",
      happened: "Kein Shop verwendet diesen Domainnamen.",
      next: "Prüfen Sie die Adresse auf Tippfehler oder öffnen Sie den Link in Ihrer E-Mail noch einmal.",
    },
    unavailable: {
      sentence: "Diese Datei ist gerade nicht verfügbar; versuchen Sie es in einer Minute noch einmal.",
      title: "Bitte versuchen Sie es in einer Minute noch einmal",
      happened: "Der Dienst ist gerade stark ausgelastet oder kann seine Dateien nicht erreichen.",
      next: "Warten Sie eine Minute und öffnen Sie den Link dann noch einmal. Wenn es weiterhin nicht funktioniert, wenden Sie sich an {store}.",
    },
    internal: {
      sentence: "Auf dem Server ist ein Fehler aufgetreten; versuchen Sie es in einigen Minuten noch einmal.",
      title: "Es ist ein Fehler aufgetreten",
      happened: "Der Fehler liegt bei uns, nicht bei Ihnen.",
      next: "Versuchen Sie es in einigen Minuten noch einmal. Wenn es weiterhin nicht funktioniert, wenden Sie sich an {store}.",
    },
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
      "{store} hat Ihre Anfrage vom {date} abgelehnt. Wenn Sie diese Downloads noch benötigen, wenden Sie sich an den Shop.",
    renewHelp: "Sie können Ihre Bestellung selbst verlängern. Ihre Links funktionieren dann sofort wieder.",
    renew: "Jetzt verlängern",
    renewed: "Ihre Bestellung wurde verlängert. Ihre Links funktionieren wieder.",
    renewalsLeft: { one: "noch {count} Verlängerung möglich", other: "noch {count} Verlängerungen möglich" },
  },
  instant: { date: "{date}", time: "um {time} Uhr (UTC)" },
  email: {
    contents: {
      downloads: "Downloads",
      key: "Lizenzschlüssel",
      keys: "Lizenzschlüssel",
      downloadsAndKey: "Downloads und Lizenzschlüssel",
      downloadsAndKeys: "Downloads und Lizenzschlüssel",
    },
    expiry: {
      never: "Diese Links sind unbegrenzt gültig.",
      past: "Diese Links sind am {date} abgelaufen.",
      until: "Diese Links sind bis {date} gültig ({distance}).",
      fromFirstDownload: "Diese Links sind ab dem ersten Download {duration} gültig.",
    },
    template: {
      byState: {
        open: {
          subject:
            "Ihre Bestellung {{ order.name }} bei {{ store.name }} ist {% if order.isPartial %}teilweise {% endif %}bereit",
          introduction:
            "Ihre Bestellung {{ order.name }} bei {{ store.name }} ist {% if order.isPartial %}teilweise {% endif %}bereit. Sie finden sie hier:",
          heading: "Ihre Bestellung ist {% if order.isPartial %}teilweise {% endif %}bereit",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, Ihre Bestellung {{ order.name }} ist {% if order.isPartial %}teilweise {% endif %}bereit.`,
        },
        expired: {
          subject: "Die Links zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind abgelaufen",
          introduction:
            "die Links zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind abgelaufen. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen:",
          heading: "Ihre Links sind abgelaufen",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Links zu Ihrer Bestellung {{ order.name }} sind abgelaufen. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen.`,
        },
        used_up: {
          subject: "Die Downloads zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht",
          introduction:
            "die Downloads zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen:",
          heading: "Ihre Downloads sind aufgebraucht",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Downloads zu Ihrer Bestellung {{ order.name }} sind aufgebraucht. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen.`,
        },
        waiting_for_key: {
          subject: "Ihre Bestellung {{ order.name }} bei {{ store.name }}: Lizenzschlüssel folgt",
          introduction:
            "vielen Dank für Ihre Bestellung {{ order.name }} bei {{ store.name }}. {{ order.keysDue }} Hier ist Ihre Bestellseite:",
          heading: "Vielen Dank für Ihre Bestellung",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, vielen Dank für Ihre Bestellung {{ order.name }}. {{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "Ihre Bestellung {{ order.name }} bei {{ store.name }}",
          introduction:
            "vielen Dank für Ihre Bestellung {{ order.name }} bei {{ store.name }}. Ihre Dateien sind noch nicht verfügbar. Sie finden sie auf Ihrer Bestellseite, sobald {{ store.name }} sie hinzufügt:",
          heading: "Vielen Dank für Ihre Bestellung",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, vielen Dank für Ihre Bestellung {{ order.name }}. Ihre Dateien sind noch nicht verfügbar. Sie finden sie auf Ihrer Bestellseite, sobald {{ store.name }} sie hinzufügt.`,
        },
      },
      keys: {
        subject: `Ihr{% if order.keyCount > 1 %}e{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }} bei {{ store.name }}`,
        introduction: `hier {% if order.keyCount > 1 %}sind Ihre{% else %}ist Ihr{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }} bei {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Die Links zu dieser Bestellung sind abgelaufen{% else %}Die Downloads zu dieser Bestellung sind aufgebraucht{% endif %}. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen:`,
        heading: `Ihr{% if order.keyCount > 1 %}e{% endif %} Lizenzschlüssel`,
        htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, hier {% if order.keyCount > 1 %}sind Ihre{% else %}ist Ihr{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Die Links zu dieser Bestellung sind abgelaufen{% else %}Die Downloads zu dieser Bestellung sind aufgebraucht{% endif %}. Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen.`,
      },
      hello: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %},`,
      openOrder: "Bestellung öffnen",
      quantity: "Anzahl: {{ item.quantity }}",
      licenseKeys: "Lizenzschlüssel",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} weitere auf Ihrer Bestellseite",
      moreItems: "Weitere Produkte auf Ihrer Bestellseite: {{ order.moreItems }}",
      notAvailableYet:
        "Diese Datei ist noch nicht verfügbar. Der Link funktioniert, sobald {{ store.name }} sie hinzufügt.",
      help: "Wenn etwas nicht funktioniert oder Sie Fragen haben, antworten Sie auf diese E-Mail.",
      personal:
        "{% if order.hasKeys %}Diese Links und Lizenzschlüssel sind nur für Sie bestimmt. Bitte geben Sie sie nicht weiter.{% else %}Diese Links sind nur für Sie bestimmt. Wer sie hat, kann Ihre Downloads nutzen.{% endif %}",
      addressToCopy: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
      sentBy: "Gesendet von",
    },
  },
});
