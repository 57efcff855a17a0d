import type { CustomerEmailTexts } from "../email-texts.ts";

/** What the customer of an order that does not work now can do. */
const renewal = (ask: string) =>
  `{% if order.renewal == "renew" %}Puede renovar su pedido sin ayuda de la tienda en su página{% elsif order.renewal == "ended" %}En la página de su pedido puede ver qué hacer{% else %}${ask}{% endif %}`;

export const customerEmails: CustomerEmailTexts = {
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
    test: "Este es el correo de un pedido de prueba. Solo lo recibe usted, no el cliente.",
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
          introduction: `Los enlaces de su pedido {{ order.name }} de {{ store.name }} han caducado. ${renewal("Puede pedir la renovación en la página de su pedido")}:`,
          heading: "Sus enlaces han caducado",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: los enlaces de su pedido {{ order.name }} han caducado. ${renewal("Puede pedir la renovación en la página de su pedido")}.`,
        },
        used_up: {
          subject: "No quedan descargas en su pedido {{ order.name }} de {{ store.name }}",
          introduction: `Ya no le quedan descargas en su pedido {{ order.name }} de {{ store.name }}. ${renewal("Puede pedir la renovación en la página de su pedido")}:`,
          heading: "Ya no le quedan descargas",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: ya no le quedan descargas en su pedido {{ order.name }}. ${renewal("Puede pedir la renovación en la página de su pedido")}.`,
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
            "Gracias por su pedido {{ order.name }} de {{ store.name }}.{% if order.isPartial %} Sus archivos aún no están disponibles. Los encontrará en la página de su pedido en cuanto {{ store.name }} los añada{% else %} Esta es la página de su pedido{% endif %}:",
          heading: "Gracias por su pedido",
          htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: gracias por su pedido {{ order.name }}.{% if order.isPartial %} Sus archivos aún no están disponibles. Los encontrará en la página de su pedido en cuanto {{ store.name }} los añada.{% endif %}`,
        },
      },
      keys: {
        subject: `{% if order.keyCount > 1 %}Sus claves{% else %}Su clave{% endif %} de licencia del pedido {{ order.name }} de {{ store.name }}`,
        introduction: `{% if order.keyCount > 1 %}Estas son sus claves{% else %}Esta es su clave{% endif %} de licencia del pedido {{ order.name }} de {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Los enlaces de este pedido han caducado{% else %}Ya no le quedan descargas en este pedido{% endif %}. ${renewal("Puede pedir la renovación en la página de su pedido")}:`,
        heading: `{% if order.keyCount > 1 %}Sus claves{% else %}Su clave{% endif %} de licencia`,
        htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: {% if order.keyCount > 1 %}estas son sus claves{% else %}esta es su clave{% endif %} de licencia del pedido {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Los enlaces de este pedido han caducado{% else %}Ya no le quedan descargas en este pedido{% endif %}. ${renewal("Puede pedir la renovación en la página de su pedido")}.`,
      },
      gift: {
        subject: `Un regalo de {{ gift.giver }} (pedido {{ order.name }} de {{ store.name }})`,
        introduction: `{{ gift.giver }} le envía un regalo de {{ store.name }} (pedido {{ order.name }}). Aquí encontrará su regalo ({{ order.contents }}):`,
        heading: `Tiene un regalo de {{ gift.giver }}`,
        htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: {{ gift.giver }} le envía un regalo de {{ store.name }} (pedido {{ order.name }}). Su regalo está listo.`,
      },
      renewed: {
        subject: `{% if gift %}Su regalo de {{ gift.giver }} se ha renovado (pedido {{ order.name }} de {{ store.name }}){% else %}Su pedido {{ order.name }} de {{ store.name }} se ha renovado{% endif %}`,
        introduction: `{% if gift %}Su regalo de {{ gift.giver }} (pedido {{ order.name }} de {{ store.name }}){% else %}Su pedido {{ order.name }} de {{ store.name }}{% endif %} se ha renovado. Los enlaces vuelven a funcionar:`,
        heading: `Su {% if gift %}regalo{% else %}pedido{% endif %} se ha renovado`,
        htmlIntroduction: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}: su {% if gift %}regalo de {{ gift.giver }} (pedido {{ order.name }}){% else %}pedido {{ order.name }}{% endif %} se ha renovado. Los enlaces vuelven a funcionar.`,
      },
      giftMessage: `{{ gift.giver }} escribe:`,
      hello: `Hola{% if customer.firstName != "" %}, {{ customer.firstName }}{% endif %}:`,
      openOrder: "Abrir su {% if gift %}regalo{% else %}pedido{% endif %}",
      quantity: "cantidad: {{ item.quantity }}",
      licenseKeys: "Clave{% if item.keys.size > 1 %}s{% endif %} de licencia",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} más en la página de su pedido",
      moreItems: "Más productos en la página de su pedido: {{ order.moreItems }}",
      notAvailableYet:
        "Este archivo aún no está disponible. Este enlace funcionará en cuanto {{ store.name }} lo añada.",
      help: "Si algo no funciona o tiene alguna pregunta, responda a este correo.",
      personal:
        "{% if order.hasKeys %}Estos enlaces y claves de licencia son personales. No los comparta.{% else %}Estos enlaces son personales. No los comparta.{% endif %}",
      addressToCopy: "Si el botón no funciona, copie esta dirección en su navegador:",
      sentBy: "Enviado por",
    },
  },
  libraryEmail: {
    subject: "Sus enlaces de {store}",
    heading: "Sus enlaces de {store}",
    introduction:
      "Estos son sus pedidos con enlaces activos. El enlace de abajo muestra todo lo que ha comprado o recibido con esta dirección de correo.",
    nothing:
      "Ninguno de sus enlaces funciona en este momento. El enlace de abajo muestra todo lo que ha comprado o recibido con esta dirección de correo y lo que puede hacer.",
    gifts:
      "Estos son regalos: para otras personas, o para usted en una fecha posterior. El enlace de abajo muestra todo lo que ha comprado o recibido con esta dirección de correo.",
    button: "Ver todo",
    note: "El enlace a todo funciona durante una hora. Si no ha solicitado este correo, ignórelo.",
    order: "Pedido {order}",
  },
  giftEmail: {
    subject: "Su regalo para {recipient}: pedido {order}",
    heading: {
      now: "Su regalo para {recipient} está en camino",
      later: "Su regalo para {recipient} se entregará el {date}",
    },
    greeting: { named: "Hola, {name}. ", unnamed: "Hola. " },
    recipient: { named: "{name} ({address})", unnamed: "{address}" },
    now: "Gracias por su pedido {order}. {recipient} recibe ahora un correo con los enlaces. El pedido contiene {products}.",
    later:
      "Gracias por su pedido {order}. {recipient} recibirá un correo con los enlaces el {date}. El pedido contiene {products}.",
    note: "Los enlaces son para quien recibe el regalo. Si hay que cambiar la dirección o la fecha, responda a este correo.",
  },
  announcementEmail: {
    subject: "Nueva versión de {{ update.product }} de {{ store.name }} (pedido {{ order.name }})",
    heading: "Hay una nueva versión de {{ update.product }}",
    introduction:
      "{{ store.name }} ha actualizado un archivo de su {% if gift %}regalo{% else %}pedido {{ order.name }}{% endif %}: {{ update.filename }}. Puede descargar la nueva versión en la página de su {% if gift %}regalo{% else %}pedido{% endif %}.",
    news: "Novedades:",
    reason:
      "Recibe este correo porque {% if gift %}le regalaron{% else %}compró{% endif %} {{ update.product }} en {{ store.name }}.",
    stop: "Dejar de recibir correos sobre actualizaciones",
  },
};
