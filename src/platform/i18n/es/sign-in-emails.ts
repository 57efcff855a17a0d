import type { SignInEmailTexts } from "../email-texts.ts";

export const signInEmails: SignInEmailTexts = {
  signInEmails: {
    password_reset: {
      subject: "Nueva contraseña para {store}",
      heading: "Cree una nueva contraseña",
      introduction: "Hemos recibido una solicitud para cambiar la contraseña de su cuenta en {store}.",
      note: "Este enlace funciona una sola vez y caduca en una hora. Si no lo ha solicitado, ignore este correo. Su contraseña no cambiará.",
      button: "Crear una contraseña",
    },
    sign_in_link: {
      subject: "Su enlace de acceso a {store}",
      heading: "Inicie sesión en {store}",
      introduction: "Hemos recibido una solicitud de enlace de acceso para su cuenta en {store}.",
      note: "Este enlace funciona una sola vez y caduca en 15 minutos. Si no lo ha solicitado, ignore este correo. No comparta el enlace.",
      button: "Iniciar sesión",
    },
  },
};
