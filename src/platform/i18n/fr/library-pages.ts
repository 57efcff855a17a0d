import type { LibraryPageTexts } from "../texts.ts";

export const libraryPages: LibraryPageTexts = {
  home: {
    title: "Téléchargements de {store}",
    useEmailLink: "Pour accéder à vos téléchargements, ouvrez le lien de l’e-mail reçu après votre commande.",
    cannotFind: "Vous ne trouvez pas l’e-mail ?",
    whereToLook: "Vérifiez vos courriers indésirables ou demandez à la boutique de vous le renvoyer.",
  },
  library: {
    sendMyLinks: "Recevoir mes liens",
    lostLink: "Vous avez perdu votre lien ? Nous pouvons vous envoyer tous vos liens par e-mail.",
    everything: "Vous cherchez d’autres achats ou cadeaux ?",
    backToOrder: "Revenir à votre commande",
    form: {
      title: "Recevez vos liens par e-mail",
      words:
        "Saisissez l’adresse e-mail utilisée pour vos commandes, ou à laquelle vous avez reçu un cadeau. Vous recevrez un e-mail avec les liens vers tout ce que vous avez acheté ou reçu.",
      email: "Adresse e-mail",
      send: "Recevoir mes liens",
      wrongEmail: "Saisissez une adresse e-mail comme ann@example.com.",
      sentTitle: "Consultez votre boîte de réception",
      sent: "Si des commandes ou des cadeaux sont liés à cette adresse, vous recevrez un e-mail dans quelques minutes.",
      notFound:
        "Pas d’e-mail ? Vérifiez votre dossier de courrier indésirable, ou essayez une autre adresse que vous auriez pu utiliser.",
      again: "Saisir une autre adresse",
      tooMany: "Vous avez envoyé trop de demandes. Réessayez dans une heure.",
    },
    page: {
      title: "Tout ce que vous avez acheté ou reçu",
      words: "Toutes les commandes et tous les cadeaux liés à l’adresse {email}.",
      search: "Rechercher un produit ou un numéro de commande",
      find: "Rechercher",
      nothingFound: "Aucune commande ne correspond à votre recherche.",
      nothing: "Aucune commande et aucun cadeau ne sont liés à cette adresse.",
      open: "Ouvrir",
      renew: "Renouveler",
      newer: "Commandes plus récentes",
      older: "Commandes plus anciennes",
      moreProducts: { one: "et {count} autre produit", other: "et {count} autres produits" },
      gift: "Cadeau pour {recipient}, remise le {date}",
      giftDelivered: "Cadeau pour {recipient}, remis le {date}",
      states: {
        on_hold: "en cours de vérification par la boutique",
        revoked: "retirée par la boutique",
        expired: "expirée",
        used_up: "téléchargements épuisés",
      },
      kept: "Cet appareil affiche vos achats et vos cadeaux tant que le lien de l’e-mail est valable.",
      keep: "Les garder ici 30 jours",
      keptUntil: "Cet appareil affiche vos achats et vos cadeaux jusqu’au {date}.",
      forget: "Les oublier sur tous les appareils",
      ended: {
        title: "Ce lien a expiré",
        words: "Le lien de l’e-mail est valable une heure. Vous pouvez en demander un nouveau ici.",
      },
    },
  },
};
