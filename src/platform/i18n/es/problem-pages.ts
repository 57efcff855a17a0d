import type { ProblemPageTexts } from "../texts.ts";

export const problemPages: ProblemPageTexts = {
  problem: {
    whatToDo: "Qué puede hacer",
    theStore: "la tienda en la que hizo el pedido",
    resume:
      "Si se interrumpió una descarga, puede reanudarla durante un día desde la lista de descargas de su navegador sin que vuelva a contar.",
    emailFollows: "Recibirá un correo en cuanto termine la revisión.",
    storeIsAt: "La dirección de la tienda es {address}.",
    on_hold: {
      sentence: "La tienda está revisando este pedido; pruebe el mismo enlace más tarde.",
      title: "La tienda está revisando su pedido",
      happened: "Hasta que termine la revisión, los enlaces de este pedido no funcionan.",
      next: "No tiene que hacer nada. Si tiene alguna pregunta, póngase en contacto con {store}.",
    },
    not_yet: {
      sentence: "Este regalo se abre el {date}; pruebe entonces el mismo enlace.",
      title: "Este regalo aún no está abierto",
      happened: "Sus enlaces funcionan a partir del {date}.",
      next: "No tiene que hacer nada: el mismo enlace funcionará entonces. Si tiene alguna pregunta, póngase en contacto con {store}.",
    },
    revoked: {
      sentence: "La tienda ha retirado este pedido; si tiene alguna pregunta, póngase en contacto con la tienda.",
      title: "La tienda ha retirado este pedido",
      happened: "Sus descargas y claves de licencia ya no están disponibles aquí.",
      next: "Si tiene alguna pregunta, póngase en contacto con {store}.",
    },
    item_revoked: {
      sentence: "La tienda ha retirado este producto; si tiene alguna pregunta, póngase en contacto con la tienda.",
      title: "La tienda ha retirado este producto",
      happened:
        "Sus descargas y claves de licencia ya no están disponibles aquí. El resto de su pedido no se ve afectado.",
      next: "Si tiene alguna pregunta, póngase en contacto con {store}.",
    },
    used_up: {
      sentence: "No quedan descargas de este archivo; pida a la tienda que renueve su pedido.",
      title: "No quedan descargas",
      happened: "Este archivo se ha descargado tantas veces como permite su pedido.",
      next: "Para renovar su pedido, póngase en contacto con {store}. Después, podrá volver a descargar este archivo.",
    },
    expired: {
      sentence: "Este enlace ha caducado; pida a la tienda que renueve su pedido.",
      title: "Este enlace ha caducado",
      happened: "El plazo para descargar su pedido ha terminado.",
      next: "Para renovar su pedido, póngase en contacto con {store}. Después, este enlace volverá a funcionar.",
    },
    not_found: {
      sentence: "Este enlace no funciona: está incompleto o su página se ha eliminado.",
      title: "Este enlace no funciona",
      happened: "Está incompleto o su página se ha eliminado.",
      next: "Vuelva a abrir el enlace de su correo o cópielo completo en el navegador. Si sigue sin funcionar, póngase en contacto con {store}.",
    },
    file_missing: {
      sentence: "La tienda aún no ha añadido este archivo; pruebe el mismo enlace más tarde.",
      title: "Este archivo aún no está disponible",
      happened: "Su enlace es correcto, pero la tienda aún no ha añadido el archivo.",
      next: "Pruebe el mismo enlace más tarde o póngase en contacto con {store}. No se ha descontado ninguna descarga.",
    },
    copy_not_ready: {
      sentence: "Su copia de este archivo se está creando; vuelva a intentarlo en unos segundos.",
      title: "Su copia se está creando",
      happened: "Este archivo se crea para su pedido. La primera vez tarda un momento.",
      next: "Esta página lo vuelve a intentar por sí sola. Si tarda más de unos minutos, póngase en contacto con {store}. No se ha descontado ninguna descarga.",
    },
    copy_failed: {
      sentence: "No se ha podido crear su copia de este archivo; póngase en contacto con la tienda.",
      title: "No se ha podido crear su copia",
      happened: "Su enlace es correcto, pero hay un problema con el archivo de la tienda.",
      next: "Póngase en contacto con {store} o pruebe el mismo enlace más tarde. No se ha descontado ninguna descarga.",
    },
    foreign_form: {
      sentence: "Este formulario se envió desde otro sitio web y no se ha procesado; abra el enlace de nuevo.",
      title: "No se ha enviado nada",
      happened: "Este formulario procede de otro sitio web, no de esta página.",
      next: "Vuelva a abrir el enlace de su correo o póngase en contacto con {store}.",
    },
    unknown_store: {
      sentence: "No hay ninguna tienda en esta dirección; compruebe el nombre de dominio.",
      title: "No hay ninguna tienda en esta dirección",
      happened: "Ninguna tienda usa este nombre de dominio.",
      next: "Compruebe que la dirección esté bien escrita o vuelva a abrir el enlace de su correo.",
    },
    unavailable: {
      sentence: "Este archivo no está disponible en este momento; inténtelo de nuevo en un minuto.",
      title: "Inténtelo de nuevo en un minuto",
      happened: "El servicio está saturado o no puede acceder a sus archivos en este momento.",
      next: "Espere un minuto y vuelva a abrir el enlace. Si sigue sin funcionar, póngase en contacto con {store}.",
    },
    internal: {
      sentence: "Se ha producido un error en el servidor; inténtelo de nuevo en unos minutos.",
      title: "Se ha producido un error",
      happened: "El error es nuestro, no suyo.",
      next: "Inténtelo de nuevo en unos minutos. Si el problema continúa, póngase en contacto con {store}.",
    },
  },
};
