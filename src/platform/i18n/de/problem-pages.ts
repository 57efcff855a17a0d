import type { ProblemPageTexts } from "../texts.ts";

export const problemPages: ProblemPageTexts = {
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
    not_yet: {
      sentence: "Dieses Geschenk öffnet sich am {date}; versuchen Sie es dann mit demselben Link.",
      title: "Dieses Geschenk ist noch nicht offen",
      happened: "Seine Links funktionieren ab dem {date}.",
      next: "Sie müssen nichts tun: Derselbe Link funktioniert dann. Wenn Sie Fragen haben, wenden Sie sich an {store}.",
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
    copy_not_ready: {
      sentence: "Ihr Exemplar dieser Datei wird gerade erstellt; versuchen Sie es in einigen Sekunden noch einmal.",
      title: "Ihr Exemplar wird erstellt",
      happened: "Diese Datei wird für Ihre Bestellung erstellt. Beim ersten Mal dauert das einen Moment.",
      next: "Diese Seite versucht es von selbst noch einmal. Wenn es länger als einige Minuten dauert, wenden Sie sich an {store}. Es wurde kein Download verbraucht.",
    },
    copy_failed: {
      sentence: "Ihr Exemplar dieser Datei konnte nicht erstellt werden; wenden Sie sich an den Shop.",
      title: "Ihr Exemplar konnte nicht erstellt werden",
      happened: "Ihr Link ist richtig, aber mit der Datei des Shops stimmt etwas nicht.",
      next: "Wenden Sie sich an {store} oder versuchen Sie es später mit demselben Link. Es wurde kein Download verbraucht.",
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
};
