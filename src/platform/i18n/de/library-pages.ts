import type { LibraryPageTexts } from "../texts.ts";

export const libraryPages: LibraryPageTexts = {
  home: {
    title: "Downloads von {store}",
    useEmailLink: "Ihre Downloads erreichen Sie über den Link in Ihrer Bestell-E-Mail.",
    cannotFind: "Sie finden die E-Mail nicht?",
    whereToLook: "Sehen Sie im Spam-Ordner nach oder bitten Sie den Shop, sie erneut zu senden.",
  },
  library: {
    sendMyLinks: "Meine Links zusenden",
    lostLink: "Link verloren? Wir senden Ihnen alle Ihre Links per E-Mail.",
    everything: "Suchen Sie andere Käufe oder Geschenke?",
    backToOrder: "Zurück zu Ihrer Bestellung",
    form: {
      title: "Ihre Links per E-Mail",
      words:
        "Geben Sie die E-Mail-Adresse ein, mit der Sie bestellt oder an der Sie ein Geschenk bekommen haben. Sie erhalten eine E-Mail mit Links zu allem, was Sie gekauft oder bekommen haben.",
      email: "E-Mail-Adresse",
      send: "Meine Links zusenden",
      wrongEmail: "Geben Sie eine E-Mail-Adresse wie ann@example.com ein.",
      sentTitle: "Prüfen Sie Ihren Posteingang",
      sent: "Wenn es zu dieser Adresse Bestellungen oder Geschenke gibt, erhalten Sie in wenigen Minuten eine E-Mail.",
      notFound:
        "Keine E-Mail? Sehen Sie im Spam-Ordner nach oder versuchen Sie es mit einer anderen Adresse, mit der Sie bestellt haben könnten.",
      again: "Andere Adresse eingeben",
      tooMany: "Das waren zu viele Anfragen. Versuchen Sie es in einer Stunde noch einmal.",
    },
    page: {
      title: "Ihre Einkäufe und Geschenke",
      words: "Alle Bestellungen und Geschenke zur Adresse {email}.",
      search: "Nach Produkt oder Bestellnummer suchen",
      find: "Suchen",
      nothingFound: "Zu Ihrer Suche gibt es keine Bestellungen.",
      nothing: "Zu dieser Adresse gibt es keine Bestellungen oder Geschenke.",
      open: "Öffnen",
      renew: "Erneuern",
      newer: "Neuere Bestellungen",
      older: "Ältere Bestellungen",
      moreProducts: { one: "und {count} weiteres Produkt", other: "und {count} weitere Produkte" },
      gift: "Geschenk für {recipient}, Zustellung am {date}",
      giftDelivered: "Geschenk für {recipient}, zugestellt am {date}",
      states: {
        on_hold: "wird vom Shop geprüft",
        revoked: "vom Shop zurückgezogen",
        expired: "abgelaufen",
        used_up: "keine Downloads mehr übrig",
      },
      kept: "Dieses Gerät zeigt Ihre Einkäufe und Geschenke, solange der Link in der E-Mail gültig ist.",
      keep: "30 Tage hier behalten",
      keptUntil: "Dieses Gerät zeigt Ihre Einkäufe und Geschenke bis {date}.",
      forget: "Auf allen Geräten vergessen",
      ended: {
        title: "Dieser Link ist abgelaufen",
        words: "Der Link aus der E-Mail ist eine Stunde gültig. Hier können Sie einen neuen anfordern.",
      },
    },
  },
};
