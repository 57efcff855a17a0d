import { frenchSpaces } from "./french-spaces.ts";
import { markPhrases } from "./japanese-phrases.ts";
import type { Language } from "./languages.ts";
import { wholeEmail } from "./line-breaks.ts";
import type { Plural } from "./texts.ts";

/** How customers get back to what they bought: the form, its email, and the page that the email opens. */
export interface LibraryTexts {
  /** The link to the form, on other pages. */
  sendMyLinks: string;
  lostLink: string;
  /** Before the link to the form, on an order's pages. */
  everything: string;
  /** From the form back to the order. */
  backToOrder: string;
  form: {
    title: string;
    words: string;
    email: string;
    send: string;
    wrongEmail: string;
    sentTitle: string;
    sent: string;
    notFound: string;
    again: string;
    tooMany: string;
  };
  email: {
    subject: string;
    heading: string;
    introduction: string;
    nothing: string;
    button: string;
    note: string;
    order: string;
  };
  page: {
    title: string;
    words: string;
    search: string;
    find: string;
    nothingFound: string;
    nothing: string;
    open: string;
    newer: string;
    older: string;
    moreProducts: Plural;
    /** Leads to the renewal of an order that has expired or is used up. */
    renew: string;
    states: Record<"on_hold" | "revoked" | "expired" | "used_up", string>;
    ended: { title: string; words: string };
  };
}

export const libraryTexts: Record<Language, LibraryTexts> = {
  en: {
    sendMyLinks: "Send me my links",
    lostLink: "Lost your link? We can email you all of them.",
    everything: "Looking for other purchases?",
    backToOrder: "Back to your order",
    form: {
      title: "Get your links by email",
      words:
        "Enter the email address you used for your orders. You will get an email with links to everything you bought.",
      email: "Email address",
      send: "Send me my links",
      wrongEmail: "Enter an email address such as ann@example.com.",
      sentTitle: "Check your inbox",
      sent: "If there are orders with this email address, you will get an email within a few minutes.",
      notFound: "No email? Check your spam folder, or try another address you may have used.",
      again: "Enter another address",
      tooMany: "You have made too many requests. Try again in an hour.",
    },
    email: {
      subject: "Your links from {store}",
      heading: "Your links from {store}",
      introduction:
        "These are your orders with working links. The link below shows everything you bought with this email address.",
      nothing:
        "None of your links work right now. The link below shows everything you bought with this email address, and what you can do next.",
      button: "Show everything I bought",
      note: "The link to everything you bought works for one hour. If you did not request this email, ignore it.",
      order: "Order {order}",
    },
    page: {
      title: "Everything you bought",
      words: "All orders placed with {email}.",
      search: "Search by product or order number",
      find: "Search",
      nothingFound: "No order matches your search.",
      nothing: "No orders were placed with this email address.",
      open: "Open",
      renew: "Renew",
      newer: "Newer orders",
      older: "Older orders",
      moreProducts: { one: "and {count} more product", other: "and {count} more products" },
      states: {
        on_hold: "being checked by the store",
        revoked: "withdrawn by the store",
        expired: "expired",
        used_up: "no downloads left",
      },
      ended: {
        title: "This link has expired",
        words: "The link in the email works for one hour. Request a new one here.",
      },
    },
  },
  de: wholeEmail({
    sendMyLinks: "Meine Links zusenden",
    lostLink: "Link verloren? Wir senden Ihnen alle Ihre Links per E-Mail.",
    everything: "Suchen Sie andere Käufe?",
    backToOrder: "Zurück zu Ihrer Bestellung",
    form: {
      title: "Ihre Links per E-Mail",
      words:
        "Geben Sie die E-Mail-Adresse ein, mit der Sie bestellt haben. Sie erhalten eine E-Mail mit Links zu allem, was Sie gekauft haben.",
      email: "E-Mail-Adresse",
      send: "Meine Links zusenden",
      wrongEmail: "Geben Sie eine E-Mail-Adresse wie ann@example.com ein.",
      sentTitle: "Prüfen Sie Ihren Posteingang",
      sent: "Wenn es zu dieser Adresse Bestellungen gibt, erhalten Sie in wenigen Minuten eine E-Mail.",
      notFound:
        "Keine E-Mail? Sehen Sie im Spam-Ordner nach oder versuchen Sie es mit einer anderen Adresse, mit der Sie bestellt haben könnten.",
      again: "Andere Adresse eingeben",
      tooMany: "Das waren zu viele Anfragen. Versuchen Sie es in einer Stunde noch einmal.",
    },
    email: {
      subject: "Ihre Links von {store}",
      heading: "Ihre Links von {store}",
      introduction:
        "Dies sind Ihre Bestellungen mit gültigen Links. Über den Link unten sehen Sie alles, was Sie mit dieser E-Mail-Adresse gekauft haben.",
      nothing:
        "Zurzeit ist keiner Ihrer Links gültig. Über den Link unten sehen Sie alles, was Sie mit dieser E-Mail-Adresse gekauft haben, und was Sie tun können.",
      button: "Alle Einkäufe ansehen",
      note: "Der Link zu allen Einkäufen funktioniert eine Stunde lang. Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.",
      order: "Bestellung {order}",
    },
    page: {
      title: "Alle Ihre Einkäufe",
      words: "Alle Bestellungen mit der Adresse {email}.",
      search: "Nach Produkt oder Bestellnummer suchen",
      find: "Suchen",
      nothingFound: "Zu Ihrer Suche gibt es keine Bestellungen.",
      nothing: "Zu dieser Adresse gibt es keine Bestellungen.",
      open: "Öffnen",
      renew: "Erneuern",
      newer: "Neuere Bestellungen",
      older: "Ältere Bestellungen",
      moreProducts: { one: "und {count} weiteres Produkt", other: "und {count} weitere Produkte" },
      states: {
        on_hold: "wird vom Shop geprüft",
        revoked: "vom Shop zurückgezogen",
        expired: "abgelaufen",
        used_up: "keine Downloads mehr übrig",
      },
      ended: {
        title: "Dieser Link ist abgelaufen",
        words: "Der Link aus der E-Mail ist eine Stunde gültig. Hier können Sie einen neuen anfordern.",
      },
    },
  }),
  fr: frenchSpaces({
    sendMyLinks: "Recevoir mes liens",
    lostLink: "Vous avez perdu votre lien ? Nous pouvons vous envoyer tous vos liens par e-mail.",
    everything: "Vous cherchez d’autres achats ?",
    backToOrder: "Revenir à votre commande",
    form: {
      title: "Recevez vos liens par e-mail",
      words:
        "Saisissez l’adresse e-mail utilisée pour vos commandes. Vous recevrez un e-mail avec les liens vers tout ce que vous avez acheté.",
      email: "Adresse e-mail",
      send: "Recevoir mes liens",
      wrongEmail: "Saisissez une adresse e-mail comme ann@example.com.",
      sentTitle: "Consultez votre boîte de réception",
      sent: "Si des commandes ont été passées avec cette adresse, vous recevrez un e-mail dans quelques minutes.",
      notFound:
        "Pas d’e-mail ? Vérifiez votre dossier de courrier indésirable, ou essayez une autre adresse que vous auriez pu utiliser.",
      again: "Saisir une autre adresse",
      tooMany: "Vous avez envoyé trop de demandes. Réessayez dans une heure.",
    },
    email: {
      subject: "Vos liens chez {store}",
      heading: "Vos liens chez {store}",
      introduction:
        "Voici vos commandes dont les liens fonctionnent. Le lien ci-dessous affiche tout ce que vous avez acheté avec cette adresse e-mail.",
      nothing:
        "Aucun de vos liens ne fonctionne pour le moment. Le lien ci-dessous affiche tout ce que vous avez acheté avec cette adresse e-mail et ce que vous pouvez faire.",
      button: "Afficher tous mes achats",
      note: "Le lien vers tous vos achats fonctionne pendant une heure. Si vous n’avez pas demandé cet e-mail, ignorez-le.",
      order: "Commande {order}",
    },
    page: {
      title: "Tous vos achats",
      words: "Toutes les commandes passées avec l’adresse {email}.",
      search: "Rechercher un produit ou un numéro de commande",
      find: "Rechercher",
      nothingFound: "Aucune commande ne correspond à votre recherche.",
      nothing: "Aucune commande n’a été passée avec cette adresse.",
      open: "Ouvrir",
      renew: "Renouveler",
      newer: "Commandes plus récentes",
      older: "Commandes plus anciennes",
      moreProducts: { one: "et {count} autre produit", other: "et {count} autres produits" },
      states: {
        on_hold: "en cours de vérification par la boutique",
        revoked: "retirée par la boutique",
        expired: "expirée",
        used_up: "téléchargements épuisés",
      },
      ended: {
        title: "Ce lien a expiré",
        words: "Le lien de l’e-mail est valable une heure. Vous pouvez en demander un nouveau ici.",
      },
    },
  }),
  es: {
    sendMyLinks: "Recibir mis enlaces",
    lostLink: "¿Ha perdido su enlace? Podemos enviarle todos sus enlaces por correo.",
    everything: "¿Busca otras compras?",
    backToOrder: "Volver a su pedido",
    form: {
      title: "Reciba sus enlaces por correo",
      words:
        "Escriba la dirección de correo que usó en sus pedidos. Recibirá un correo con enlaces a todo lo que ha comprado.",
      email: "Dirección de correo",
      send: "Recibir mis enlaces",
      wrongEmail: "Escriba una dirección de correo como ann@example.com.",
      sentTitle: "Revise su bandeja de entrada",
      sent: "Si hay pedidos con esta dirección, recibirá un correo en unos minutos.",
      notFound:
        "¿No le llega el correo? Revise la carpeta de correo no deseado o pruebe con otra dirección que haya podido usar.",
      again: "Escribir otra dirección",
      tooMany: "Ha hecho demasiadas solicitudes. Inténtelo de nuevo dentro de una hora.",
    },
    email: {
      subject: "Sus enlaces de {store}",
      heading: "Sus enlaces de {store}",
      introduction:
        "Estos son sus pedidos con enlaces activos. El enlace de abajo muestra todo lo que ha comprado con esta dirección de correo.",
      nothing:
        "Ninguno de sus enlaces funciona en este momento. El enlace de abajo muestra todo lo que ha comprado con esta dirección de correo y lo que puede hacer.",
      button: "Ver todas mis compras",
      note: "El enlace a todas sus compras funciona durante una hora. Si no ha solicitado este correo, ignórelo.",
      order: "Pedido {order}",
    },
    page: {
      title: "Todas sus compras",
      words: "Todos los pedidos hechos con {email}.",
      search: "Buscar por producto o número de pedido",
      find: "Buscar",
      nothingFound: "Ningún pedido coincide con su búsqueda.",
      nothing: "No hay pedidos con esta dirección.",
      open: "Abrir",
      renew: "Renovar",
      newer: "Pedidos más recientes",
      older: "Pedidos más antiguos",
      moreProducts: { one: "y {count} producto más", other: "y {count} productos más" },
      states: {
        on_hold: "en revisión por la tienda",
        revoked: "retirado por la tienda",
        expired: "caducado",
        used_up: "sin descargas restantes",
      },
      ended: {
        title: "Este enlace ha caducado",
        words: "El enlace del correo es válido durante una hora. Aquí puede solicitar uno nuevo.",
      },
    },
  },
  ja: markPhrases({
    sendMyLinks: "リンクを|メールで|受け取る",
    lostLink: "リンクを|なくした|場合は、|すべての|リンクを|メールで|お送りします。",
    everything: "ほかの|ご購入を|お探しですか？",
    backToOrder: "ご注文に|戻る",
    form: {
      title: "リンクを|メールで|受け取る",
      words:
        "ご注文時の|メールアドレスを|入力してください。|ご購入された|すべての|商品への|リンクを|メールで|お送りします。",
      email: "メールアドレス",
      send: "リンクを|送信する",
      wrongEmail: "ann@example.com のような|メールアドレスを|入力してください。",
      sentTitle: "メールを|ご確認ください",
      sent: "このアドレスの|ご注文が|ある|場合は、|数分以内に|メールが|届きます。",
      notFound: "メールが|届かない|場合は、|迷惑メール|フォルダーを|確認するか、|ほかの|アドレスを|お試しください。",
      again: "別の|アドレスを|入力する",
      tooMany: "リクエストの|回数が|多すぎます。| 1 時間後に|もう一度|お試しください。",
    },
    email: {
      subject: "{store} のリンク",
      heading: "{store} の|リンク",
      introduction:
        "現在|リンクを|ご利用いただける|ご注文は|以下の|とおりです。|下の|リンクを|開くと、|このアドレスで|ご購入された|すべての|商品が|表示されます。",
      nothing:
        "現在|使える|リンクは|ありません。|下の|リンクを|開くと、|このアドレスで|ご購入された|すべての|商品と、|対処方法が|表示されます。",
      button: "購入した|商品を|見る",
      note: "購入した|商品の|リンクは | 1 時間|使えます。|お心当たりがない|場合は、|このメールを|無視してください。",
      order: "ご注文 {order}",
    },
    page: {
      title: "ご購入された|商品",
      words: "すべての|ご注文です。|メールアドレス：|{email}",
      search: "商品名または|注文番号で|検索",
      find: "検索",
      nothingFound: "検索に|一致する|ご注文は|ありません。",
      nothing: "このアドレスの|ご注文は|ありません。",
      open: "開く",
      renew: "更新する",
      newer: "新しい|ご注文",
      older: "過去の|ご注文",
      moreProducts: { other: "ほか {count} 点" },
      states: {
        on_hold: "ストアが|確認中",
        revoked: "ストアが|取り消し済み",
        expired: "期限切れ",
        used_up: "ダウンロード回数の|上限に|到達",
      },
      ended: {
        title: "このリンクは|有効期限が|切れています",
        words: "メールの|リンクは | 1 時間|有効です。|新しい|リンクは|こちらから|お受け取りください。",
      },
    },
  }),
};
