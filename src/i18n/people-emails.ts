import type { Language } from "./languages.ts";

/** What an email with a link says to one of the store's people; `{store}` stands for the store's name. */
export interface PeopleEmailTexts {
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
      introduction: "Somebody, probably you, asked for a new password for the administration of {store}.",
      note: "The link works once, for one hour. If it was not you, do nothing: your password stays as it is.",
      button: "Set your password",
    },
    de: {
      subject: "Neues Passwort für {store}",
      heading: "Neues Passwort festlegen",
      introduction: "Jemand, vermutlich Sie, hat ein neues Passwort für die Verwaltung von {store} angefordert.",
      note: "Der Link funktioniert einmal und eine Stunde lang. Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
      button: "Passwort festlegen",
    },
    fr: {
      subject: "Nouveau mot de passe pour {store}",
      heading: "Choisissez un nouveau mot de passe",
      introduction: "Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour l’administration de {store}.",
      note: "Le lien est valable une heure et ne fonctionne qu’une fois. Si cette demande ne vient pas de vous, ne faites rien\u00a0: votre mot de passe ne change pas.",
      button: "Choisir un mot de passe",
    },
    es: {
      subject: "Nueva contraseña para {store}",
      heading: "Elija una nueva contraseña",
      introduction: "Alguien, probablemente usted, ha pedido una nueva contraseña para la administración de {store}.",
      note: "El enlace funciona una sola vez, durante una hora. Si no ha sido usted, no haga nada: su contraseña no cambia.",
      button: "Elegir la contraseña",
    },
    ja: {
      subject: "{store} の新しいパスワードの設定",
      heading: "新しいパスワードの設定",
      introduction: "{store} の管理画面で、新しいパスワードの設定が申請されました。",
      note: "このリンクは 1 時間以内に 1 回だけ使えます。お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。",
      button: "パスワードを設定する",
    },
  },
  sign_in_link: {
    en: {
      subject: "Your sign-in link for {store}",
      heading: "Sign in to {store}",
      introduction: "Somebody, probably you, asked for a link to sign in to the administration of {store}.",
      note: "The link works once, for 15 minutes. If it was not you, do nothing. Never pass the link on.",
      button: "Sign in",
    },
    de: {
      subject: "Ihr Anmeldelink für {store}",
      heading: "Bei {store} anmelden",
      introduction: "Jemand, vermutlich Sie, hat einen Link zur Anmeldung in der Verwaltung von {store} angefordert.",
      note: "Der Link funktioniert einmal und 15 Minuten lang. Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Geben Sie den Link nie weiter.",
      button: "Anmelden",
    },
    fr: {
      subject: "Votre lien de connexion à {store}",
      heading: "Connectez-vous à {store}",
      introduction: "Quelqu’un, probablement vous, a demandé un lien pour se connecter à l’administration de {store}.",
      note: "Le lien est valable 15 minutes et ne fonctionne qu’une fois. Si cette demande ne vient pas de vous, ne faites rien. Ne transmettez ce lien à personne.",
      button: "Se connecter",
    },
    es: {
      subject: "Su enlace para entrar en {store}",
      heading: "Entre en {store}",
      introduction: "Alguien, probablemente usted, ha pedido un enlace para entrar en la administración de {store}.",
      note: "El enlace funciona una sola vez, durante 15 minutos. Si no ha sido usted, no haga nada. No comparta el enlace con nadie.",
      button: "Entrar",
    },
    ja: {
      subject: "{store} のサインイン用リンク",
      heading: "{store} にサインイン",
      introduction: "{store} の管理画面にサインインするためのリンクが申請されました。",
      note: "このリンクは 15 分以内に 1 回だけ使えます。お心当たりがない場合は、何もする必要はありません。このリンクは誰にも渡さないでください。",
      button: "サインインする",
    },
  },
};
