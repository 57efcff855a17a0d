import { frenchSpaces } from "../french-spaces.ts";
import type { Texts } from "../texts.ts";

export const fr: Texts = frenchSpaces({
  frame: { skip: "Aller au contenu", language: "Langue" },
  home: {
    title: "Téléchargements de {store}",
    useEmailLink: "Pour accéder à vos téléchargements, ouvrez le lien de l’e-mail reçu après votre commande.",
    cannotFind: "Vous ne trouvez pas l’e-mail ?",
    whereToLook: "Vérifiez vos courriers indésirables ou demandez à la boutique de vous le renvoyer.",
  },
  order: {
    documentTitle: "Vos téléchargements chez {store}",
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
      partial: {
        named: "Bonjour {name}, merci pour votre commande. Voici ce qui est déjà disponible. Le reste suivra.",
        unnamed: "Bonjour, merci pour votre commande. Voici ce qui est déjà disponible. Le reste suivra.",
      },
      expired: {
        named: "Bonjour {name}, vos téléchargements ont expiré.",
        unnamed: "Bonjour, vos téléchargements ont expiré.",
      },
      used_up: {
        named: "Bonjour {name}, vous avez utilisé tous vos téléchargements.",
        unnamed: "Bonjour, vous avez utilisé tous vos téléchargements.",
      },
    },
    order: "Commande",
    placed: "Passée le",
    total: "Total",
    invoice: "Facture",
    viewInvoice: "Voir la facture",
    quantityOf: "Quantité : {count}",
    fromTheStore: "Message de la boutique",
    nothingTitle: "Rien à télécharger pour le moment",
    nothing: "Cette commande ne contient aucun produit à télécharger. Si vous en attendiez un, contactez {store}.",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "Voir toute la commande",
    quantity: "Quantité",
    files: "Fichiers",
  },
  expiry: {
    until: "Disponible jusqu’au",
    wasUntil: "A expiré le",
    never: "Sans date limite",
    fromFirstDownload: { name: "Disponible pendant", time: "{duration} après le premier téléchargement" },
    soon: "dans moins d’une minute",
    justNow: "à l’instant",
    title: "Ces téléchargements ont expiré",
    help: "Dès que la boutique aura prolongé votre commande, vous pourrez de nouveau télécharger ici.",
  },
  file: {
    download: "Télécharger",
    open: "Ouvrir",
    started: "Téléchargement commencé",
    opensAt: "S’ouvre sur {host}",
    usedUp: "Vous avez utilisé tous les téléchargements de ce fichier.",
    linkUsedUp: "Vous avez ouvert ce lien autant de fois que votre commande le permet.",
    notAvailableYet: "Ce fichier n’est pas encore disponible. Il apparaîtra ici dès que {store} l’aura ajouté.",
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
    ofEachFile: {
      one: "{count} téléchargement restant par fichier",
      other: "{count} téléchargements restants par fichier",
    },
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
  },
  fine: {
    personal: "Cette page est personnelle. Toute personne qui connaît son adresse peut utiliser vos téléchargements.",
  },
  problem: {
    whatToDo: "Que faire ?",
    theStore: "la boutique où vous avez commandé",
    resume:
      "Un téléchargement a été interrompu ? Vous pouvez le reprendre pendant un jour depuis la liste des téléchargements de votre navigateur, sans qu’il soit décompté de nouveau.",
    emailFollows: "Vous recevrez un e-mail dès que la vérification sera terminée.",
    storeIsAt: "L’adresse de la boutique est {address}.",
    on_hold: {
      sentence: "La boutique vérifie cette commande ; réessayez plus tard avec le même lien.",
      title: "La boutique vérifie votre commande",
      happened: "Tant que la vérification n’est pas terminée, les liens de cette commande ne fonctionnent pas.",
      next: "Vous n’avez rien à faire. Si vous avez une question, contactez {store}.",
    },
    revoked: {
      sentence: "La boutique a retiré cette commande ; contactez-la si vous avez une question.",
      title: "La boutique a retiré cette commande",
      happened: "Ses téléchargements et ses clés de licence ne sont plus disponibles ici.",
      next: "Si vous avez une question, contactez {store}.",
    },
    item_revoked: {
      sentence: "La boutique a retiré ce produit ; contactez-la si vous avez une question.",
      title: "La boutique a retiré ce produit",
      happened:
        "Ses téléchargements et ses clés de licence ne sont plus disponibles ici. Le reste de votre commande n’est pas concerné.",
      next: "Si vous avez une question, contactez {store}.",
    },
    used_up: {
      sentence:
        "Il ne reste aucun téléchargement pour ce fichier ; demandez à la boutique de prolonger votre commande.",
      title: "Plus aucun téléchargement",
      happened: "Ce fichier a été téléchargé autant de fois que votre commande le permet.",
      next: "Pour faire prolonger votre commande, contactez {store}. Vous pourrez ensuite télécharger ce fichier de nouveau.",
    },
    expired: {
      sentence: "Ce lien a expiré ; demandez à la boutique de prolonger votre commande.",
      title: "Ce lien a expiré",
      happened: "Le délai de téléchargement de votre commande est dépassé.",
      next: "Pour faire prolonger votre commande, contactez {store}. Ce lien fonctionnera ensuite de nouveau.",
    },
    not_found: {
      sentence: "Ce lien ne fonctionne pas : il est incomplet, ou sa page a été supprimée.",
      title: "Ce lien ne fonctionne pas",
      happened: "Il est incomplet, ou sa page a été supprimée.",
      next: "Ouvrez de nouveau le lien de votre e-mail ou copiez-le en entier dans votre navigateur. S’il ne fonctionne toujours pas, contactez {store}.",
    },
    file_missing: {
      sentence: "La boutique n’a pas encore ajouté ce fichier ; réessayez plus tard avec le même lien.",
      title: "Ce fichier n’est pas encore disponible",
      happened: "Votre lien est correct, mais la boutique n’a pas encore ajouté le fichier.",
      next: "Réessayez plus tard avec le même lien ou contactez {store}. Aucun téléchargement n’a été décompté.",
    },
    foreign_form: {
      sentence: "Ce formulaire a été envoyé depuis un autre site et n’a pas été traité ; ouvrez de nouveau le lien.",
      title: "Rien n’a été envoyé",
      happened: "Ce formulaire provient d’un autre site et non de cette page.",
      next: "Ouvrez de nouveau le lien de votre e-mail ou contactez {store}.",
    },
    unknown_store: {
      sentence: "Il n’y a aucune boutique à cette adresse ; vérifiez le nom de domaine.",
      title: "Aucune boutique à cette adresse",
      happened: "Aucune boutique n’utilise ce nom de domaine.",
      next: "Vérifiez l’orthographe de l’adresse ou ouvrez de nouveau le lien de votre e-mail.",
    },
    unavailable: {
      sentence: "Ce fichier n’est pas disponible pour le moment ; réessayez dans une minute.",
      title: "Veuillez réessayer dans une minute",
      happened: "Le service est très sollicité, ou ses fichiers sont inaccessibles pour le moment.",
      next: "Patientez une minute, puis ouvrez de nouveau le lien. S’il ne fonctionne toujours pas, contactez {store}.",
    },
    internal: {
      sentence: "Une erreur s’est produite sur le serveur ; réessayez dans quelques minutes.",
      title: "Une erreur s’est produite",
      happened: "L’erreur vient de notre côté. Vous n’y êtes pour rien.",
      next: "Réessayez dans quelques minutes. Si le problème persiste, contactez {store}.",
    },
  },
  renewal: {
    allUsedUpTitle: "Il ne vous reste aucun téléchargement",
    usedUpTitle: "Certains fichiers n’ont plus de téléchargements",
    usedUpHelp: "Dès que {store} aura prolongé votre commande, vous pourrez de nouveau télécharger.",
    askHelp: "{store} verra votre numéro de commande. Vous recevrez un e-mail dès que votre demande sera acceptée.",
    message: "Message à la boutique (facultatif)",
    ask: "Demander une prolongation à {store}",
    sent: "Votre demande a été envoyée à {store} le {date}. Vous recevrez un e-mail dès qu’elle sera acceptée.",
    declined:
      "{store} a refusé votre demande du {date}. Si vous avez toujours besoin de ces téléchargements, contactez la boutique.",
    renewHelp: "Vous pouvez prolonger votre commande vous-même. Vos liens fonctionneront de nouveau aussitôt.",
    renew: "Prolonger maintenant",
    renewed: "Votre commande a été prolongée. Vos liens fonctionnent de nouveau.",
    renewalsLeft: { one: "{count} prolongation restante", other: "{count} prolongations restantes" },
  },
  instant: { date: "{date}", time: "à {time} UTC" },
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
      fromFirstDownload: "Ces liens fonctionnent pendant {duration} après le premier téléchargement.",
    },
    template: {
      byState: {
        open: {
          subject:
            "Votre commande {{ order.name }} chez {{ store.name }} est {% if order.isPartial %}en partie {% endif %}prête",
          introduction:
            "Votre commande {{ order.name }} chez {{ store.name }} est {% if order.isPartial %}en partie {% endif %}prête. La voici :",
          heading: "Votre commande est {% if order.isPartial %}en partie {% endif %}prête",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, votre commande {{ order.name }} est {% if order.isPartial %}en partie {% endif %}prête.`,
        },
        expired: {
          subject: "Les liens de votre commande {{ order.name }} chez {{ store.name }} ont expiré",
          introduction:
            "Les liens de votre commande {{ order.name }} chez {{ store.name }} ont expiré. Vous pouvez demander une prolongation sur la page de votre commande :",
          heading: "Vos liens ont expiré",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, les liens de votre commande {{ order.name }} ont expiré. Vous pouvez demander une prolongation sur la page de votre commande.`,
        },
        used_up: {
          subject: "Plus aucun téléchargement pour votre commande {{ order.name }} chez {{ store.name }}",
          introduction:
            "Vous avez utilisé tous les téléchargements de votre commande {{ order.name }} chez {{ store.name }}. Vous pouvez demander une prolongation sur la page de votre commande :",
          heading: "Il ne vous reste aucun téléchargement",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, vous avez utilisé tous les téléchargements de votre commande {{ order.name }}. Vous pouvez demander une prolongation sur la page de votre commande.`,
        },
        waiting_for_key: {
          subject: "Votre commande {{ order.name }} chez {{ store.name }} : clé de licence à venir",
          introduction:
            "Merci pour votre commande {{ order.name }} chez {{ store.name }}. {{ order.keysDue }} Voici la page de votre commande :",
          heading: "Merci pour votre commande",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, merci pour votre commande {{ order.name }}. {{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "Votre commande {{ order.name }} chez {{ store.name }}",
          introduction:
            "Merci pour votre commande {{ order.name }} chez {{ store.name }}. Vos fichiers ne sont pas encore disponibles. Vous les trouverez sur la page de votre commande dès que {{ store.name }} les aura ajoutés :",
          heading: "Merci pour votre commande",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, merci pour votre commande {{ order.name }}. Vos fichiers ne sont pas encore disponibles. Vous les trouverez sur la page de votre commande dès que {{ store.name }} les aura ajoutés.`,
        },
      },
      keys: {
        subject: `{% if order.keyCount > 1 %}Vos clés{% else %}Votre clé{% endif %} de licence pour la commande {{ order.name }} chez {{ store.name }}`,
        introduction: `Voici {% if order.keyCount > 1 %}vos clés{% else %}votre clé{% endif %} de licence pour la commande {{ order.name }} chez {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Les liens de cette commande ont expiré{% else %}Vous avez utilisé tous les téléchargements de cette commande{% endif %}. Vous pouvez demander une prolongation sur la page de votre commande :`,
        heading: `{% if order.keyCount > 1 %}Vos clés{% else %}Votre clé{% endif %} de licence`,
        htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, voici {% if order.keyCount > 1 %}vos clés{% else %}votre clé{% endif %} de licence pour la commande {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Les liens de cette commande ont expiré{% else %}Vous avez utilisé tous les téléchargements de cette commande{% endif %}. Vous pouvez demander une prolongation sur la page de votre commande.`,
      },
      hello: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %},`,
      openOrder: "Ouvrir votre commande",
      quantity: "quantité : {{ item.quantity }}",
      licenseKeys: "Clé{% if item.keys.size > 1 %}s{% endif %} de licence",
      colon: " :",
      moreKeys: "{{ item.moreKeys }} de plus sur la page de votre commande",
      moreItems: "Autres produits sur la page de votre commande : {{ order.moreItems }}",
      notAvailableYet:
        "Ce fichier n’est pas encore disponible. Ce lien fonctionnera dès que {{ store.name }} l’aura ajouté.",
      help: "Si quelque chose ne fonctionne pas ou si vous avez une question, répondez à cet e-mail.",
      personal:
        "{% if order.hasKeys %}Ces liens et ces clés de licence sont personnels. Merci de ne pas les partager.{% else %}Ces liens sont personnels. Toute personne qui les possède peut utiliser vos téléchargements.{% endif %}",
      addressToCopy: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
      sentBy: "Envoyé par",
    },
  },
});
