import type { Texts } from "./texts.ts";

export const ja: Texts = {
  frame: { skip: "本文へ移動", language: "言語" },
  home: {
    title: "{store} のダウンロード",
    behindEmail: "ご注文時にお送りしたメールのリンクから、ダウンロードページを開けます。",
    cannotFind: "メールが見つからない場合",
    whereToLook: "迷惑メールフォルダーもご確認ください。見つからない場合は、ストアに再送をご依頼ください。",
  },
  order: {
    documentTitle: "{store} からのダウンロード",
    title: "ダウンロード",
    greetings: {
      empty: {
        named: "{name} 様、ご注文ありがとうございます。",
        unnamed: "ご注文ありがとうございます。",
      },
      open: {
        named: "{name} 様、ご注文ありがとうございます。ご注文の内容は以下のとおりです。",
        unnamed: "ご注文ありがとうございます。ご注文の内容は以下のとおりです。",
      },
      expired: {
        named: "{name} 様、このご注文のダウンロードは有効期限が切れています。",
        unnamed: "このご注文のダウンロードは有効期限が切れています。",
      },
      used_up: {
        named: "{name} 様、このご注文のダウンロード回数は上限に達しました。",
        unnamed: "このご注文のダウンロード回数は上限に達しました。",
      },
    },
    order: "ご注文番号",
    placed: "ご注文日時",
    quantityOf: "数量：{count}",
    fromTheStore: "ストアからのお知らせ",
    nothingTitle: "ダウンロードできるものはまだありません",
    nothing: "このご注文にはダウンロード商品がありません。お心当たりがない場合は、{store} にお問い合わせください。",
  },
  item: {
    documentTitle: "{product} – {store}",
    wholeOrder: "ご注文全体を見る",
    quantity: "数量",
    files: "ファイル",
  },
  expiry: {
    until: "有効期限",
    wasUntil: "有効期限（終了）",
    never: "期限なし",
    soon: "1 分以内",
    justNow: "たった今",
    title: "ダウンロードの有効期限が切れています",
    help: "ご注文が再開されると、このページのアドレスをこれまでどおりご利用いただけます。",
  },
  file: {
    download: "ダウンロード",
    open: "開く",
    opensAt: "{host} で開きます",
    usedUp: "このファイルのダウンロード回数の上限に達しました。",
    linkUsedUp: "このリンクの利用回数の上限に達しました。",
    notHereYet:
      "ファイルはまだ用意されていません。{store} が追加すると、このページに表示されます。しばらくしてからもう一度ご覧ください。",
    kinds: {
      pdf: "PDF 文書",
      ebook: "電子書籍",
      zip: "ZIP ファイル",
      archive: "圧縮ファイル",
      windowsProgram: "Windows プログラム",
      macDiskImage: "Mac 用ディスクイメージ",
      macInstaller: "Mac 用インストーラー",
      androidApp: "Android アプリ",
      diskImage: "ディスクイメージ",
      document: "文書",
      spreadsheet: "表計算ファイル",
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
    unlimited: "ダウンロード回数の制限なし",
    ofEachFile: { other: "ファイルごとに残り {count} 回" },
  },
  keys: {
    one: "ライセンスキー",
    several: { other: "ライセンスキー（{count} 個）" },
    copy: "コピー",
    copied: "コピー済み",
    ofKey: "ライセンスキー {key}",
  },
  fine: {
    personal: "このページのアドレスは他の人に教えないでください。アドレスを知っている人は誰でもダウンロードできます。",
  },
  problem: {
    whatToDo: "対処方法",
    theStore: "ご購入先のストア",
    used_up: {
      sentence:
        "このファイルは、ご注文で認められた回数だけダウンロードされています。回数の追加はストアにご依頼ください。",
      title: "ダウンロード回数の上限に達しました",
      happened: "このファイルは、ご注文で認められた回数だけダウンロードされています。",
      next: "ダウンロードが中断した場合は、ブラウザーのダウンロード一覧から再開してください。1 日以内であれば回数に含まれません。回数の追加については {store} にご依頼ください。",
    },
    expired: {
      sentence: "このリンクは有効期限が切れています。ご注文の再開はストアにご依頼ください。",
      title: "このリンクは有効期限が切れています",
      happened: "ダウンロードできる期間が終了しました。",
      next: "ご注文の再開については {store} にご依頼ください。再開後は、このリンクをこれまでどおりご利用いただけます。",
    },
    not_found: {
      sentence: "このアドレスには何もありません。リンクが途中で切れているか、リンク先が削除されています。",
      title: "このアドレスには何もありません",
      happened: "リンクが途中で切れているか、リンク先が削除されています。",
      next: "メールのリンクをもう一度開くか、最初から最後の文字までコピーしてください。それでも開けない場合は、{store} にお問い合わせください。",
    },
    file_missing: {
      sentence: "ストアがまだファイルを追加していません。しばらくしてから同じリンクをもう一度お試しください。",
      title: "ファイルはまだ用意されていません",
      happened: "リンクは正しいのですが、ストアがまだファイルを追加していません。",
      next: "しばらくしてから同じリンクをもう一度開くか、{store} にお問い合わせください。ダウンロード回数は減っていません。",
    },
    unknown_store: {
      sentence: "このアドレスにストアはありません。ホスト名をご確認ください。",
      title: "このアドレスにストアはありません",
      happened: "アドレスの最初の部分（ホスト名）に該当するストアがありません。",
      next: "アドレスに誤りがないかご確認のうえ、メールのリンクをもう一度開いてください。",
    },
    unavailable: {
      sentence: "現在ファイルをお届けできません。1 分ほど待ってからもう一度お試しください。",
      title: "しばらくしてからもう一度お試しください",
      happened: "現在アクセスが集中しているか、ファイルを読み込めません。",
      next: "1 分ほど待ってからリンクをもう一度開いてください。それでも開けない場合は、{store} にお問い合わせください。",
    },
    internal: {
      sentence: "サーバーで問題が発生しました。数分後にもう一度お試しください。",
      title: "問題が発生しました",
      happened: "お客様ではなく、サービス側の問題です。",
      next: "数分後にもう一度お試しください。それでも開けない場合は、{store} にお問い合わせください。",
    },
  },
  renewal: {
    allUsedUpTitle: "ダウンロード回数の上限に達しました",
    usedUpTitle: "ダウンロード回数の上限に達したファイルがあります",
    usedUpHelp: "{store} に回数の追加を依頼できます。",
    askHelp: "ご注文の情報は {store} に自動的に伝わります。依頼が承認されると、メールでお知らせします。",
    message: "ストアへのメッセージ（任意）",
    ask: "{store} に新しいリンクを依頼する",
    sent: "{date} に {store} へ依頼を送信しました。承認されると、メールでお知らせします。",
    declined:
      "{date} のご依頼は {store} に承認されませんでした。ダウンロードが必要な場合は、ストアにお問い合わせください。",
    renewHelp: "ご自身でダウンロードを更新できます。更新後すぐにご利用いただけます。",
    renew: "今すぐ更新する",
    renewed: "リンクを再びご利用いただけるようになりました。",
    renewalsLeft: { other: "残り {count} 回更新できます" },
  },
  instant: { date: "{date}", time: "{time} UTC" },
  email: {
    contents: {
      downloads: "ダウンロード",
      key: "ライセンスキー",
      keys: "ライセンスキー",
      downloadsAndKey: "ダウンロードとライセンスキー",
      downloadsAndKeys: "ダウンロードとライセンスキー",
    },
    expiry: {
      never: "これらのリンクに有効期限はありません。",
      past: "これらのリンクの有効期限は {date} に切れました。",
      until: "これらのリンクは {date} まで有効です（{distance}）。",
    },
    template: {
      byState: {
        open: {
          subject:
            "【{{ store.name }}】{{ order.contents }}のご案内（ご注文番号 {{ order.ownId | default: order.id }}）",
          introduction:
            "{{ store.name }} をご利用いただきありがとうございます。ご注文（{{ order.ownId | default: order.id }}）の{{ order.contents }}をご用意しました。",
          heading: "ご注文の商品をご用意しました",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、{% endif %}ご注文（{{ order.ownId | default: order.id }}）の{{ order.contents }}をご用意しました。`,
        },
        expired: {
          subject:
            "【{{ store.name }}】リンクの有効期限が切れています（ご注文番号 {{ order.ownId | default: order.id }}）",
          introduction:
            "{{ store.name }} のご注文（{{ order.ownId | default: order.id }}）のリンクは有効期限が切れています。新しいリンクは、次のご注文のページから依頼できます。",
          heading: "リンクの有効期限が切れています",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、{% endif %}ご注文（{{ order.ownId | default: order.id }}）のリンクは有効期限が切れています。新しいリンクは、ご注文のページから依頼できます。`,
        },
        used_up: {
          subject:
            "【{{ store.name }}】ダウンロード回数が上限に達しました（ご注文番号 {{ order.ownId | default: order.id }}）",
          introduction:
            "{{ store.name }} のご注文（{{ order.ownId | default: order.id }}）のダウンロード回数は上限に達しました。回数の追加は、次のご注文のページから依頼できます。",
          heading: "ダウンロード回数の上限に達しました",
          htmlIntroduction: `{% if customer.firstName != "" %}{{ customer.firstName }} 様、{% endif %}ご注文（{{ order.ownId | default: order.id }}）のダウンロード回数は上限に達しました。回数の追加は、ご注文のページから依頼できます。`,
        },
      },
      hello: `{% if customer.firstName != "" %}{{ customer.firstName }} 様{% else %}お客様{% endif %}`,
      openOrder: "ご注文を開く",
      quantity: "数量：{{ item.quantity }}",
      licenseKeys: "ライセンスキー",
      colon: "：",
      moreKeys: "残り {{ item.moreKeys }} 個は、ご注文のページでご確認ください",
      waiting: "ファイルはまだ用意されていません。{{ store.name }} が追加すると、このリンクからご利用いただけます。",
      keep: "これらのリンク{% if order.hasKeys %}とキー{% endif %}は他の人に教えないでください。リンクが使われると、ダウンロード回数が減ります。",
      addressToCopy: "ボタンが使えない場合は、次のアドレスをブラウザーにコピーしてください。",
      sentBy: "送信元",
    },
  },
};
