import { frenchSpaces } from "./french-spaces.ts";
import { markPhrases } from "./japanese-phrases.ts";
import type { Language } from "./languages.ts";
import type { Plural } from "./texts.ts";

/** What customers read of other ways to a file than its download. */
interface FileTexts {
  /** All files of an order in one archive. `usedUp`, `links` and `waiting`: what is not in it. */
  all: {
    title: string;
    download: string;
    files: Plural;
    counts: string;
    usedUp: Plural;
    links: Plural;
    waiting: Plural;
    large: string;
  };
  /** Of files that browsers show. The last two: that it uses up a download. */
  preview: { view: string; playCounts: string; viewCounts: string };
}

export const fileTexts: Record<Language, FileTexts> = {
  en: {
    all: {
      title: "All files",
      download: "Download all",
      files: { one: "{count} file", other: "{count} files" },
      counts: "Uses one download of each file.",
      usedUp: {
        one: "Without {count} file that has no downloads left.",
        other: "Without {count} files that have no downloads left.",
      },
      links: {
        one: "Without {count} link. Open it below.",
        other: "Without {count} links. Open them below.",
      },
      waiting: {
        one: "Without {count} product that is not available yet.",
        other: "Without {count} products that are not available yet.",
      },
      large: "This download cannot be resumed. On a slow connection, download large files one by one.",
    },
    preview: { view: "View", playCounts: "Playing uses one download.", viewCounts: "Viewing uses one download." },
  },
  de: {
    all: {
      title: "Alle Dateien",
      download: "Alles herunterladen",
      files: { one: "{count} Datei", other: "{count} Dateien" },
      counts: "Zählt bei jeder Datei als ein Download.",
      usedUp: {
        one: "Ohne {count} Datei, für die keine Downloads mehr übrig sind.",
        other: "Ohne {count} Dateien, für die keine Downloads mehr übrig sind.",
      },
      links: {
        one: "Ohne {count} Link. Öffnen Sie ihn weiter unten.",
        other: "Ohne {count} Links. Öffnen Sie sie weiter unten.",
      },
      waiting: {
        one: "Ohne {count} Produkt, das noch nicht verfügbar ist.",
        other: "Ohne {count} Produkte, die noch nicht verfügbar sind.",
      },
      large:
        "Dieser Download lässt sich nach einer Unterbrechung nicht fortsetzen. Laden Sie große Dateien bei langsamer Verbindung einzeln herunter.",
    },
    preview: {
      view: "Ansehen",
      playCounts: "Das Abspielen zählt als ein Download.",
      viewCounts: "Das Ansehen zählt als ein Download.",
    },
  },
  fr: frenchSpaces({
    all: {
      title: "Tous les fichiers",
      download: "Tout télécharger",
      files: { one: "{count} fichier", other: "{count} fichiers" },
      counts: "Utilise un téléchargement de chaque fichier.",
      usedUp: {
        one: "Sans {count} fichier dont les téléchargements sont épuisés.",
        other: "Sans {count} fichiers dont les téléchargements sont épuisés.",
      },
      links: {
        one: "Sans {count} lien. Ouvrez-le ci-dessous.",
        other: "Sans {count} liens. Ouvrez-les ci-dessous.",
      },
      waiting: {
        one: "Sans {count} produit qui n’est pas encore disponible.",
        other: "Sans {count} produits qui ne sont pas encore disponibles.",
      },
      large:
        "Ce téléchargement ne peut pas être repris. Si votre connexion est lente, téléchargez les gros fichiers un par un.",
    },
    preview: {
      view: "Afficher",
      playCounts: "La lecture utilise un téléchargement.",
      viewCounts: "L’affichage utilise un téléchargement.",
    },
  }),
  es: {
    all: {
      title: "Todos los archivos",
      download: "Descargar todo",
      files: { one: "{count} archivo", other: "{count} archivos" },
      counts: "Usa una descarga de cada archivo.",
      usedUp: {
        one: "Sin {count} archivo al que no le quedan descargas.",
        other: "Sin {count} archivos a los que no les quedan descargas.",
      },
      links: {
        one: "Sin {count} enlace. Ábralo más abajo.",
        other: "Sin {count} enlaces. Ábralos más abajo.",
      },
      waiting: {
        one: "Sin {count} producto que aún no está disponible.",
        other: "Sin {count} productos que aún no están disponibles.",
      },
      large: "Esta descarga no se puede reanudar. Si su conexión es lenta, descargue los archivos grandes uno por uno.",
    },
    preview: { view: "Ver", playCounts: "Reproducirlo usa una descarga.", viewCounts: "Verlo usa una descarga." },
  },
  ja: markPhrases({
    all: {
      title: "すべての|ファイル",
      download: "すべて|ダウンロード",
      files: { other: "{count} 個の|ファイル" },
      counts: "各ファイルの|ダウンロード回数が | 1 回ずつ|減ります。",
      usedUp: { other: "回数の|上限に|達した | {count} 個の|ファイルは|含まれません。" },
      links: { other: "{count} 個の|リンクは|含まれません。|下から|開いてください。" },
      waiting: { other: "準備中の | {count} 個の|商品は|含まれません。" },
      large:
        "この|ダウンロードは|再開できません。|通信が|遅い|場合は、|大きな|ファイルを | 1 つずつ|ダウンロードしてください。",
    },
    preview: {
      view: "表示",
      playCounts: "再生すると、|ダウンロード回数が | 1 回|減ります。",
      viewCounts: "表示すると、|ダウンロード回数が | 1 回|減ります。",
    },
  }),
};
