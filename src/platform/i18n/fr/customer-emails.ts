import type { CustomerEmailTexts } from "../email-texts.ts";

/** What the customer of an order that does not work now can do. */
const renewal = (ask: string) =>
  `{% if order.renewal == "renew" %}Vous pouvez prolonger votre commande vous-même sur sa page{% elsif order.renewal == "ended" %}Ce que vous pouvez faire est indiqué sur la page de votre commande{% else %}${ask}{% endif %}`;

export const customerEmails: CustomerEmailTexts = {
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
    test: "Ceci est l’e-mail d’une commande de test. Il est envoyé à vous seul, pas au client.",
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
          introduction: `Les liens de votre commande {{ order.name }} chez {{ store.name }} ont expiré. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")} :`,
          heading: "Vos liens ont expiré",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, les liens de votre commande {{ order.name }} ont expiré. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")}.`,
        },
        used_up: {
          subject: "Plus aucun téléchargement pour votre commande {{ order.name }} chez {{ store.name }}",
          introduction: `Vous avez utilisé tous les téléchargements de votre commande {{ order.name }} chez {{ store.name }}. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")} :`,
          heading: "Il ne vous reste aucun téléchargement",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, vous avez utilisé tous les téléchargements de votre commande {{ order.name }}. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")}.`,
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
            "Merci pour votre commande {{ order.name }} chez {{ store.name }}.{% if order.isPartial %} Vos fichiers ne sont pas encore disponibles. Vous les trouverez sur la page de votre commande dès que {{ store.name }} les aura ajoutés{% else %} Voici la page de votre commande{% endif %} :",
          heading: "Merci pour votre commande",
          htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, merci pour votre commande {{ order.name }}.{% if order.isPartial %} Vos fichiers ne sont pas encore disponibles. Vous les trouverez sur la page de votre commande dès que {{ store.name }} les aura ajoutés.{% endif %}`,
        },
      },
      keys: {
        subject: `{% if order.keyCount > 1 %}Vos clés{% else %}Votre clé{% endif %} de licence pour la commande {{ order.name }} chez {{ store.name }}`,
        introduction: `Voici {% if order.keyCount > 1 %}vos clés{% else %}votre clé{% endif %} de licence pour la commande {{ order.name }} chez {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Les liens de cette commande ont expiré{% else %}Vous avez utilisé tous les téléchargements de cette commande{% endif %}. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")} :`,
        heading: `{% if order.keyCount > 1 %}Vos clés{% else %}Votre clé{% endif %} de licence`,
        htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, voici {% if order.keyCount > 1 %}vos clés{% else %}votre clé{% endif %} de licence pour la commande {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}Les liens de cette commande ont expiré{% else %}Vous avez utilisé tous les téléchargements de cette commande{% endif %}. ${renewal("Vous pouvez demander une prolongation sur la page de votre commande")}.`,
      },
      gift: {
        subject: `Un cadeau offert par {{ gift.giver }} (commande {{ order.name }} chez {{ store.name }})`,
        introduction: `{{ gift.giver }} vous offre un cadeau (commande {{ order.name }} chez {{ store.name }}). Voici votre cadeau ({{ order.contents }}) :`,
        heading: `{{ gift.giver }} vous offre un cadeau`,
        htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, {{ gift.giver }} vous offre un cadeau (commande {{ order.name }} chez {{ store.name }}). Votre cadeau est prêt.`,
      },
      renewed: {
        subject: `{% if gift %}Votre cadeau offert par {{ gift.giver }} est prolongé (commande {{ order.name }} chez {{ store.name }}){% else %}Votre commande {{ order.name }} chez {{ store.name }} est prolongée{% endif %}`,
        introduction: `{% if gift %}Votre cadeau offert par {{ gift.giver }} (commande {{ order.name }} chez {{ store.name }}) est prolongé.{% else %}Votre commande {{ order.name }} chez {{ store.name }} est prolongée.{% endif %} Les liens fonctionnent de nouveau :`,
        heading: `Votre {% if gift %}cadeau est prolongé{% else %}commande est prolongée{% endif %}`,
        htmlIntroduction: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, votre {% if gift %}cadeau offert par {{ gift.giver }} (commande {{ order.name }}) est prolongé.{% else %}commande {{ order.name }} est prolongée.{% endif %} Les liens fonctionnent de nouveau.`,
      },
      giftMessage: `{{ gift.giver }} écrit :`,
      hello: `Bonjour{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %},`,
      openOrder: "Ouvrir votre {% if gift %}cadeau{% else %}commande{% endif %}",
      quantity: "quantité : {{ item.quantity }}",
      licenseKeys: "Clé{% if item.keys.size > 1 %}s{% endif %} de licence",
      colon: " :",
      moreKeys: "{{ item.moreKeys }} de plus sur la page de votre commande",
      moreItems: "Autres produits sur la page de votre commande : {{ order.moreItems }}",
      notAvailableYet:
        "Ce fichier n’est pas encore disponible. Ce lien fonctionnera dès que {{ store.name }} l’aura ajouté.",
      help: "Si quelque chose ne fonctionne pas ou si vous avez une question, répondez à cet e-mail.",
      personal:
        "{% if order.hasKeys %}Ces liens et ces clés de licence sont personnels. Merci de ne pas les partager.{% else %}Ces liens sont personnels. Merci de ne pas les partager.{% endif %}",
      addressToCopy: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
      sentBy: "Envoyé par",
    },
  },
  libraryEmail: {
    subject: "Vos liens chez {store}",
    heading: "Vos liens chez {store}",
    introduction:
      "Voici vos commandes dont les liens fonctionnent. Le lien ci-dessous affiche tout ce que vous avez acheté ou reçu avec cette adresse e-mail.",
    nothing:
      "Aucun de vos liens ne fonctionne pour le moment. Le lien ci-dessous affiche tout ce que vous avez acheté ou reçu avec cette adresse e-mail et ce que vous pouvez faire.",
    gifts:
      "Voici des cadeaux : pour d’autres, ou pour vous un jour à venir. Le lien ci-dessous affiche tout ce que vous avez acheté ou reçu avec cette adresse e-mail.",
    button: "Tout afficher",
    note: "Le lien vers tout cela fonctionne pendant une heure. Si vous n’avez pas demandé cet e-mail, ignorez-le.",
    order: "Commande {order}",
  },
  giftEmail: {
    subject: "Votre cadeau pour {recipient} : commande {order}",
    heading: {
      now: "Votre cadeau pour {recipient} est en route",
      later: "Votre cadeau pour {recipient} sera remis le {date}",
    },
    greeting: { named: "Bonjour {name}. ", unnamed: "Bonjour. " },
    recipient: { named: "{name} ({address})", unnamed: "{address}" },
    now: "Merci pour votre commande {order}. {recipient} reçoit maintenant un e-mail avec ses liens. La commande contient {products}.",
    later:
      "Merci pour votre commande {order}. {recipient} recevra un e-mail avec ses liens le {date}. La commande contient {products}.",
    note: "Les liens sont pour le destinataire. Si l’adresse ou la date doit changer, répondez à cet e-mail.",
  },
  announcementEmail: {
    subject: "Nouvelle version de {{ update.product }} chez {{ store.name }} (commande {{ order.name }})",
    heading: "Une nouvelle version de {{ update.product }} est disponible",
    introduction:
      "{{ store.name }} a mis à jour un fichier de votre {% if gift %}cadeau{% else %}commande {{ order.name }}{% endif %} : {{ update.filename }}. Vous pouvez télécharger la nouvelle version depuis la page de votre {% if gift %}cadeau{% else %}commande{% endif %}.",
    news: "Nouveautés :",
    reason:
      "Vous recevez cet e-mail parce que {% if gift %}l’on vous a offert{% else %}vous avez acheté{% endif %} {{ update.product }} chez {{ store.name }}.",
    stop: "Ne plus recevoir d’e-mails sur les mises à jour",
  },
};
