import { markPhrases } from "../japanese-phrases.ts";
import type { Texts } from "../texts.ts";

/** `|` ends a phrase. Lines break only there (`japanese-phrases.ts`). */
export const ja: Texts = markPhrases({
  frame: { skip: "本文へスキップ", language: "言語" },
  home: {
    title: "{store} の|ダウンロード",
    useEmailLink: "ダウンロードするには、|ご注文時の|メールに|記載された|リンクを|開いてください。",
    cannotFind: "メールが|見つからない|場合",
    whereToLook: "迷惑メール|フォルダーを|ご確認ください。|見つからない|場合は、|ストアに|再送を|ご依頼ください。",
  },
  order: {
    documentTitle: "{store} からのダウンロード",
    title: "ダウンロード",
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
        named: "{name} 様、|ダウンロードの|有効期限が|切れています。",
        unnamed: "ダウンロードの|有効期限が|切れています。",
      },
      used_up: {
        named: "{name} 様、|ダウンロード回数が|上限に|達しました。",
        unnamed: "ダウンロード回数が|上限に|達しました。",
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
  },
  expiry: {
    until: "有効期限",
    wasUntil: "有効期限（期限切れ）",
    never: "期限なし",
    fromFirstDownload: { name: "有効期限", time: "最初の|ダウンロードから | {duration}" },
    soon: "1 分以内",
    justNow: "たった今",
    title: "ダウンロードの|有効期限が|切れています",
    help: "ストアが|ご注文を|更新すると、|このページから|再び|ダウンロードできます。",
  },
  file: {
    download: "ダウンロード",
    open: "開く",
    started: "ダウンロードを|開始しました",
    opensAt: "{host} で|開きます",
    usedUp: "このファイルの|ダウンロード回数が|上限に|達しました。",
    linkUsedUp: "このリンクを|開ける|回数の|上限に|達しました。",
    notAvailableYet: "このファイルは|まだ|準備中です。|{store} が|追加すると、|ここに|表示されます。",
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
  left: {
    downloads: { other: "残り {count} 回" },
    none: "残り 0 回",
    unlimited: "回数制限なし",
    ofEachFile: { other: "ファイルごとに|残り {count} 回" },
  },
  keys: {
    one: "ライセンスキー",
    several: { other: "ライセンスキー（{count} 個）" },
    copy: "コピー",
    copyAll: "すべて|コピー",
    copied: "コピー済み",
    ofKey: "ライセンスキー {key}",
    due: { other: "ライセンスキー|（{count} 個）は、|後ほど|メールで|お送りします。" },
    moreDue: { other: "残りの|ライセンスキー|（{count} 個）は、|後ほど|メールで|お送りします。" },
  },
  fine: {
    personal: "このページは|お客様専用です。|アドレスを|知っている|人は|誰でも|ダウンロードできます。",
  },
  problem: {
    whatToDo: "対処方法",
    theStore: "ご注文先の|ストア",
    resume:
      "ダウンロードが|中断された|場合は、|1 日以内なら、|ブラウザーの|ダウンロード一覧から|再開できます。|再開しても|回数は|減りません。",
    emailFollows: "確認が|終わると、|メールで|お知らせします。",
    storeIsAt: "ストアの|アドレスは {address} です。",
    on_hold: {
      sentence: "ストアがこのご注文を確認しています。後でもう一度同じリンクをお試しください。",
      title: "ストアが|ご注文を|確認しています",
      happened: "確認が|終わるまで、|このご注文の|リンクは|使えません。",
      next: "お手続きは|必要ありません。|ご不明な|点が|ある|場合は、|{store} に|お問い合わせください。",
    },
    revoked: {
      sentence: "ストアがこのご注文を取り消しました。ご不明な点がある場合は、ストアにお問い合わせください。",
      title: "ストアが|このご注文を|取り消しました",
      happened: "このご注文の|ファイルと|ライセンスキーは、|ここでは|利用できなくなりました。",
      next: "ご不明な|点が|ある|場合は、|{store} に|お問い合わせください。",
    },
    item_revoked: {
      sentence: "ストアがこの商品を取り消しました。ご不明な点がある場合は、ストアにお問い合わせください。",
      title: "ストアが|この商品を|取り消しました",
      happened:
        "この商品の|ファイルと|ライセンスキーは、|ここでは|利用できなくなりました。|ご注文の|ほかの商品に|影響は|ありません。",
      next: "ご不明な|点が|ある|場合は、|{store} に|お問い合わせください。",
    },
    used_up: {
      sentence: "このファイルのダウンロード回数が上限に達しました。ご注文の更新はストアにご依頼ください。",
      title: "ダウンロード回数が|上限に|達しました",
      happened: "このファイルは、|ご注文で|認められた|回数だけ|ダウンロードされています。",
      next: "ご注文の|更新を | {store} に|ご依頼ください。|更新されると、|このファイルを|再び|ダウンロードできます。",
    },
    expired: {
      sentence: "このリンクは有効期限が切れています。ご注文の更新はストアにご依頼ください。",
      title: "このリンクは|有効期限が|切れています",
      happened: "ご注文の|ダウンロード期間が|終了しました。",
      next: "ご注文の|更新を | {store} に|ご依頼ください。|更新されると、|このリンクは|再び|使えるように|なります。",
    },
    not_found: {
      sentence: "このリンクは使えません。リンクが途中で切れているか、ページが削除されています。",
      title: "このリンクは|使えません",
      happened: "リンクが|途中で|切れているか、|ページが|削除されています。",
      next: "メールの|リンクを|もう一度|開くか、|リンク全体を|ブラウザーに|コピーしてください。|それでも|開けない|場合は、|{store} に|お問い合わせください。",
    },
    file_missing: {
      sentence: "ストアがまだファイルを追加していません。後でもう一度同じリンクをお試しください。",
      title: "このファイルは|まだ|準備中です",
      happened: "リンクは|正しいのですが、|ストアが|まだ|ファイルを|追加していません。",
      next: "後で|もう一度|同じ|リンクを|開くか、|{store} に|お問い合わせください。|ダウンロード回数は|減っていません。",
    },
    foreign_form: {
      sentence: "このフォームは別のサイトから送信されたため、処理されませんでした。リンクをもう一度開いてください。",
      title: "送信|されませんでした",
      happened: "このフォームは、|このページではなく|別の|サイトから|送信されました。",
      next: "メールの|リンクを|もう一度|開くか、|{store} に|お問い合わせください。",
    },
    unknown_store: {
      sentence: "このアドレスにストアはありません。ドメイン名をご確認ください。",
      title: "このアドレスに|ストアは|ありません",
      happened: "この|ドメイン名を|使っている|ストアは|ありません。",
      next: "アドレスに|誤りが|ないか|確認するか、|メールの|リンクを|もう一度|開いてください。",
    },
    unavailable: {
      sentence: "現在このファイルをダウンロードできません。1 分ほど待ってからもう一度お試しください。",
      title: "1 分後に|もう一度|お試しください",
      happened: "現在、|アクセスが|集中しているか、|ファイルを|読み込めない|状態です。",
      next: "1 分ほど|待ってから、|リンクを|もう一度|開いてください。|それでも|開けない|場合は、|{store} に|お問い合わせください。",
    },
    internal: {
      sentence: "サーバーで問題が発生しました。数分後にもう一度お試しください。",
      title: "問題が|発生しました",
      happened: "原因は|お客様では|なく、|サービス側に|あります。",
      next: "数分後に|もう一度|お試しください。|それでも|解決しない|場合は、|{store} に|お問い合わせください。",
    },
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
      "{date} の|ご依頼は、|{store} に|承認されませんでした。|引き続き|ダウンロードが|必要な|場合は、|ストアに|お問い合わせください。",
    renewHelp: "ご注文は|ご自身で|更新できます。|更新すると、|リンクは|すぐに|使えるように|なります。",
    renew: "今すぐ|更新する",
    renewed: "ご注文を|更新しました。|リンクは|再び|使えるように|なりました。",
    renewalsLeft: { other: "あと {count} 回|更新できます" },
  },
  instant: { date: "{date}", time: "{time} UTC" },
  email: {
    contents: {
      downloads: "ダウンロード",
      key: "ライセンスキー",
      keys: "ライセンスキー",
      downloadsAndKey: "ダウンロードと|ライセンスキー",
      downloadsAndKeys: "ダウンロードと|ライセンスキー",
    },
    expiry: {
      never: "リンクに|有効期限は|ありません。",
      past: "リンクの|有効期限は | {date} に|切れました。",
      until: "リンクの|有効期限は | {date} です|（{distance}）。",
      fromFirstDownload: "リンクの|有効期限は、|最初の|ダウンロードから | {duration} です。",
    },
    template: {
      byState: {
        open: {
          subject: "【{{ store.name }}】{{ order.contents }}のご案内（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）の|{{ order.contents }}を|ご用意しました。",
          heading: "ご注文の|商品{% if order.isPartial %}の|一部{% endif %}を|ご用意しました",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）の|{{ order.contents }}を|ご用意しました。`,
        },
        expired: {
          subject: "【{{ store.name }}】リンクの有効期限が切れています（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} の|ご注文（{{ order.name }}）の|リンクは|有効期限が|切れています。|更新は、|次の|ご注文ページから|依頼できます。",
          heading: "リンクの|有効期限が|切れています",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）の|リンクは|有効期限が|切れています。|更新は、|ご注文ページから|依頼できます。`,
        },
        used_up: {
          subject: "【{{ store.name }}】ダウンロード回数が上限に達しました（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} の|ご注文（{{ order.name }}）の|ダウンロード回数が|上限に|達しました。|ご注文の|更新は、|次の|ご注文ページから|依頼できます。",
          heading: "ダウンロード回数が|上限に|達しました",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）の|ダウンロード回数が|上限に|達しました。|ご注文の|更新は、|ご注文ページから|依頼できます。`,
        },
        waiting_for_key: {
          subject: "【{{ store.name }}】ライセンスキーは後ほどお送りします（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）を|承りました。|{{ order.keysDue }}|ご注文ページは|こちらです。",
          heading: "ご注文ありがとうございます",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）を|承りました。|{{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "【{{ store.name }}】ご注文ありがとうございます（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）を|承りました。|ファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|次の|ご注文ページから|ダウンロードできます。",
          heading: "ご注文ありがとうございます",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）を|承りました。|ファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|ご注文ページから|ダウンロードできます。`,
        },
      },
      keys: {
        subject: `【{{ store.name }}】ライセンスキーのご案内（ご注文番号 {{ order.name }}）`,
        introduction: `{{ store.name }} の|ご注文（{{ order.name }}）の|ライセンスキーを|お送りします。|{% if order.keysDue %}{{ order.keysDue }}|{% endif %}この|ご注文の|{% if order.state == "expired" %}リンクは|有効期限が|切れています。{% else %}ダウンロード回数は|上限に|達しています。{% endif %}|更新は、|次の|ご注文ページから|依頼できます。`,
        heading: `ライセンスキーの|ご案内`,
        htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、|{% endif %}ご注文（{{ order.name }}）の|ライセンスキーを|お送りします。|{% if order.keysDue %}{{ order.keysDue }}|{% endif %}この|ご注文の|{% if order.state == "expired" %}リンクは|有効期限が|切れています。{% else %}ダウンロード回数は|上限に|達しています。{% endif %}|更新は、|ご注文ページから|依頼できます。`,
      },
      hello: `{% if customer.firstName != "" %}{{ customer.firstName }} 様{% else %}お客様{% endif %}`,
      openOrder: "ご注文を|確認する",
      quantity: "数量：{{ item.quantity }}",
      licenseKeys: "ライセンスキー",
      colon: "：",
      moreKeys: "残り {{ item.moreKeys }} 個は、|ご注文ページで|ご確認ください",
      moreItems: "ご注文ページには、|ほかに {{ order.moreItems }} 点の|商品が|あります",
      notAvailableYet:
        "このファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|このリンクから|ご利用いただけます。",
      help: "うまく|いかない|場合や|ご不明な|点が|ある|場合は、|このメールに|ご返信ください。",
      personal:
        "{% if order.hasKeys %}リンクと|ライセンスキーは|お客様専用です。|他の人に|教えないでください。{% else %}リンクは|お客様専用です。|リンクを|知っている|人は|誰でも|ダウンロードできます。{% endif %}",
      addressToCopy: "ボタンが|使えない|場合は、|次の|アドレスを|ブラウザーに|コピーしてください。",
      sentBy: "送信元",
    },
  },
});
