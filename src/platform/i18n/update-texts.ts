import { frenchSpaces } from "./french-spaces.ts";
import { markPhrases } from "./japanese-phrases.ts";
import type { Language } from "./languages.ts";

/** What customers read of files that their store has updated. */
interface UpdateTexts {
  /** On pages, at the file. */
  page: string;
  /** Liquid of the email that tells customers. */
  email: {
    subject: string;
    heading: string;
    introduction: string;
    /** Before the store's note. */
    news: string;
    /** Why the customer gets it. */
    reason: string;
    stop: string;
  };
  /** The page on which customers stop these emails. */
  stop: {
    title: string;
    words: string;
    button: string;
    doneTitle: string;
    done: string;
    undo: string;
    resumedTitle: string;
    resumed: string;
  };
}

export const updateTexts: Record<Language, UpdateTexts> = {
  en: {
    page: "Updated {date}",
    email: {
      subject: "New version of {{ update.product }} from {{ store.name }}",
      heading: "A new version of {{ update.product }} is ready",
      introduction:
        "{{ store.name }} has updated a file in your order {{ order.name }}: {{ update.filename }}. You can download the new version from your order page.",
      news: "What is new:",
      reason: "You get this email because you bought {{ update.product }} from {{ store.name }}.",
      stop: "Stop emails about updates",
    },
    stop: {
      title: "Emails about updates",
      words:
        "{store} can tell you by email when a file that you bought is updated. Do you want to stop these emails for {email}?",
      button: "Stop these emails",
      doneTitle: "No more emails about updates",
      done: "{store} will not email {email} about updates any more. You still get emails about your orders, and your links keep working.",
      undo: "Send me these emails again",
      resumedTitle: "You get emails about updates again",
      resumed: "{store} can tell {email} again when a file is updated.",
    },
  },
  de: {
    page: "Aktualisiert: {date}",
    email: {
      subject: "Neue Version von {{ update.product }} bei {{ store.name }}",
      heading: "Eine neue Version von {{ update.product }} ist bereit",
      introduction:
        "{{ store.name }} hat eine Datei in Ihrer Bestellung {{ order.name }} aktualisiert: {{ update.filename }}. Die neue Version können Sie auf Ihrer Bestellseite herunterladen.",
      news: "Das ist neu:",
      reason: "Sie erhalten diese E-Mail, weil Sie {{ update.product }} bei {{ store.name }} gekauft haben.",
      stop: "Keine E-Mails zu Aktualisierungen mehr erhalten",
    },
    stop: {
      title: "E-Mails zu Aktualisierungen",
      words:
        "{store} kann Ihnen per E-Mail mitteilen, wenn eine gekaufte Datei aktualisiert wird. Möchten Sie diese E-Mails an {email} abbestellen?",
      button: "E-Mails abbestellen",
      doneTitle: "E-Mails abbestellt",
      done: "{store} sendet keine E-Mails zu Aktualisierungen mehr an {email}. E-Mails zu Ihren Bestellungen erhalten Sie weiterhin, und Ihre Links funktionieren weiter.",
      undo: "E-Mails wieder erhalten",
      resumedTitle: "Sie erhalten diese E-Mails wieder",
      resumed: "{store} kann {email} wieder mitteilen, wenn eine Datei aktualisiert wird.",
    },
  },
  fr: frenchSpaces({
    page: "Mis à jour : {date}",
    email: {
      subject: "Nouvelle version de {{ update.product }} chez {{ store.name }}",
      heading: "Une nouvelle version de {{ update.product }} est disponible",
      introduction:
        "{{ store.name }} a mis à jour un fichier de votre commande {{ order.name }} : {{ update.filename }}. Vous pouvez télécharger la nouvelle version depuis la page de votre commande.",
      news: "Nouveautés :",
      reason: "Vous recevez cet e-mail parce que vous avez acheté {{ update.product }} chez {{ store.name }}.",
      stop: "Ne plus recevoir d’e-mails sur les mises à jour",
    },
    stop: {
      title: "E-mails sur les mises à jour",
      words:
        "{store} peut vous prévenir par e-mail lorsqu’un fichier que vous avez acheté est mis à jour. Voulez-vous ne plus recevoir ces e-mails à l’adresse {email} ?",
      button: "Ne plus recevoir ces e-mails",
      doneTitle: "Vous ne recevrez plus ces e-mails",
      done: "{store} n’enverra plus d’e-mails sur les mises à jour à {email}. Vous recevez toujours les e-mails sur vos commandes, et vos liens fonctionnent toujours.",
      undo: "Recevoir de nouveau ces e-mails",
      resumedTitle: "Vous recevez de nouveau ces e-mails",
      resumed: "{store} peut de nouveau prévenir {email} lorsqu’un fichier est mis à jour.",
    },
  }),
  es: {
    page: "Actualizado: {date}",
    email: {
      subject: "Nueva versión de {{ update.product }} de {{ store.name }}",
      heading: "Hay una nueva versión de {{ update.product }}",
      introduction:
        "{{ store.name }} ha actualizado un archivo de su pedido {{ order.name }}: {{ update.filename }}. Puede descargar la nueva versión en la página de su pedido.",
      news: "Novedades:",
      reason: "Recibe este correo porque compró {{ update.product }} en {{ store.name }}.",
      stop: "Dejar de recibir correos sobre actualizaciones",
    },
    stop: {
      title: "Correos sobre actualizaciones",
      words:
        "{store} puede avisarle por correo cuando se actualiza un archivo que ha comprado. ¿Quiere dejar de recibir estos correos en {email}?",
      button: "Dejar de recibirlos",
      doneTitle: "Ya no recibirá estos correos",
      done: "{store} no enviará más correos sobre actualizaciones a {email}. Seguirá recibiendo los correos de sus pedidos, y sus enlaces seguirán funcionando.",
      undo: "Volver a recibirlos",
      resumedTitle: "Volverá a recibir estos correos",
      resumed: "{store} puede volver a avisar a {email} cuando se actualice un archivo.",
    },
  },
  ja: markPhrases({
    page: "更新日時：{date}",
    email: {
      subject: "【{{ store.name }}】{{ update.product }} の新しいバージョンのお知らせ",
      heading: "{{ update.product }} の|新しい|バージョンを|ご用意しました",
      introduction:
        "{{ store.name }} が、|ご注文（{{ order.name }}）の|ファイル（{{ update.filename }}）を|更新しました。|新しい|バージョンは、|ご注文ページから|ダウンロードできます。",
      news: "更新内容：",
      reason: "このメールは、|{{ store.name }} で|{{ update.product }} を|購入された|お客様に|お送りしています。",
      stop: "更新の|お知らせメールを|停止する",
    },
    stop: {
      title: "更新の|お知らせメール",
      words:
        "購入された|ファイルが|更新されると、|{store} から|お知らせメールが|届きます。|{email} への|お知らせメールを|停止しますか？",
      button: "お知らせメールを|停止する",
      doneTitle: "お知らせメールを|停止しました",
      done: "今後、|{store} から|{email} へ|更新の|お知らせメールは|届きません。|ご注文に|関する|メールは|これまでどおり|届き、|リンクも|引き続き|使えます。",
      undo: "お知らせメールを|再開する",
      resumedTitle: "お知らせメールを|再開しました",
      resumed: "ファイルが|更新されると、|{store} から|{email} へ|お知らせメールが|届きます。",
    },
  }),
};
