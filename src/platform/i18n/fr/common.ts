import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "Aller au contenu", language: "Langue" },
  instant: { date: "{date}", time: "à {time} UTC" },
  left: {
    downloads: { one: "{count} téléchargement restant", other: "{count} téléchargements restants" },
    none: "plus aucun téléchargement",
    unlimited: "téléchargements illimités",
    ofEachFile: {
      one: "{count} téléchargement restant par fichier",
      other: "{count} téléchargements restants par fichier",
    },
    opens: { one: "encore {count} ouverture", other: "encore {count} ouvertures" },
    noOpens: "plus aucune ouverture",
    unlimitedOpens: "ouvertures illimitées",
  },
  keys: {
    one: "Clé de licence",
    several: { other: "{count} clés de licence" },
    copy: "Copier",
    copyAll: "Copier toutes les clés",
    copied: "Copiée",
    ofKey: "la clé de licence {key}",
    due: {
      one: "Vous recevrez votre clé de licence par e-mail.",
      other: "Vous recevrez {count} clés de licence par e-mail.",
    },
    moreDue: {
      one: "Vous recevrez une autre clé de licence par e-mail.",
      other: "Vous recevrez {count} autres clés de licence par e-mail.",
    },
    noneForTest: "Ceci est une commande de test : elle ne reçoit aucune clé de licence.",
    none: "Cette commande ne comprend pas de clé de licence pour ce produit.",
  },
  devices: {
    title: "Appareils",
    help: "Votre licence est activée sur ces appareils. Retirez-en un pour utiliser la licence sur un autre.",
    unnamed: "Appareil sans nom",
    lastUsed: "Dernière utilisation : {date}",
    remove: "Retirer",
    removed: "Retiré. Vous pouvez maintenant utiliser la licence sur un autre appareil.",
    mostRemoved: "Vous pouvez en retirer {count} au plus en 30 jours.",
    ofDevice: "appareil {name}",
    tooMany: "Vous avez retiré trop d’appareils ce mois-ci. Demandez de l’aide à {store}.",
  },
};
