import type { AnnouncementPageTexts } from "../texts.ts";

export const announcementPages: AnnouncementPageTexts = {
  stopUpdates: {
    title: "E-mails sur les mises à jour",
    words:
      "{store} peut vous prévenir par e-mail lorsqu’un fichier que vous avez acheté est mis à jour. Voulez-vous ne plus recevoir ces e-mails à l’adresse {email} ?",
    button: "Ne plus recevoir ces e-mails",
    doneTitle: "Vous ne recevrez plus ces e-mails",
    done: "{store} n’enverra plus d’e-mails sur les mises à jour à {email}. Vous recevez toujours les e-mails sur vos commandes, et vos liens fonctionnent toujours.",
    undo: "Recevoir de nouveau ces e-mails",
    resumedTitle: "Vous recevez de nouveau ces e-mails",
    resumed: "{store} peut de nouveau prévenir {email} lorsqu’un fichier est mis à jour.",
  },
};
