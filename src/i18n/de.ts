import type { Texts } from "./texts.ts";

export const de: Texts = {
  frame: { skip: "Zum Inhalt springen", language: "Sprache" },
  home: {
    title: "Downloads von {store}",
    behindEmail: "Zu Ihren Downloads führt der Link in der E-Mail, die Sie zu Ihrer Bestellung erhalten haben.",
    cannotFind: "Sie finden die E-Mail nicht?",
    whereToLook: "Sehen Sie auch im Spam-Ordner nach, oder bitten Sie den Shop, sie noch einmal zu senden.",
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
        named: "Hallo {name}, vielen Dank für Ihre Bestellung. Hier finden Sie alles, was dazugehört.",
        unnamed: "Guten Tag, vielen Dank für Ihre Bestellung. Hier finden Sie alles, was dazugehört.",
      },
      expired: {
        named: "Hallo {name}, die Downloads dieser Bestellung sind abgelaufen.",
        unnamed: "Guten Tag, die Downloads dieser Bestellung sind abgelaufen.",
      },
      used_up: {
        named: "Hallo {name}, die Downloads dieser Bestellung sind aufgebraucht.",
        unnamed: "Guten Tag, die Downloads dieser Bestellung sind aufgebraucht.",
      },
    },
    order: "Bestellung",
    placed: "Bestellt am",
    quantityOf: "Anzahl: {count}",
    fromTheStore: "Vom Shop",
    nothingTitle: "Hier gibt es noch nichts herunterzuladen",
    nothing:
      "Zu keinem Produkt dieser Bestellung gehört ein Download. Fragen Sie {store}, wenn Sie einen erwartet haben.",
  },
  item: {
    documentTitle: "{product} von {store}",
    wholeOrder: "Ihre gesamte Bestellung",
    quantity: "Anzahl",
    files: "Dateien",
  },
  expiry: {
    until: "Verfügbar bis",
    wasUntil: "War verfügbar bis",
    never: "Unbegrenzt",
    soon: "in weniger als einer Minute",
    justNow: "gerade eben",
    title: "Diese Downloads sind abgelaufen",
    help: "Sobald Ihre Bestellung wieder freigegeben ist, funktioniert die Adresse dieser Seite wie zuvor.",
  },
  file: {
    download: "Herunterladen",
    open: "Öffnen",
    opensAt: "Wird auf {host} geöffnet",
    usedUp: "Alle Downloads dieser Datei sind aufgebraucht.",
    linkUsedUp: "Alle Aufrufe dieses Links sind aufgebraucht.",
    notHereYet:
      "Die Datei ist noch nicht da. Sobald {store} sie hinzufügt, erscheint sie auf dieser Seite. Schauen Sie später noch einmal vorbei.",
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
    unlimited: "unbegrenzt viele Downloads",
    ofEachFile: { one: "{count} Download je Datei", other: "{count} Downloads je Datei" },
  },
  keys: {
    one: "Lizenzschlüssel",
    several: { other: "{count} Lizenzschlüssel" },
    copy: "Kopieren",
    copied: "Kopiert",
    ofKey: "Lizenzschlüssel {key}",
    due: {
      one: "Ihren Lizenzschlüssel erhalten Sie per E-Mail, sobald er vorliegt.",
      other: "{count} Lizenzschlüssel erhalten Sie per E-Mail, sobald sie vorliegen.",
    },
    moreDue: {
      one: "Einen weiteren Lizenzschlüssel erhalten Sie per E-Mail, sobald er vorliegt.",
      other: "{count} weitere Lizenzschlüssel erhalten Sie per E-Mail, sobald sie vorliegen.",
    },
  },
  fine: {
    personal: "Geben Sie die Adresse dieser Seite nicht weiter: Wer sie kennt, kann Ihre Downloads verbrauchen.",
  },
  problem: {
    whatToDo: "Was Sie tun können",
    theStore: "den Shop, bei dem Sie gekauft haben",
    used_up: {
      sentence:
        "Diese Datei wurde so oft heruntergeladen, wie die Bestellung erlaubt; bitten Sie den Shop um weitere Downloads.",
      title: "Alle Downloads sind aufgebraucht",
      happened: "Diese Datei wurde so oft heruntergeladen, wie es die Bestellung erlaubt.",
      next: "Wurde ein Download unterbrochen, setzen Sie ihn in der Download-Liste Ihres Browsers fort: Das ist einen Tag lang möglich, ohne dass er erneut zählt. Für weitere Downloads wenden Sie sich an {store}.",
    },
    expired: {
      sentence: "Dieser Link ist abgelaufen; bitten Sie den Shop, die Bestellung wieder zu öffnen.",
      title: "Dieser Link ist abgelaufen",
      happened: "Der Zeitraum, in dem Sie diesen Download abrufen konnten, ist vorbei.",
      next: "Für eine neue Freigabe wenden Sie sich an {store}. Danach funktioniert dieser Link wie zuvor.",
    },
    not_found: {
      sentence: "Unter dieser Adresse gibt es nichts: Der Link ist unvollständig, oder sein Ziel wurde entfernt.",
      title: "Unter dieser Adresse gibt es nichts",
      happened: "Der Link ist unvollständig, oder das Ziel wurde entfernt.",
      next: "Öffnen Sie den Link in Ihrer E-Mail noch einmal, oder kopieren Sie ihn vom ersten bis zum letzten Zeichen. Wenn das nicht hilft, fragen Sie {store}.",
    },
    file_missing: {
      sentence:
        "Der Shop hat die Datei noch nicht hinzugefügt; versuchen Sie es später mit demselben Link noch einmal.",
      title: "Die Datei ist noch nicht da",
      happened: "Ihr Link ist richtig, aber der Shop hat die Datei noch nicht hinzugefügt.",
      next: "Öffnen Sie denselben Link später noch einmal, oder fragen Sie {store}. Es wurde kein Download verbraucht.",
    },
    unknown_store: {
      sentence: "Unter dieser Adresse gibt es keinen Shop; prüfen Sie den Hostnamen.",
      title: "Unter dieser Adresse gibt es keinen Shop",
      happened: "Der erste Teil der Adresse, der Hostname, gehört hier zu keinem Shop.",
      next: "Prüfen Sie die Adresse auf Tippfehler, oder öffnen Sie den Link in Ihrer E-Mail noch einmal.",
    },
    unavailable: {
      sentence: "Die Datei kann gerade nicht ausgeliefert werden; versuchen Sie es in einer Minute noch einmal.",
      title: "Bitte versuchen Sie es gleich noch einmal",
      happened: "Im Moment ist zu viel los, oder die Dateien sind nicht erreichbar.",
      next: "Warten Sie eine Minute, und öffnen Sie den Link dann noch einmal. Wenn es weiterhin nicht funktioniert, fragen Sie {store}.",
    },
    internal: {
      sentence: "Auf dem Server ist etwas schiefgegangen; versuchen Sie es in einigen Minuten noch einmal.",
      title: "Etwas ist schiefgegangen",
      happened: "Der Fehler liegt bei uns, nicht bei Ihnen.",
      next: "Versuchen Sie es in ein paar Minuten noch einmal. Wenn es weiterhin nicht funktioniert, fragen Sie {store}.",
    },
  },
  renewal: {
    allUsedUpTitle: "Ihre Downloads sind aufgebraucht",
    usedUpTitle: "Einige Ihrer Downloads sind aufgebraucht",
    usedUpHelp: "Weitere Downloads erhalten Sie von {store}.",
    askHelp:
      "{store} sieht automatisch, um welche Bestellung es geht. Sobald Ihre Anfrage genehmigt ist, erhalten Sie eine E-Mail.",
    message: "Nachricht an den Shop (optional)",
    ask: "Neuen Link bei {store} anfragen",
    sent: "Ihre Anfrage wurde an {store} gesendet ({date}). Sobald sie genehmigt ist, erhalten Sie eine E-Mail.",
    declined:
      "{store} hat Ihre Anfrage abgelehnt ({date}). Schreiben Sie dem Shop, wenn Sie diese Downloads benötigen.",
    renewHelp: "Sie können Ihre Downloads selbst erneuern. Sie funktionieren dann sofort wieder.",
    renew: "Jetzt erneuern",
    renewed: "Ihre Links funktionieren wieder.",
    renewalsLeft: { one: "noch {count} Erneuerung möglich", other: "noch {count} Erneuerungen möglich" },
  },
  instant: { date: "{date} um", time: "{time} Uhr (UTC)" },
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
    },
    template: {
      byState: {
        open: {
          subject: "Ihre Bestellung {{ order.name }} bei {{ store.name }}: {{ order.contents }}",
          introduction:
            "Ihre Bestellung {{ order.name }} bei {{ store.name }} steht für Sie bereit ({{ order.contents }}):",
          heading: "Ihre Bestellung ist bereit",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, Ihre Bestellung {{ order.name }} steht für Sie bereit ({{ order.contents }}).`,
        },
        expired: {
          subject: "Die Links Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind abgelaufen",
          introduction:
            "die Links Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind abgelaufen. Neue können Sie auf der Seite Ihrer Bestellung anfragen:",
          heading: "Ihre Links sind abgelaufen",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Links Ihrer Bestellung {{ order.name }} sind abgelaufen. Neue können Sie auf der Seite Ihrer Bestellung anfragen.`,
        },
        used_up: {
          subject: "Die Downloads Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht",
          introduction:
            "die Downloads Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht. Weitere können Sie auf der Seite Ihrer Bestellung anfragen:",
          heading: "Ihre Downloads sind aufgebraucht",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Downloads Ihrer Bestellung {{ order.name }} sind aufgebraucht. Weitere können Sie auf der Seite Ihrer Bestellung anfragen.`,
        },
        waiting_for_key: {
          subject: "Ihre Bestellung {{ order.name }} bei {{ store.name }}: Lizenzschlüssel folgt",
          introduction:
            "vielen Dank für Ihre Bestellung {{ order.name }} bei {{ store.name }}. {{ order.keysDue }} Dies ist die Seite Ihrer Bestellung:",
          heading: "Vielen Dank für Ihre Bestellung",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, vielen Dank für Ihre Bestellung {{ order.name }}. {{ order.keysDue }}`,
        },
      },
      hello: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %},`,
      openOrder: "Bestellung öffnen",
      quantity: "Anzahl: {{ item.quantity }}",
      licenseKeys: "Lizenzschlüssel",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} weitere auf der Seite Ihrer Bestellung",
      moreItems: "Weitere Produkte auf der Seite Ihrer Bestellung: {{ order.moreItems }}",
      waiting:
        "Die Datei ist noch nicht da. Sie erscheint unter diesem Link, sobald {{ store.name }} sie hinzugefügt hat.",
      keep: "Bitte geben Sie diese Links {% if order.hasKeys %}und Schlüssel {% endif %}nicht weiter: Jeder Abruf zählt zu Ihren Downloads.",
      addressToCopy: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
      sentBy: "Gesendet von",
    },
  },
};
