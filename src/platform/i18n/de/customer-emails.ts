import type { CustomerEmailTexts } from "../email-texts.ts";

/** What the customer of an order that does not work now can do. */
const renewal = (ask: string) =>
  `{% if order.renewal == "renew" %}Auf Ihrer Bestellseite können Sie die Bestellung selbst verlängern{% elsif order.renewal == "ended" %}Was Sie tun können, steht auf Ihrer Bestellseite{% else %}${ask}{% endif %}`;

export const customerEmails: CustomerEmailTexts = {
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
    test: "Dies ist die E-Mail zu einer Testbestellung. Nur Sie erhalten sie, nicht der Kunde.",
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
          introduction: `die Links zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind abgelaufen. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}:`,
          heading: "Ihre Links sind abgelaufen",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Links zu Ihrer Bestellung {{ order.name }} sind abgelaufen. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}.`,
        },
        used_up: {
          subject: "Die Downloads zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht",
          introduction: `die Downloads zu Ihrer Bestellung {{ order.name }} bei {{ store.name }} sind aufgebraucht. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}:`,
          heading: "Ihre Downloads sind aufgebraucht",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, die Downloads zu Ihrer Bestellung {{ order.name }} sind aufgebraucht. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}.`,
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
            "vielen Dank für Ihre Bestellung {{ order.name }} bei {{ store.name }}.{% if order.isPartial %} Ihre Dateien sind noch nicht verfügbar. Sie finden sie auf Ihrer Bestellseite, sobald {{ store.name }} sie hinzufügt{% else %} Hier ist Ihre Bestellseite{% endif %}:",
          heading: "Vielen Dank für Ihre Bestellung",
          htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, vielen Dank für Ihre Bestellung {{ order.name }}.{% if order.isPartial %} Ihre Dateien sind noch nicht verfügbar. Sie finden sie auf Ihrer Bestellseite, sobald {{ store.name }} sie hinzufügt.{% endif %}`,
        },
      },
      keys: {
        subject: `Ihr{% if order.keyCount > 1 %}e{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }} bei {{ store.name }}`,
        introduction: `hier {% if order.keyCount > 1 %}sind Ihre{% else %}ist Ihr{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }} bei {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Die Links zu dieser Bestellung sind abgelaufen{% else %}Die Downloads zu dieser Bestellung sind aufgebraucht{% endif %}. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}:`,
        heading: `Ihr{% if order.keyCount > 1 %}e{% endif %} Lizenzschlüssel`,
        htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, hier {% if order.keyCount > 1 %}sind Ihre{% else %}ist Ihr{% endif %} Lizenzschlüssel zur Bestellung {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Die Links zu dieser Bestellung sind abgelaufen{% else %}Die Downloads zu dieser Bestellung sind aufgebraucht{% endif %}. ${renewal("Eine Verlängerung können Sie auf Ihrer Bestellseite anfragen")}.`,
      },
      gift: {
        subject: `Ein Geschenk von {{ gift.giver }} (Bestellung {{ order.name }} bei {{ store.name }})`,
        introduction: `{{ gift.giver }} schenkt Ihnen etwas von {{ store.name }} (Bestellung {{ order.name }}). Hier finden Sie Ihr Geschenk ({{ order.contents }}):`,
        heading: `Sie haben ein Geschenk von {{ gift.giver }}`,
        htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, {{ gift.giver }} schenkt Ihnen etwas von {{ store.name }} (Bestellung {{ order.name }}). Ihr Geschenk ist bereit.`,
      },
      renewed: {
        subject: `{% if gift %}Ihr Geschenk von {{ gift.giver }} ist verlängert (Bestellung {{ order.name }} bei {{ store.name }}){% else %}Ihre Bestellung {{ order.name }} bei {{ store.name }} ist verlängert{% endif %}`,
        introduction: `{% if gift %}Ihr Geschenk von {{ gift.giver }} (Bestellung {{ order.name }} bei {{ store.name }}){% else %}Ihre Bestellung {{ order.name }} bei {{ store.name }}{% endif %} ist verlängert. Die Links funktionieren wieder:`,
        heading: `{% if gift %}Ihr Geschenk{% else %}Ihre Bestellung{% endif %} ist verlängert`,
        htmlIntroduction: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %}, {% if gift %}Ihr Geschenk von {{ gift.giver }} (Bestellung {{ order.name }}){% else %}Ihre Bestellung {{ order.name }}{% endif %} ist verlängert. Die Links funktionieren wieder.`,
      },
      giftMessage: `{{ gift.giver }} schreibt:`,
      hello: `{% if customer.firstName != "" %}Hallo {{ customer.firstName }}{% else %}Guten Tag{% endif %},`,
      openOrder: "{% if gift %}Geschenk{% else %}Bestellung{% endif %} öffnen",
      quantity: "Anzahl: {{ item.quantity }}",
      licenseKeys: "Lizenzschlüssel",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} weitere auf Ihrer Bestellseite",
      moreItems: "Weitere Produkte auf Ihrer Bestellseite: {{ order.moreItems }}",
      notAvailableYet:
        "Diese Datei ist noch nicht verfügbar. Der Link funktioniert, sobald {{ store.name }} sie hinzufügt.",
      help: "Wenn etwas nicht funktioniert oder Sie Fragen haben, antworten Sie auf diese E-Mail.",
      personal:
        "{% if order.hasKeys %}Diese Links und Lizenzschlüssel sind nur für Sie bestimmt. Bitte geben Sie sie nicht weiter.{% else %}Diese Links sind nur für Sie bestimmt. Bitte geben Sie sie nicht weiter.{% endif %}",
      addressToCopy: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
      sentBy: "Gesendet von",
    },
  },
  libraryEmail: {
    subject: "Ihre Links von {store}",
    heading: "Ihre Links von {store}",
    introduction:
      "Dies sind Ihre Bestellungen mit gültigen Links. Über den Link unten sehen Sie alles, was Sie mit dieser E-Mail-Adresse gekauft oder bekommen haben.",
    nothing:
      "Zurzeit ist keiner Ihrer Links gültig. Über den Link unten sehen Sie alles, was Sie mit dieser E-Mail-Adresse gekauft oder bekommen haben, und was Sie tun können.",
    gifts:
      "Dies sind Geschenke: für andere oder für Sie an einem späteren Tag. Über den Link unten sehen Sie alles, was Sie mit dieser E-Mail-Adresse gekauft oder bekommen haben.",
    button: "Alles ansehen",
    note: "Der Link zu allem funktioniert eine Stunde lang. Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.",
    order: "Bestellung {order}",
  },
  giftEmail: {
    subject: "Ihr Geschenk für {recipient}: Bestellung {order}",
    heading: {
      now: "Ihr Geschenk für {recipient} ist unterwegs",
      later: "Ihr Geschenk für {recipient} wird am {date} zugestellt",
    },
    greeting: { named: "Hallo {name}. ", unnamed: "Guten Tag. " },
    recipient: { named: "{name} ({address})", unnamed: "{address}" },
    now: "Vielen Dank für Ihre Bestellung {order}. {recipient} erhält jetzt eine E-Mail mit den Links dazu. Die Bestellung enthält {products}.",
    later:
      "Vielen Dank für Ihre Bestellung {order}. {recipient} erhält am {date} eine E-Mail mit den Links dazu. Die Bestellung enthält {products}.",
    note: "Die Links sind für den Empfänger. Wenn sich die Adresse oder das Datum ändern soll, antworten Sie auf diese E-Mail.",
  },
  announcementEmail: {
    subject: "Neue Version von {{ update.product }} bei {{ store.name }} (Bestellung {{ order.name }})",
    heading: "Eine neue Version von {{ update.product }} ist bereit",
    introduction:
      "{{ store.name }} hat eine Datei in {% if gift %}Ihrem Geschenk{% else %}Ihrer Bestellung {{ order.name }}{% endif %} aktualisiert: {{ update.filename }}. Die neue Version können Sie auf {% if gift %}dessen Seite{% else %}Ihrer Bestellseite{% endif %} herunterladen.",
    news: "Das ist neu:",
    reason:
      "Sie erhalten diese E-Mail, weil Sie {{ update.product }} {% if gift %}von {{ store.name }} als Geschenk bekommen{% else %}bei {{ store.name }} gekauft{% endif %} haben.",
    stop: "Keine E-Mails zu Aktualisierungen mehr erhalten",
  },
};
