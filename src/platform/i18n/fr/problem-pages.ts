import type { ProblemPageTexts } from "../texts.ts";

export const problemPages: ProblemPageTexts = {
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
    not_yet: {
      sentence: "Ce cadeau s’ouvre le {date} ; réessayez alors avec le même lien.",
      title: "Ce cadeau n’est pas encore ouvert",
      happened: "Ses liens fonctionnent à partir du {date}.",
      next: "Vous n’avez rien à faire : le même lien fonctionnera alors. Si vous avez une question, contactez {store}.",
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
    copy_not_ready: {
      sentence: "Votre exemplaire de ce fichier est en cours de création ; réessayez dans quelques secondes.",
      title: "Votre exemplaire est en cours de création",
      happened: "Ce fichier est créé pour votre commande. La première fois, cela prend un instant.",
      next: "Cette page réessaie d’elle-même. Si cela dure plus de quelques minutes, contactez {store}. Aucun téléchargement n’a été décompté.",
    },
    copy_failed: {
      sentence: "Votre exemplaire de ce fichier n’a pas pu être créé ; contactez la boutique.",
      title: "Votre exemplaire n’a pas pu être créé",
      happened: "Votre lien est correct, mais le fichier de la boutique pose un problème.",
      next: "Contactez {store} ou réessayez plus tard avec le même lien. Aucun téléchargement n’a été décompté.",
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
};
