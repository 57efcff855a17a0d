import type { LibraryPageTexts } from "../texts.ts";

export const libraryPages: LibraryPageTexts = {
  home: {
    title: "{store} の|ダウンロード",
    useEmailLink: "ダウンロードするには、|ご注文時の|メールに|記載された|リンクを|開いてください。",
    cannotFind: "メールが|見つからない|場合",
    whereToLook: "迷惑メール|フォルダーを|ご確認ください。|見つからない|場合は、|ストアに|再送を|ご依頼ください。",
  },
  library: {
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
      gift: "{recipient} 様への|ギフト、|お届け：|{date}",
      states: {
        on_hold: "ストアが|確認中",
        revoked: "ストアが|取り消し済み",
        expired: "期限切れ",
        used_up: "ダウンロード回数の|上限に|到達",
      },
      kept: "メールの|リンクが|有効な|間は、|この|端末で|ご購入品を|表示できます。",
      keep: "30日間|この|端末で|表示する",
      keptUntil: "この|端末で|{date}|まで|ご購入品を|表示できます。",
      forget: "すべての|端末で|表示しない",
      ended: {
        title: "このリンクは|有効期限が|切れています",
        words: "メールの|リンクは | 1 時間|有効です。|新しい|リンクは|こちらから|お受け取りください。",
      },
    },
  },
};
