import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "Zum Inhalt springen", language: "Sprache" },
  instant: { date: "{date}", time: "um {time} Uhr (UTC)" },
  left: {
    downloads: { one: "noch {count} Download", other: "noch {count} Downloads" },
    none: "keine Downloads mehr",
    unlimited: "unbegrenzte Downloads",
    ofEachFile: { one: "noch {count} Download pro Datei", other: "noch {count} Downloads pro Datei" },
    opens: { other: "noch {count} Mal zu öffnen" },
    noOpens: "nicht mehr zu öffnen",
    unlimitedOpens: "beliebig oft zu öffnen",
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
    noneForTest: "Dies ist eine Testbestellung. Sie erhält keine Lizenzschlüssel.",
    none: "Diese Bestellung enthält keinen Lizenzschlüssel für dieses Produkt.",
  },
  devices: {
    title: "Geräte",
    help: "Ihre Lizenz ist auf diesen Geräten aktiviert. Entfernen Sie eines, um die Lizenz auf einem anderen zu nutzen.",
    unnamed: "Gerät ohne Namen",
    lastUsed: "Zuletzt genutzt: {date}",
    remove: "Entfernen",
    removed: "Entfernt. Sie können die Lizenz jetzt auf einem anderen Gerät nutzen.",
    mostRemoved: "In 30 Tagen können Sie bis zu {count} entfernen.",
    ofDevice: "Gerät {name}",
    tooMany: "Sie haben in diesem Monat zu viele Geräte entfernt. Bitte wenden Sie sich an {store}.",
  },
};
