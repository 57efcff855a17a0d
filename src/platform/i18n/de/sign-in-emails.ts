import type { SignInEmailTexts } from "../email-texts.ts";

export const signInEmails: SignInEmailTexts = {
  signInEmails: {
    password_reset: {
      subject: "Neues Passwort für {store}",
      heading: "Neues Passwort festlegen",
      introduction: "Für Ihr Konto bei {store} wurde ein neues Passwort angefordert.",
      note: "Der Link ist eine Stunde gültig und funktioniert einmal. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.",
      button: "Neues Passwort festlegen",
    },
    sign_in_link: {
      subject: "Ihr Anmeldelink für {store}",
      heading: "Bei {store} anmelden",
      introduction: "Für Ihr Konto bei {store} wurde ein Anmeldelink angefordert.",
      note: "Der Link ist 15 Minuten gültig und funktioniert einmal. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Link nicht weiter.",
      button: "Anmelden",
    },
  },
};
