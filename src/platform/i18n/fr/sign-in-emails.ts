import type { SignInEmailTexts } from "../email-texts.ts";

export const signInEmails: SignInEmailTexts = {
  signInEmails: {
    password_reset: {
      subject: "Nouveau mot de passe pour {store}",
      heading: "Choisissez un nouveau mot de passe",
      introduction: "Nous avons reçu une demande de nouveau mot de passe pour votre compte chez {store}.",
      note: "Ce lien est valable une heure et ne fonctionne qu’une fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe ne changera pas.",
      button: "Choisir un mot de passe",
    },
    sign_in_link: {
      subject: "Votre lien de connexion à {store}",
      heading: "Connectez-vous à {store}",
      introduction: "Nous avons reçu une demande de lien de connexion pour votre compte chez {store}.",
      note: "Ce lien est valable 15 minutes et ne fonctionne qu’une fois. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Ne partagez pas ce lien.",
      button: "Se connecter",
    },
  },
};
