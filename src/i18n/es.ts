import type { Texts } from "./texts.ts";

export const es: Texts = {
  frame: { skip: "Ir al contenido", language: "Idioma" },
  home: {
    title: "Descargas de {store}",
    behindEmail: "A sus descargas se llega por el enlace del correo que recibió con su pedido.",
    cannotFind: "¿No encuentra el correo?",
    whereToLook: "Mire también en la carpeta de correo no deseado, o pida a la tienda que se lo envíe de nuevo.",
  },
  order: {
    documentTitle: "Sus descargas de {store}",
    title: "Sus descargas",
    greetings: {
      empty: {
        named: "Hola, {name}: gracias por su pedido.",
        unnamed: "Hola: gracias por su pedido.",
      },
      open: {
        named: "Hola, {name}: gracias por su pedido. Aquí tiene todo lo que incluye.",
        unnamed: "Hola: gracias por su pedido. Aquí tiene todo lo que incluye.",
      },
      expired: {
        named: "Hola, {name}: las descargas de este pedido han caducado.",
        unnamed: "Hola: las descargas de este pedido han caducado.",
      },
      used_up: {
        named: "Hola, {name}: las descargas de este pedido se han agotado.",
        unnamed: "Hola: las descargas de este pedido se han agotado.",
      },
    },
    order: "Pedido",
    placed: "Realizado el",
    quantityOf: "Cantidad: {count}",
    fromTheStore: "De la tienda",
    nothingTitle: "Todavía no hay nada que descargar",
    nothing: "Ningún producto de este pedido tiene descargas. Consulte a {store} si esperaba alguna.",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "Su pedido completo",
    quantity: "Cantidad",
    files: "Archivos",
  },
  expiry: {
    until: "Disponible hasta el",
    wasUntil: "Estuvo disponible hasta el",
    never: "Sin fecha límite",
    soon: "en menos de un minuto",
    justNow: "ahora mismo",
    title: "Estas descargas han caducado",
    help: "En cuanto se reabra su pedido, la dirección de esta página volverá a funcionar.",
  },
  file: {
    download: "Descargar",
    open: "Abrir",
    opensAt: "Se abre en {host}",
    usedUp: "Ya se han utilizado todas las descargas de este archivo.",
    linkUsedUp: "Ya se han utilizado todos los accesos a este enlace.",
    notHereYet:
      "El archivo todavía no está aquí. Aparecerá en esta página en cuanto {store} lo añada: vuelva más tarde.",
    kinds: {
      pdf: "Documento PDF",
      ebook: "Libro electrónico",
      zip: "Archivo ZIP",
      archive: "Archivo comprimido",
      windowsProgram: "Programa para Windows",
      macDiskImage: "Imagen de disco para Mac",
      macInstaller: "Instalador para Mac",
      androidApp: "Aplicación para Android",
      diskImage: "Imagen de disco",
      document: "Documento",
      spreadsheet: "Hoja de cálculo",
      presentation: "Presentación",
      photoshop: "Archivo de Photoshop",
      font: "Fuente",
      audio: "Audio",
      video: "Vídeo",
      image: "Imagen",
      text: "Texto",
      file: "Archivo",
    },
  },
  left: {
    downloads: { one: "queda {count} descarga", other: "quedan {count} descargas" },
    none: "no quedan descargas",
    unlimited: "descargas ilimitadas",
    ofEachFile: { one: "{count} descarga de cada archivo", other: "{count} descargas de cada archivo" },
  },
  keys: {
    one: "Clave de licencia",
    several: { other: "{count} claves de licencia" },
    copy: "Copiar",
    copied: "Copiada",
    ofKey: "la clave de licencia {key}",
  },
  fine: {
    personal: "No comparta la dirección de esta página: quien la tenga puede utilizar sus descargas.",
  },
  problem: {
    whatToDo: "Qué puede hacer",
    theStore: "la tienda en la que compró",
    used_up: {
      title: "Ya se han utilizado todas las descargas",
      happened: "Este archivo se ha descargado tantas veces como permite el pedido.",
      next: "Si se interrumpió una descarga, reanúdela en la lista de descargas de su navegador: durante un día no vuelve a contar. Para obtener más descargas, póngase en contacto con {store}.",
    },
    expired: {
      title: "Este enlace ha caducado",
      happened: "El plazo en el que se podía obtener esta descarga ha terminado.",
      next: "Para que se reabra su pedido, póngase en contacto con {store}. Después, este enlace volverá a funcionar.",
    },
    not_found: {
      title: "No hay nada en esta dirección",
      happened: "El enlace está incompleto, o se ha eliminado aquello a lo que llevaba.",
      next: "Abra de nuevo el enlace de su correo, o cópielo del primer al último carácter. Si no funciona, consulte a {store}.",
    },
    file_missing: {
      title: "El archivo todavía no está aquí",
      happened: "Su enlace es correcto, pero la tienda aún no ha añadido el archivo.",
      next: "Abra el mismo enlace más tarde, o consulte a {store}. No se ha gastado ninguna descarga.",
    },
    unknown_store: {
      title: "No hay ninguna tienda en esta dirección",
      happened: "La primera parte de la dirección, el nombre del servidor, no pertenece aquí a ninguna tienda.",
      next: "Compruebe si hay algún error en la dirección, o abra de nuevo el enlace de su correo.",
    },
    unavailable: {
      title: "Inténtelo de nuevo dentro de un momento",
      happened: "Hay demasiada actividad en este momento, o no se puede acceder a los archivos.",
      next: "Espere un minuto y abra de nuevo el enlace. Si sigue sin funcionar, consulte a {store}.",
    },
    internal: {
      title: "Algo ha fallado",
      happened: "El error es nuestro, no suyo.",
      next: "Inténtelo de nuevo dentro de unos minutos. Si sigue sin funcionar, consulte a {store}.",
    },
  },
  renewal: {
    allUsedUpTitle: "Sus descargas se han agotado",
    usedUpTitle: "Algunas de sus descargas se han agotado",
    usedUpHelp: "Puede pedir más a {store}.",
    askHelp: "Su pedido se indica automáticamente a {store}. Recibirá un correo cuando se acepte su solicitud.",
    message: "Mensaje para la tienda (opcional)",
    ask: "Pedir un enlace nuevo a {store}",
    sent: "Su solicitud se envió a {store} el {date}. Recibirá un correo cuando se acepte.",
    declined: "{store} no aceptó su solicitud del {date}. Escriba a la tienda si necesita estas descargas.",
    renewHelp: "Puede renovar sus descargas usted mismo. Volverán a funcionar al instante.",
    renew: "Renovar ahora",
    renewed: "Sus enlaces vuelven a funcionar.",
    renewalsLeft: { one: "queda {count} renovación", other: "quedan {count} renovaciones" },
  },
  instant: { date: "{date},", time: "{time} UTC" },
  email: {
    contents: {
      downloads: "descargas",
      key: "clave de licencia",
      keys: "claves de licencia",
      downloadsAndKey: "descargas y clave de licencia",
      downloadsAndKeys: "descargas y claves de licencia",
    },
    expiry: {
      never: "Estos enlaces no caducan.",
      past: "Estos enlaces caducaron el {date}.",
      until: "Estos enlaces funcionan hasta el {date} ({distance}).",
    },
    template: {
      byState: {
        open: {
          subject: "Su pedido {{ order.ownId | default: order.id }} de {{ store.name }}: {{ order.contents }}",
          introduction:
            "Su pedido {{ order.ownId | default: order.id }} de {{ store.name }} está listo ({{ order.contents }}):",
          heading: "Su pedido está listo",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: su pedido {{ order.ownId | default: order.id }} le espera ({{ order.contents }}).`,
        },
        expired: {
          subject: "Los enlaces de su pedido {{ order.ownId | default: order.id }} de {{ store.name }} han caducado",
          introduction:
            "Los enlaces de su pedido {{ order.ownId | default: order.id }} de {{ store.name }} han caducado. Puede pedir enlaces nuevos en la página de su pedido:",
          heading: "Sus enlaces han caducado",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: los enlaces de su pedido {{ order.ownId | default: order.id }} han caducado. Puede pedir enlaces nuevos en la página de su pedido.`,
        },
        used_up: {
          subject:
            "Las descargas de su pedido {{ order.ownId | default: order.id }} de {{ store.name }} se han agotado",
          introduction:
            "Las descargas de su pedido {{ order.ownId | default: order.id }} de {{ store.name }} se han agotado. Puede pedir más en la página de su pedido:",
          heading: "Sus descargas se han agotado",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: las descargas de su pedido {{ order.ownId | default: order.id }} se han agotado. Puede pedir más en la página de su pedido.`,
        },
      },
      hello: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}:`,
      openOrder: "Abrir su pedido",
      quantity: "cantidad: {{ item.quantity }}",
      licenseKeys: "Clave{% if item.keys.size > 1 %}s{% endif %} de licencia",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} más en la página de su pedido",
      waiting: "El archivo todavía no está aquí. Aparecerá en este enlace en cuanto {{ store.name }} lo añada.",
      keep: "No comparta estos enlaces{% if order.hasKeys %} ni estas claves{% endif %}: cada uso de un enlace se descuenta de sus descargas.",
      addressToCopy: "Si el botón no funciona, copie esta dirección en su navegador:",
      sentBy: "Enviado por",
    },
  },
};
