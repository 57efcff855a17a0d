import type { Texts } from "../texts.ts";

export const es: Texts = {
  frame: { skip: "Ir al contenido", language: "Idioma" },
  home: {
    title: "Descargas de {store}",
    useEmailLink: "Para acceder a sus descargas, abra el enlace del correo de su pedido.",
    cannotFind: "¿No encuentra el correo?",
    whereToLook: "Revise la carpeta de correo no deseado o pida a la tienda que se lo vuelva a enviar.",
  },
  order: {
    documentTitle: "Sus descargas de {store}",
    title: "Sus descargas",
    greetings: {
      empty: {
        named: "Hola, {name}. Gracias por su pedido.",
        unnamed: "Gracias por su pedido.",
      },
      open: {
        named: "Hola, {name}. Gracias por su pedido. Aquí tiene todo lo que incluye.",
        unnamed: "Gracias por su pedido. Aquí tiene todo lo que incluye.",
      },
      partial: {
        named:
          "Hola, {name}. Gracias por su pedido. Aquí tiene lo que ya está disponible. El resto llegará más adelante.",
        unnamed: "Gracias por su pedido. Aquí tiene lo que ya está disponible. El resto llegará más adelante.",
      },
      expired: {
        named: "Hola, {name}. Sus descargas han caducado.",
        unnamed: "Sus descargas han caducado.",
      },
      used_up: {
        named: "Hola, {name}. Ya no le quedan descargas.",
        unnamed: "Ya no le quedan descargas.",
      },
    },
    order: "Pedido",
    placed: "Fecha del pedido",
    total: "Total",
    invoice: "Factura",
    viewInvoice: "Ver la factura",
    quantityOf: "Cantidad: {count}",
    fromTheStore: "Mensaje de la tienda",
    nothingTitle: "Todavía no hay nada que descargar",
    nothing: "Este pedido no incluye productos descargables. Si esperaba alguno, póngase en contacto con {store}.",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "Ver el pedido completo",
    quantity: "Cantidad",
    files: "Archivos",
  },
  expiry: {
    until: "Disponible hasta el",
    wasUntil: "Caducó el",
    never: "Sin fecha límite",
    fromFirstDownload: { name: "Disponible durante", time: "{duration} desde la primera descarga" },
    soon: "en menos de un minuto",
    justNow: "ahora mismo",
    title: "Estas descargas han caducado",
    help: "Cuando la tienda renueve su pedido, podrá volver a descargar aquí.",
  },
  file: {
    download: "Descargar",
    open: "Abrir",
    started: "Descarga iniciada",
    opensAt: "Se abre en {host}",
    usedUp: "Ha usado todas las descargas de este archivo.",
    linkUsedUp: "Ha abierto este enlace tantas veces como permite su pedido.",
    notAvailableYet: "Este archivo aún no está disponible. Aparecerá aquí en cuanto {store} lo añada.",
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
    ofEachFile: {
      one: "queda {count} descarga por archivo",
      other: "quedan {count} descargas por archivo",
    },
  },
  keys: {
    one: "Clave de licencia",
    several: { other: "{count} claves de licencia" },
    copy: "Copiar",
    copyAll: "Copiar todas las claves",
    copied: "Copiada",
    ofKey: "la clave de licencia {key}",
    due: {
      one: "Recibirá su clave de licencia por correo electrónico.",
      other: "Recibirá {count} claves de licencia por correo electrónico.",
    },
    moreDue: {
      one: "Recibirá otra clave de licencia por correo electrónico.",
      other: "Recibirá {count} claves de licencia más por correo electrónico.",
    },
  },
  fine: {
    personal: "Esta página es personal. Cualquiera que tenga su dirección puede usar sus descargas.",
  },
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
  renewal: {
    allUsedUpTitle: "Ya no le quedan descargas",
    usedUpTitle: "Algunos archivos ya no tienen descargas",
    usedUpHelp: "Cuando {store} renueve su pedido, podrá volver a descargar.",
    askHelp: "{store} verá su número de pedido. Recibirá un correo cuando se apruebe su solicitud.",
    message: "Mensaje para la tienda (opcional)",
    ask: "Pedir la renovación a {store}",
    sent: "Su solicitud se envió a {store} el {date}. Recibirá un correo cuando se apruebe.",
    declined:
      "{store} rechazó su solicitud del {date}. Si aún necesita estas descargas, póngase en contacto con la tienda.",
    renewHelp: "Puede renovar su pedido sin ayuda de la tienda. Sus enlaces volverán a funcionar al instante.",
    renew: "Renovar ahora",
    renewed: "Su pedido se ha renovado. Sus enlaces vuelven a funcionar.",
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
      fromFirstDownload: "Estos enlaces funcionan durante {duration} desde la primera descarga.",
    },
    template: {
      byState: {
        open: {
          subject:
            "Su pedido {{ order.name }} de {{ store.name }} está {% if order.isPartial %}parcialmente {% endif %}listo",
          introduction:
            "Su pedido {{ order.name }} de {{ store.name }} está {% if order.isPartial %}parcialmente {% endif %}listo. Aquí lo tiene:",
          heading: "Su pedido está {% if order.isPartial %}parcialmente {% endif %}listo",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: su pedido {{ order.name }} está {% if order.isPartial %}parcialmente {% endif %}listo.`,
        },
        expired: {
          subject: "Los enlaces de su pedido {{ order.name }} de {{ store.name }} han caducado",
          introduction:
            "Los enlaces de su pedido {{ order.name }} de {{ store.name }} han caducado. Puede pedir la renovación en la página de su pedido:",
          heading: "Sus enlaces han caducado",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: los enlaces de su pedido {{ order.name }} han caducado. Puede pedir la renovación en la página de su pedido.`,
        },
        used_up: {
          subject: "No quedan descargas en su pedido {{ order.name }} de {{ store.name }}",
          introduction:
            "Ya no le quedan descargas en su pedido {{ order.name }} de {{ store.name }}. Puede pedir la renovación en la página de su pedido:",
          heading: "Ya no le quedan descargas",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: ya no le quedan descargas en su pedido {{ order.name }}. Puede pedir la renovación en la página de su pedido.`,
        },
        waiting_for_key: {
          subject: "Su pedido {{ order.name }} de {{ store.name }}: recibirá su clave de licencia",
          introduction:
            "Gracias por su pedido {{ order.name }} de {{ store.name }}. {{ order.keysDue }} Esta es la página de su pedido:",
          heading: "Gracias por su pedido",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: gracias por su pedido {{ order.name }}. {{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "Su pedido {{ order.name }} de {{ store.name }}",
          introduction:
            "Gracias por su pedido {{ order.name }} de {{ store.name }}. Sus archivos aún no están disponibles. Los encontrará en la página de su pedido en cuanto {{ store.name }} los añada:",
          heading: "Gracias por su pedido",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: gracias por su pedido {{ order.name }}. Sus archivos aún no están disponibles. Los encontrará en la página de su pedido en cuanto {{ store.name }} los añada.`,
        },
      },
      keys: {
        subject: `{% if order.keyCount > 1 %}Sus claves{% else %}Su clave{% endif %} de licencia del pedido {{ order.name }} de {{ store.name }}`,
        introduction: `{% if order.keyCount > 1 %}Estas son sus claves{% else %}Esta es su clave{% endif %} de licencia del pedido {{ order.name }} de {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Los enlaces de este pedido han caducado{% else %}Ya no le quedan descargas en este pedido{% endif %}. Puede pedir la renovación en la página de su pedido:`,
        heading: `{% if order.keyCount > 1 %}Sus claves{% else %}Su clave{% endif %} de licencia`,
        htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: {% if order.keyCount > 1 %}estas son sus claves{% else %}esta es su clave{% endif %} de licencia del pedido {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Los enlaces de este pedido han caducado{% else %}Ya no le quedan descargas en este pedido{% endif %}. Puede pedir la renovación en la página de su pedido.`,
      },
      hello: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}:`,
      openOrder: "Abrir su pedido",
      quantity: "cantidad: {{ item.quantity }}",
      licenseKeys: "Clave{% if item.keys.size > 1 %}s{% endif %} de licencia",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} más en la página de su pedido",
      moreItems: "Más productos en la página de su pedido: {{ order.moreItems }}",
      notAvailableYet:
        "Este archivo aún no está disponible. Este enlace funcionará en cuanto {{ store.name }} lo añada.",
      help: "Si algo no funciona o tiene alguna pregunta, responda a este correo.",
      personal:
        "{% if order.hasKeys %}Estos enlaces y claves de licencia son personales. No los comparta.{% else %}Estos enlaces son personales. Cualquiera que los tenga puede usar sus descargas.{% endif %}",
      addressToCopy: "Si el botón no funciona, copie esta dirección en su navegador:",
      sentBy: "Enviado por",
    },
  },
};
