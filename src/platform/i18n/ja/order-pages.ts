import type { OrderPageTexts } from "../texts.ts";

export const orderPages: OrderPageTexts = {
  order: {
    gift: "{giver} 様からの|ギフト",
    documentTitle: "{store} からのダウンロード",
    title: "ダウンロード",
    withoutFiles: { documentTitle: "{store} での|ご注文", title: "ご注文" },
    greetings: {
      empty: {
        named: "{name} 様、|ご注文ありがとうございます。",
        unnamed: "ご注文ありがとうございます。",
      },
      open: {
        named: "{name} 様、|ご注文ありがとうございます。|ご注文の|内容は|以下の|とおりです。",
        unnamed: "ご注文ありがとうございます。|ご注文の|内容は|以下の|とおりです。",
      },
      partial: {
        named:
          "{name} 様、|ご注文ありがとうございます。|ご用意できた|商品は|以下の|とおりです。|残りは、|準備が|でき次第|お届けします。",
        unnamed:
          "ご注文ありがとうございます。|ご用意できた|商品は|以下の|とおりです。|残りは、|準備が|でき次第|お届けします。",
      },
      expired: {
        named: "{name} 様、|ご注文の|有効期限が|切れています。",
        unnamed: "ご注文の|有効期限が|切れています。",
      },
      used_up: {
        named: "{name} 様、|ダウンロード回数が|上限に|達しました。",
        unnamed: "ダウンロード回数が|上限に|達しました。",
      },
    },
    giftGreetings: {
      empty: {
        named: "{name} 様、|ギフトが|届いています。",
        unnamed: "ギフトが|届いています。",
      },
      open: {
        named: "{name} 様、|ギフトの|内容は|以下の|とおりです。",
        unnamed: "ギフトの|内容は|以下の|とおりです。",
      },
      partial: {
        named:
          "{name} 様、|ギフトのうち、|ご用意できた|商品は|以下の|とおりです。|残りは、|準備が|でき次第|お届けします。",
        unnamed: "ギフトのうち、|ご用意できた|商品は|以下の|とおりです。|残りは、|準備が|でき次第|お届けします。",
      },
    },
    order: "ご注文番号",
    placed: "ご注文日時",
    total: "合計",
    invoice: "請求書",
    viewInvoice: "請求書を|見る",
    quantityOf: "数量：{count}",
    fromTheStore: "ストアからのお知らせ",
    nothingTitle: "ダウンロードできる|商品は|まだありません",
    nothing: "このご注文には|ダウンロード商品が|含まれていません。|ご不明な点は、|{store} に|お問い合わせください。",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "ご注文全体を|見る",
    quantity: "数量",
    files: "ファイル",
    updatesUntil: "アップデートの|提供期限は|{date}です。",
  },
  expiry: {
    until: "有効期限",
    wasUntil: "有効期限（期限切れ）",
    never: "期限なし",
    fromFirstDownload: { name: "有効期限", time: "最初の|ダウンロードから | {duration}" },
    soon: "1 分以内",
    justNow: "たった今",
    title: "ご注文の|有効期限が|切れています",
    help: "ストアが|ご注文を|更新すると、|リンクは|再び|使えるように|なります。",
  },
  file: {
    download: "ダウンロード",
    open: "開く",
    started: "ダウンロードを|開始しました",
    takes: "お使いの|回線で|約{duration}",
    takesAtMost: "お使いの|回線で|最大{duration}",
    opensAt: "{host} で|開きます",
    about: "約{size}",
    usedUp: "このファイルの|ダウンロード回数が|上限に|達しました。",
    linkUsedUp: "このリンクを|開ける|回数の|上限に|達しました。",
    notAvailableYet: "このファイルは|まだ|準備中です。|{store} が|追加すると、|ここに|表示されます。",
    updated: "更新日時：{date}",
    kinds: {
      pdf: "PDF 文書",
      ebook: "電子書籍",
      zip: "ZIP ファイル",
      archive: "圧縮ファイル",
      windowsProgram: "Windows プログラム",
      macDiskImage: "Mac 用|ディスクイメージ",
      macInstaller: "Mac 用|インストーラー",
      androidApp: "Android アプリ",
      diskImage: "ディスクイメージ",
      document: "文書",
      spreadsheet: "スプレッドシート",
      presentation: "プレゼンテーション",
      photoshop: "Photoshop ファイル",
      font: "フォント",
      audio: "音声",
      video: "動画",
      image: "画像",
      text: "テキスト",
      file: "ファイル",
    },
  },
  allFiles: {
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
    previous: "前の|トラック",
    next: "次の|トラック",
  },
  renewal: {
    allUsedUpTitle: "ダウンロード回数が|上限に|達しました",
    usedUpTitle: "ダウンロード回数が|上限に|達した|ファイルが|あります",
    usedUpHelp: "{store} が|ご注文を|更新すると、|再び|ダウンロードできます。",
    askHelp: "ご注文番号は | {store} に|自動的に|伝わります。|依頼が|承認されると、|メールで|お知らせします。",
    message: "ストアへの|メッセージ（任意）",
    ask: "{store} に|更新を|依頼する",
    sent: "{date} に | {store} へ|依頼を|送信しました。|承認されると、|メールで|お知らせします。",
    declined:
      "{date} の|ご依頼は、|{store} に|承認されませんでした。|引き続き|ご利用を|希望される|場合は、|ストアに|お問い合わせください。",
    endedTitle: "ご利用期間が|終了しました",
    ended:
      "お支払い済みの|ご利用期間は | {date} に|終了しました。|{store} で|次回の|お支払いが|確認されると、|リンクは|再び|使えるように|なります。",
    renewHelp: "ご注文は|ご自身で|更新できます。|更新すると、|リンクは|すぐに|使えるように|なります。",
    renew: "今すぐ|更新する",
    renewed: "ご注文を|更新しました。|リンクは|再び|使えるように|なりました。",
    renewalsLeft: { other: "あと {count} 回|更新できます" },
  },
  fine: {
    personal: "このページは|お客様専用です。|アドレスを|知っている|人は|誰でも|内容を|利用できます。",
  },
};
