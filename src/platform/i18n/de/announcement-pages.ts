import type { AnnouncementPageTexts } from "../texts.ts";

export const announcementPages: AnnouncementPageTexts = {
  stopUpdates: {
    title: "E-Mails zu Aktualisierungen",
    words:
      "{store} kann Ihnen per E-Mail mitteilen, wenn eine gekaufte Datei aktualisiert wird. Möchten Sie diese E-Mails an {email} abbestellen?",
    button: "E-Mails abbestellen",
    doneTitle: "E-Mails abbestellt",
    done: "{store} sendet keine E-Mails zu Aktualisierungen mehr an {email}. E-Mails zu Ihren Bestellungen erhalten Sie weiterhin, und Ihre Links funktionieren weiter.",
    undo: "E-Mails wieder erhalten",
    resumedTitle: "Sie erhalten diese E-Mails wieder",
    resumed: "{store} kann {email} wieder mitteilen, wenn eine Datei aktualisiert wird.",
  },
};
