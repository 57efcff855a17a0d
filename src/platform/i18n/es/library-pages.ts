import type { LibraryPageTexts } from "../texts.ts";

export const libraryPages: LibraryPageTexts = {
  home: {
    title: "Descargas de {store}",
    useEmailLink: "Para acceder a sus descargas, abra el enlace del correo de su pedido.",
    cannotFind: "¿No encuentra el correo?",
    whereToLook: "Revise la carpeta de correo no deseado o pida a la tienda que se lo vuelva a enviar.",
  },
  library: {
    sendMyLinks: "Recibir mis enlaces",
    lostLink: "¿Ha perdido su enlace? Podemos enviarle todos sus enlaces por correo.",
    everything: "¿Busca otras compras o regalos?",
    backToOrder: "Volver a su pedido",
    form: {
      title: "Reciba sus enlaces por correo",
      words:
        "Escriba la dirección de correo que usó en sus pedidos o en la que recibió un regalo. Recibirá un correo con enlaces a todo lo que ha comprado o recibido.",
      email: "Dirección de correo",
      send: "Recibir mis enlaces",
      wrongEmail: "Escriba una dirección de correo como ann@example.com.",
      sentTitle: "Revise su bandeja de entrada",
      sent: "Si hay pedidos o regalos con esta dirección, recibirá un correo en unos minutos.",
      notFound:
        "¿No le llega el correo? Revise la carpeta de correo no deseado o pruebe con otra dirección que haya podido usar.",
      again: "Escribir otra dirección",
      tooMany: "Ha hecho demasiadas solicitudes. Inténtelo de nuevo dentro de una hora.",
    },
    page: {
      title: "Todo lo que ha comprado o recibido",
      words: "Todos los pedidos y regalos de {email}.",
      search: "Buscar por producto o número de pedido",
      find: "Buscar",
      nothingFound: "Ningún pedido coincide con su búsqueda.",
      nothing: "No hay pedidos ni regalos con esta dirección.",
      open: "Abrir",
      renew: "Renovar",
      newer: "Pedidos más recientes",
      older: "Pedidos más antiguos",
      moreProducts: { one: "y {count} producto más", other: "y {count} productos más" },
      gift: "Regalo para {recipient}, entrega el {date}",
      giftDelivered: "Regalo para {recipient}, entregado el {date}",
      states: {
        on_hold: "en revisión por la tienda",
        revoked: "retirado por la tienda",
        expired: "caducado",
        used_up: "sin descargas restantes",
      },
      kept: "Este dispositivo muestra sus compras y regalos mientras el enlace del correo sea válido.",
      keep: "Conservarlos aquí 30 días",
      keptUntil: "Este dispositivo muestra sus compras y regalos hasta el {date}.",
      forget: "Olvidarlos en todos los dispositivos",
      ended: {
        title: "Este enlace ha caducado",
        words: "El enlace del correo es válido durante una hora. Aquí puede solicitar uno nuevo.",
      },
    },
  },
};
