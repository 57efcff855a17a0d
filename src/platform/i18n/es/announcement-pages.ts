import type { AnnouncementPageTexts } from "../texts.ts";

export const announcementPages: AnnouncementPageTexts = {
  stopUpdates: {
    title: "Correos sobre actualizaciones",
    words:
      "{store} puede avisarle por correo cuando se actualiza un archivo que ha comprado. ¿Quiere dejar de recibir estos correos en {email}?",
    button: "Dejar de recibirlos",
    doneTitle: "Ya no recibirá estos correos",
    done: "{store} no enviará más correos sobre actualizaciones a {email}. Seguirá recibiendo los correos de sus pedidos, y sus enlaces seguirán funcionando.",
    undo: "Volver a recibirlos",
    resumedTitle: "Volverá a recibir estos correos",
    resumed: "{store} puede volver a avisar a {email} cuando se actualice un archivo.",
  },
};
