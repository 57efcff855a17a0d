import type { Texts } from "./texts.ts";

export const fr: Texts = {
  frame: { skip: "Aller au contenu", language: "Langue" },
  home: {
    title: "Téléchargements de {store}",
    behindEmail: "Vos téléchargements sont accessibles par le lien de l’e-mail reçu avec votre commande.",
    cannotFind: "Vous ne trouvez pas l’e-mail\u00a0?",
    whereToLook: "Regardez aussi dans le courrier indésirable, ou demandez à la boutique de vous le renvoyer.",
  },
  order: {
    documentTitle: "Vos téléchargements de {store}",
    title: "Vos téléchargements",
    greetings: {
      empty: {
        named: "Bonjour {name}, merci pour votre commande.",
        unnamed: "Bonjour, merci pour votre commande.",
      },
      open: {
        named: "Bonjour {name}, merci pour votre commande. Voici tout ce qu’elle contient.",
        unnamed: "Bonjour, merci pour votre commande. Voici tout ce qu’elle contient.",
      },
      expired: {
        named: "Bonjour {name}, les téléchargements de cette commande ont expiré.",
        unnamed: "Bonjour, les téléchargements de cette commande ont expiré.",
      },
      used_up: {
        named: "Bonjour {name}, les téléchargements de cette commande sont épuisés.",
        unnamed: "Bonjour, les téléchargements de cette commande sont épuisés.",
      },
    },
    order: "Commande",
    placed: "Passée le",
    quantityOf: "Quantité\u00a0: {count}",
    fromTheStore: "De la part de la boutique",
    nothingTitle: "Il n’y a encore rien à télécharger",
    nothing:
      "Aucun produit de cette commande ne comporte de téléchargement. Contactez {store} si vous en attendiez un.",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "Toute votre commande",
    quantity: "Quantité",
    files: "Fichiers",
  },
  expiry: {
    until: "Disponible jusqu’au",
    wasUntil: "Était disponible jusqu’au",
    never: "Durée illimitée",
    soon: "dans moins d’une minute",
    justNow: "à l’instant",
    title: "Ces téléchargements ont expiré",
    help: "Dès que votre commande sera rouverte, l’adresse de cette page fonctionnera de nouveau.",
  },
  file: {
    download: "Télécharger",
    open: "Ouvrir",
    opensAt: "S’ouvre sur {host}",
    usedUp: "Tous les téléchargements de ce fichier ont été utilisés.",
    linkUsedUp: "Toutes les ouvertures de ce lien ont été utilisées.",
    notHereYet:
      "Le fichier n’est pas encore là. Il apparaîtra sur cette page dès que {store} l’aura ajouté\u00a0: revenez plus tard.",
    kinds: {
      pdf: "Document PDF",
      ebook: "Livre numérique",
      zip: "Archive ZIP",
      archive: "Archive",
      windowsProgram: "Programme Windows",
      macDiskImage: "Image disque Mac",
      macInstaller: "Programme d’installation Mac",
      androidApp: "Application Android",
      diskImage: "Image disque",
      document: "Document",
      spreadsheet: "Feuille de calcul",
      presentation: "Présentation",
      photoshop: "Fichier Photoshop",
      font: "Police",
      audio: "Audio",
      video: "Vidéo",
      image: "Image",
      text: "Texte",
      file: "Fichier",
    },
  },
  left: {
    downloads: { one: "{count} téléchargement restant", other: "{count} téléchargements restants" },
    none: "plus aucun téléchargement",
    unlimited: "téléchargements illimités",
    ofEachFile: { one: "{count} téléchargement par fichier", other: "{count} téléchargements par fichier" },
  },
  keys: {
    one: "Clé de licence",
    several: { other: "{count} clés de licence" },
    copy: "Copier",
    copied: "Copiée",
    ofKey: "la clé de licence {key}",
    due: {
      one: "Votre clé de licence vous sera envoyée par e-mail.",
      other: "{count} clés de licence vous seront envoyées par e-mail.",
    },
    moreDue: {
      one: "Une autre clé de licence vous sera envoyée par e-mail.",
      other: "{count} autres clés de licence vous seront envoyées par e-mail.",
    },
  },
  fine: {
    personal:
      "Ne communiquez pas l’adresse de cette page\u00a0: toute personne qui la connaît peut utiliser vos téléchargements.",
  },
  problem: {
    whatToDo: "Que faire\u00a0?",
    theStore: "la boutique où vous avez acheté",
    used_up: {
      sentence:
        "Ce fichier a été téléchargé autant de fois que la commande le permet\u00a0; demandez d’autres téléchargements à la boutique.",
      title: "Tous les téléchargements ont été utilisés",
      happened: "Ce fichier a été téléchargé autant de fois que la commande le permet.",
      next: "Si un téléchargement a été interrompu, reprenez-le dans la liste des téléchargements de votre navigateur\u00a0: il n’est pas décompté de nouveau pendant un jour. Pour obtenir d’autres téléchargements, contactez {store}.",
    },
    expired: {
      sentence: "Ce lien a expiré\u00a0; demandez à la boutique de rouvrir la commande.",
      title: "Ce lien a expiré",
      happened: "La période pendant laquelle ce téléchargement était disponible est terminée.",
      next: "Pour faire rouvrir votre commande, contactez {store}. Ce lien fonctionnera ensuite de nouveau.",
    },
    not_found: {
      sentence: "Il n’y a rien à cette adresse\u00a0: le lien est incomplet, ou ce vers quoi il menait a été supprimé.",
      title: "Il n’y a rien à cette adresse",
      happened: "Le lien est incomplet, ou ce vers quoi il menait a été supprimé.",
      next: "Ouvrez de nouveau le lien de votre e-mail, ou copiez-le du premier au dernier caractère. Si cela ne suffit pas, contactez {store}.",
    },
    file_missing: {
      sentence: "La boutique n’a pas encore ajouté le fichier\u00a0; réessayez plus tard avec le même lien.",
      title: "Le fichier n’est pas encore là",
      happened: "Votre lien est correct, mais la boutique n’a pas encore ajouté le fichier.",
      next: "Ouvrez le même lien plus tard, ou contactez {store}. Aucun téléchargement n’a été décompté.",
    },
    unknown_store: {
      sentence: "Aucune boutique n’est à cette adresse\u00a0; vérifiez le nom d’hôte.",
      title: "Aucune boutique à cette adresse",
      happened: "La première partie de l’adresse, le nom d’hôte, n’appartient à aucune boutique ici.",
      next: "Vérifiez l’adresse, ou ouvrez de nouveau le lien de votre e-mail.",
    },
    unavailable: {
      sentence: "Le fichier ne peut pas être envoyé pour le moment\u00a0; réessayez dans une minute.",
      title: "Veuillez réessayer dans un instant",
      happened: "Le service est très sollicité en ce moment, ou les fichiers sont inaccessibles.",
      next: "Attendez une minute, puis ouvrez de nouveau le lien. Si cela ne fonctionne toujours pas, contactez {store}.",
    },
    internal: {
      sentence: "Une erreur s’est produite sur le serveur\u00a0; réessayez dans quelques minutes.",
      title: "Une erreur s’est produite",
      happened: "L’erreur vient de notre côté, pas du vôtre.",
      next: "Réessayez dans quelques minutes. Si cela ne fonctionne toujours pas, contactez {store}.",
    },
  },
  renewal: {
    allUsedUpTitle: "Vos téléchargements sont épuisés",
    usedUpTitle: "Certains de vos téléchargements sont épuisés",
    usedUpHelp: "Vous pouvez en demander d’autres à {store}.",
    askHelp:
      "Votre commande est indiquée automatiquement à {store}. Vous recevrez un e-mail dès que votre demande sera acceptée.",
    message: "Message à la boutique (facultatif)",
    ask: "Demander un nouveau lien à {store}",
    sent: "Votre demande a été envoyée à {store} le {date}. Vous recevrez un e-mail dès qu’elle sera acceptée.",
    declined:
      "{store} n’a pas accepté votre demande du {date}. Écrivez à la boutique si vous avez besoin de ces téléchargements.",
    renewHelp: "Vous pouvez renouveler vous-même vos téléchargements. Ils fonctionneront aussitôt.",
    renew: "Renouveler maintenant",
    renewed: "Vos liens fonctionnent de nouveau.",
    renewalsLeft: { one: "{count} renouvellement restant", other: "{count} renouvellements restants" },
  },
  instant: { date: "{date} à", time: "{time} UTC" },
  email: {
    contents: {
      downloads: "téléchargements",
      key: "clé de licence",
      keys: "clés de licence",
      downloadsAndKey: "téléchargements et clé de licence",
      downloadsAndKeys: "téléchargements et clés de licence",
    },
    expiry: {
      never: "Ces liens n’expirent pas.",
      past: "Ces liens ont expiré le {date}.",
      until: "Ces liens fonctionnent jusqu’au {date} ({distance}).",
    },
    template: {
      byState: {
        open: {
          subject: "Votre commande {{ order.name }} chez {{ store.name }}\u00a0: {{ order.contents }}",
          introduction: "votre commande {{ order.name }} chez {{ store.name }} est prête ({{ order.contents }})\u00a0:",
          heading: "Votre commande est prête",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, votre commande {{ order.name }} vous attend ({{ order.contents }}).`,
        },
        expired: {
          subject: "Les liens de votre commande {{ order.name }} chez {{ store.name }} ont expiré",
          introduction:
            "les liens de votre commande {{ order.name }} chez {{ store.name }} ont expiré. Vous pouvez en demander de nouveaux sur la page de votre commande\u00a0:",
          heading: "Vos liens ont expiré",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, les liens de votre commande {{ order.name }} ont expiré. Vous pouvez en demander de nouveaux sur la page de votre commande.`,
        },
        used_up: {
          subject: "Les téléchargements de votre commande {{ order.name }} chez {{ store.name }} sont épuisés",
          introduction:
            "les téléchargements de votre commande {{ order.name }} chez {{ store.name }} sont épuisés. Vous pouvez en demander d’autres sur la page de votre commande\u00a0:",
          heading: "Vos téléchargements sont épuisés",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, les téléchargements de votre commande {{ order.name }} sont épuisés. Vous pouvez en demander d’autres sur la page de votre commande.`,
        },
        waiting_for_key: {
          subject: "Votre commande {{ order.name }} chez {{ store.name }}\u00a0: clé de licence à venir",
          introduction:
            "merci pour votre commande {{ order.name }} chez {{ store.name }}. {{ order.keysDue }} Voici la page de votre commande\u00a0:",
          heading: "Merci pour votre commande",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, merci pour votre commande {{ order.name }}. {{ order.keysDue }}`,
        },
      },
      hello: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %},`,
      openOrder: "Ouvrir votre commande",
      quantity: "quantité\u00a0: {{ item.quantity }}",
      licenseKeys: "Clé{% if item.keys.size > 1 %}s{% endif %} de licence",
      colon: "\u00a0:",
      moreKeys: "{{ item.moreKeys }} de plus sur la page de votre commande",
      moreItems: "Autres produits sur la page de votre commande\u00a0: {{ order.moreItems }}",
      waiting: "Le fichier n’est pas encore là. Il apparaîtra sous ce lien dès que {{ store.name }} l’aura ajouté.",
      keep: "Ne communiquez pas ces liens{% if order.hasKeys %} ni ces clés{% endif %}\u00a0: chaque utilisation d’un lien est décomptée de vos téléchargements.",
      addressToCopy: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:",
      sentBy: "Envoyé par",
    },
  },
};
