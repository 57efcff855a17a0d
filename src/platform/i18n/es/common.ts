import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "Ir al contenido", language: "Idioma" },
  instant: { date: "{date},", time: "{time} UTC" },
  left: {
    downloads: { one: "queda {count} descarga", other: "quedan {count} descargas" },
    none: "no quedan descargas",
    unlimited: "descargas ilimitadas",
    ofEachFile: {
      one: "queda {count} descarga por archivo",
      other: "quedan {count} descargas por archivo",
    },
    opens: { one: "queda {count} apertura", other: "quedan {count} aperturas" },
    noOpens: "no quedan aperturas",
    unlimitedOpens: "aperturas ilimitadas",
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
    noneForTest: "Este es un pedido de prueba: no recibe claves de licencia.",
    none: "Este pedido no incluye ninguna clave de licencia para este producto.",
  },
  devices: {
    title: "Dispositivos",
    help: "Su licencia está activada en estos dispositivos. Quite uno para usar la licencia en otro.",
    unnamed: "Dispositivo sin nombre",
    lastUsed: "Último uso: {date}",
    remove: "Quitar",
    removed: "Quitado. Ya puede usar la licencia en otro dispositivo.",
    mostRemoved: "Puede quitar hasta {count} en 30 días.",
    ofDevice: "dispositivo {name}",
    tooMany: "Ha quitado demasiados dispositivos este mes. Pida ayuda a {store}.",
  },
};
