import { frenchSpaces } from "./french-spaces.ts";
import { markPhrases } from "./japanese-phrases.ts";
import type { Language } from "./languages.ts";
import type { Has, Plural } from "./texts.ts";

/** What customers read of other ways to a file than its download. */
interface FileTexts {
  /**
   * All files of an order in one archive. `usedUp`, `links` and `waiting`: what is not in it. `inParts`: for clients that are
   * not browsers.
   */
  all: {
    title: string;
    download: string;
    files: Plural;
    counts: string;
    usedUp: Plural;
    links: Plural;
    waiting: Plural;
    large: string;
    parts: string;
    part: Has<"part"> & Has<"parts">;
    inParts: Has<"parts">;
  };
  /** Of files that browsers show. `playCounts` and `viewCounts`: that it uses up a download. `next`: button to the next track. */
  preview: { view: string; playCounts: string; viewCounts: string; speed: string; next: string };
}

export const fileTexts: Record<Language, FileTexts> = {
  en: {
    all: {
      title: "All files",
      download: "Download all",
      files: { one: "{count} file", other: "{count} files" },
      counts: "Uses one download per file.",
      usedUp: {
        one: "Leaves out {count} file that has no downloads left.",
        other: "Leaves out {count} files that have no downloads left.",
      },
      links: {
        one: "Leaves out {count} link. Open it below.",
        other: "Leaves out {count} links. Open them below.",
      },
      waiting: {
        one: "Leaves out {count} product that is not available yet.",
        other: "Leaves out {count} products that are not available yet.",
      },
      large: "This download cannot be resumed. On a slow connection, download large files one by one.",
      parts: "There are too many files for one archive, so they come in parts.",
      part: "Part {part} of {parts}",
      inParts: "The files of this order come in {parts} archives; add ?part=1 to the address for the first.",
    },
    preview: {
      view: "View",
      playCounts: "Playing it counts as one download.",
      viewCounts: "Viewing it counts as one download.",
      speed: "Speed",
      next: "Next track",
    },
  },
  de: {
    all: {
      title: "Alle Dateien",
      download: "Alles herunterladen",
      files: { one: "{count} Datei", other: "{count} Dateien" },
      counts: "Zählt für jede Datei als ein Download.",
      usedUp: {
        one: "Nicht enthalten: {count} Datei, deren Downloads aufgebraucht sind.",
        other: "Nicht enthalten: {count} Dateien, deren Downloads aufgebraucht sind.",
      },
      links: {
        one: "Nicht enthalten: {count} Link. Sie können ihn weiter unten öffnen.",
        other: "Nicht enthalten: {count} Links. Sie können sie weiter unten öffnen.",
      },
      waiting: {
        one: "Nicht enthalten: {count} Produkt, das noch nicht verfügbar ist.",
        other: "Nicht enthalten: {count} Produkte, die noch nicht verfügbar sind.",
      },
      large:
        "Dieser Download lässt sich nach einer Unterbrechung nicht fortsetzen. Laden Sie große Dateien bei langsamer Verbindung einzeln herunter.",
      parts: "Für ein einziges Archiv sind es zu viele Dateien, deshalb gibt es mehrere Teile.",
      part: "Teil {part} von {parts}",
      inParts:
        "Die Dateien dieser Bestellung sind auf {parts} Archive verteilt; hängen Sie für das erste ?part=1 an die Adresse an.",
    },
    preview: {
      view: "Ansehen",
      playCounts: "Das Abspielen zählt als ein Download.",
      viewCounts: "Das Ansehen zählt als ein Download.",
      speed: "Tempo",
      next: "Nächster Titel",
    },
  },
  fr: frenchSpaces({
    all: {
      title: "Tous les fichiers",
      download: "Tout télécharger",
      files: { one: "{count} fichier", other: "{count} fichiers" },
      counts: "Décompte un téléchargement par fichier.",
      usedUp: {
        one: "Non inclus : {count} fichier dont tous les téléchargements ont été utilisés.",
        other: "Non inclus : {count} fichiers dont tous les téléchargements ont été utilisés.",
      },
      links: {
        one: "Non inclus : {count} lien. Ouvrez-le ci-dessous.",
        other: "Non inclus : {count} liens. Ouvrez-les ci-dessous.",
      },
      waiting: {
        one: "Non inclus : {count} produit qui n’est pas encore disponible.",
        other: "Non inclus : {count} produits qui ne sont pas encore disponibles.",
      },
      large:
        "Ce téléchargement ne peut pas être repris. Si votre connexion est lente, téléchargez les gros fichiers un par un.",
      parts: "Il y a trop de fichiers pour une seule archive : ils sont répartis en plusieurs parties.",
      part: "Partie {part} sur {parts}",
      inParts:
        "Les fichiers de cette commande sont répartis en {parts} archives ; ajoutez ?part=1 à l’adresse pour obtenir la première.",
    },
    preview: {
      view: "Afficher",
      playCounts: "La lecture compte comme un téléchargement.",
      viewCounts: "L’affichage compte comme un téléchargement.",
      speed: "Vitesse",
      next: "Piste suivante",
    },
  }),
  es: {
    all: {
      title: "Todos los archivos",
      download: "Descargar todo",
      files: { one: "{count} archivo", other: "{count} archivos" },
      counts: "Consume una descarga de cada archivo.",
      usedUp: {
        one: "No incluye {count} archivo al que no le quedan descargas.",
        other: "No incluye {count} archivos a los que no les quedan descargas.",
      },
      links: {
        one: "No incluye {count} enlace. Ábralo más abajo.",
        other: "No incluye {count} enlaces. Ábralos más abajo.",
      },
      waiting: {
        one: "No incluye {count} producto que aún no está disponible.",
        other: "No incluye {count} productos que aún no están disponibles.",
      },
      large: "Esta descarga no se puede reanudar. Si su conexión es lenta, descargue los archivos grandes uno por uno.",
      parts: "Hay demasiados archivos para una sola descarga, así que se dividen en partes.",
      part: "Parte {part} de {parts}",
      inParts:
        "Los archivos de este pedido se descargan en {parts} partes; añada ?part=1 a la dirección para obtener la primera.",
    },
    preview: {
      view: "Ver",
      playCounts: "Reproducirlo cuenta como una descarga.",
      viewCounts: "Verlo cuenta como una descarga.",
      speed: "Velocidad",
      next: "Pista siguiente",
    },
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
      parts: "ファイルが|多いため、|複数に|分けて|ダウンロードします。",
      part: "パート {part} / {parts}",
      inParts:
        "このご注文のファイルは {parts} 個のアーカイブに分かれています。最初のアーカイブは、アドレスに ?part=1 を付けて開いてください。",
    },
    preview: {
      view: "表示",
      playCounts: "再生すると、|ダウンロード回数が | 1 回|減ります。",
      viewCounts: "表示すると、|ダウンロード回数が | 1 回|減ります。",
      speed: "速度",
      next: "次の|トラック",
    },
  }),
};
