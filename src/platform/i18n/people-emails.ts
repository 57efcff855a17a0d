import { frenchSpaces } from "./french-spaces.ts";
import { markPhrases } from "./japanese-phrases.ts";
import type { Language } from "./languages.ts";

/** Texts of an email with a link to one of the store's people. `{store}` is the store's name. */
interface PeopleEmailTexts {
  subject: string;
  heading: string;
  introduction: string;
  note: string;
  button: string;
}

/** Emails that a person asks for on the sign-in pages, in the language of the browser that asked. */
export const peopleEmails: Record<"password_reset" | "sign_in_link", Record<Language, PeopleEmailTexts>> = {
  password_reset: {
    en: {
      subject: "Set a new password for {store}",
      heading: "Set a new password",
      introduction: "We received a request to set a new password for your account at {store}.",
      note: "This link works once and expires in one hour. If you did not request it, ignore this email. Your password will not change.",
      button: "Set a new password",
    },
    de: {
      subject: "Neues Passwort für {store}",
      heading: "Neues Passwort festlegen",
      introduction: "Für Ihr Konto bei {store} wurde ein neues Passwort angefordert.",
      note: "Der Link ist eine Stunde gültig und funktioniert einmal. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.",
      button: "Neues Passwort festlegen",
    },
    fr: frenchSpaces({
      subject: "Nouveau mot de passe pour {store}",
      heading: "Choisissez un nouveau mot de passe",
      introduction: "Nous avons reçu une demande de nouveau mot de passe pour votre compte chez {store}.",
      note: "Ce lien est valable une heure et ne fonctionne qu’une fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe ne changera pas.",
      button: "Choisir un mot de passe",
    }),
    es: {
      subject: "Nueva contraseña para {store}",
      heading: "Cree una nueva contraseña",
      introduction: "Hemos recibido una solicitud para cambiar la contraseña de su cuenta en {store}.",
      note: "Este enlace funciona una sola vez y caduca en una hora. Si no lo ha solicitado, ignore este correo. Su contraseña no cambiará.",
      button: "Crear una contraseña",
    },
    ja: markPhrases({
      subject: "{store} の新しいパスワードの設定",
      heading: "新しい|パスワードの|設定",
      introduction: "{store} の|アカウントについて、|新しい|パスワードの|設定を|受け付けました。",
      note: "このリンクは | 1 時間以内に | 1 回だけ|使えます。|お心当たりがない|場合は、|このメールを|無視してください。|パスワードは|変わりません。",
      button: "パスワードを|設定する",
    }),
  },
  sign_in_link: {
    en: {
      subject: "Your sign-in link for {store}",
      heading: "Sign in to {store}",
      introduction: "We received a request for a link to sign in to your account at {store}.",
      note: "This link works once and expires in 15 minutes. If you did not request it, ignore this email. Do not share the link.",
      button: "Sign in",
    },
    de: {
      subject: "Ihr Anmeldelink für {store}",
      heading: "Bei {store} anmelden",
      introduction: "Für Ihr Konto bei {store} wurde ein Anmeldelink angefordert.",
      note: "Der Link ist 15 Minuten gültig und funktioniert einmal. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Link nicht weiter.",
      button: "Anmelden",
    },
    fr: frenchSpaces({
      subject: "Votre lien de connexion à {store}",
      heading: "Connectez-vous à {store}",
      introduction: "Nous avons reçu une demande de lien de connexion pour votre compte chez {store}.",
      note: "Ce lien est valable 15 minutes et ne fonctionne qu’une fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne partagez pas ce lien.",
      button: "Se connecter",
    }),
    es: {
      subject: "Su enlace de acceso a {store}",
      heading: "Inicie sesión en {store}",
      introduction: "Hemos recibido una solicitud de enlace de acceso para su cuenta en {store}.",
      note: "Este enlace funciona una sola vez y caduca en 15 minutos. Si no lo ha solicitado, ignore este correo. No comparta el enlace.",
      button: "Iniciar sesión",
    },
    ja: markPhrases({
      subject: "{store} のログイン用リンク",
      heading: "{store} に|ログイン",
      introduction: "{store} の|アカウントへの|ログイン用リンクの|請求を|受け付けました。",
      note: "このリンクは | 15 分以内に | 1 回だけ|使えます。|お心当たりがない|場合は、|このメールを|無視してください。|このリンクは|誰にも|教えないでください。",
      button: "ログインする",
    }),
  },
};
