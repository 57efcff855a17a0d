import type { CustomerEmailTexts } from "../email-texts.ts";

/** The family name comes first. */
const customer =
  '{{ customer.lastName }}{% if customer.lastName != "" and customer.firstName != "" %} {% endif %}{{ customer.firstName }}';
const isNamed = 'customer.lastName != "" or customer.firstName != ""';
const greeting = `{% if ${isNamed} %}${customer} 様、|{% endif %}`;

/** What the customer of an order that does not work now can do, on this page. */
const renewal = (page: string) =>
  `{% if order.renewal == "renew" %}${page}から、|ご自身で|更新できます。{% elsif order.renewal == "ended" %}対処方法は、|${page}で|ご確認ください。{% else %}更新は、|${page}から|依頼できます。{% endif %}`;

export const customerEmails: CustomerEmailTexts = {
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
    test: "これは|テスト注文の|メールです。|ストアにのみ|届き、|購入者には|届きません。",
    template: {
      byState: {
        open: {
          subject: "【{{ store.name }}】{{ order.contents }}のご案内（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）の|{{ order.contents }}を|ご用意しました。",
          heading: "ご注文の|商品{% if order.isPartial %}の|一部{% endif %}を|ご用意しました",
          htmlIntroduction: `${greeting}ご注文（{{ order.name }}）の|{{ order.contents }}を|ご用意しました。`,
        },
        expired: {
          subject: "【{{ store.name }}】リンクの有効期限が切れています（ご注文番号 {{ order.name }}）",
          introduction: `{{ store.name }} の|ご注文（{{ order.name }}）の|リンクは|有効期限が|切れています。|${renewal("次の|ご注文ページ")}`,
          heading: "リンクの|有効期限が|切れています",
          htmlIntroduction: `${greeting}ご注文（{{ order.name }}）の|リンクは|有効期限が|切れています。|${renewal("ご注文ページ")}`,
        },
        used_up: {
          subject: "【{{ store.name }}】ダウンロード回数が上限に達しました（ご注文番号 {{ order.name }}）",
          introduction: `{{ store.name }} の|ご注文（{{ order.name }}）の|ダウンロード回数が|上限に|達しました。|${renewal("次の|ご注文ページ")}`,
          heading: "ダウンロード回数が|上限に|達しました",
          htmlIntroduction: `${greeting}ご注文（{{ order.name }}）の|ダウンロード回数が|上限に|達しました。|${renewal("ご注文ページ")}`,
        },
        waiting_for_key: {
          subject: "【{{ store.name }}】ライセンスキーは後ほどお送りします（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）を|承りました。|{{ order.keysDue }}|ご注文ページは|こちらです。",
          heading: "ご注文|ありがとう|ございます",
          htmlIntroduction: `${greeting}ご注文（{{ order.name }}）を|承りました。|{{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "【{{ store.name }}】ご注文ありがとうございます（ご注文番号 {{ order.name }}）",
          introduction:
            "{{ store.name }} を|ご利用いただき|ありがとうございます。|ご注文（{{ order.name }}）を|承りました。|{% if order.isPartial %}ファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|次の|ご注文ページから|ダウンロードできます。{% else %}ご注文ページは|こちらです。{% endif %}",
          heading: "ご注文|ありがとう|ございます",
          htmlIntroduction: `${greeting}ご注文（{{ order.name }}）を|承りました。|{% if order.isPartial %}ファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|ご注文ページから|ダウンロードできます。{% endif %}`,
        },
      },
      keys: {
        subject: `【{{ store.name }}】ライセンスキーのご案内（ご注文番号 {{ order.name }}）`,
        introduction: `{{ store.name }} の|ご注文（{{ order.name }}）の|ライセンスキーを|お送りします。|{% if order.keysDue %}{{ order.keysDue }}|{% endif %}この|ご注文の|{% if order.state == "expired" %}リンクは|有効期限が|切れています。{% else %}ダウンロード回数は|上限に|達しています。{% endif %}|${renewal("次の|ご注文ページ")}`,
        heading: `ライセンスキーの|ご案内`,
        htmlIntroduction: `${greeting}ご注文（{{ order.name }}）の|ライセンスキーを|お送りします。|{% if order.keysDue %}{{ order.keysDue }}|{% endif %}この|ご注文の|{% if order.state == "expired" %}リンクは|有効期限が|切れています。{% else %}ダウンロード回数は|上限に|達しています。{% endif %}|${renewal("ご注文ページ")}`,
      },
      gift: {
        subject: `【{{ store.name }}】{{ gift.giver }} 様からのギフト（ご注文番号 {{ order.name }}）`,
        introduction: `{{ gift.giver }} 様から|{{ store.name }} の|ギフトが|届きました|（ご注文番号 {{ order.name }}）。|{{ order.contents }}は|こちらから|ご利用|いただけます。`,
        heading: `{{ gift.giver }} 様からの|ギフトが|届きました`,
        htmlIntroduction: `${greeting}{{ gift.giver }} 様から|{{ store.name }} の|ギフトが|届きました|（ご注文番号 {{ order.name }}）。|{{ order.contents }}を|ご利用|いただけます。`,
      },
      renewed: {
        subject: `【{{ store.name }}】{% if gift %}{{ gift.giver }} 様からのギフト{% else %}ご注文{% endif %}が更新されました（ご注文番号 {{ order.name }}）`,
        introduction: `{% if gift %}{{ gift.giver }} 様からの|ギフト（ご注文番号 {{ order.name }}）が|更新されました。{% else %}{{ store.name }} の|ご注文（{{ order.name }}）が|更新されました。{% endif %}|リンクは、|次の|ページから|再び|ご利用いただけます。`,
        heading: `{% if gift %}ギフトが{% else %}ご注文が{% endif %}|更新されました`,
        htmlIntroduction: `${greeting}{% if gift %}{{ gift.giver }} 様からの|ギフト（ご注文番号 {{ order.name }}）が|更新されました。{% else %}ご注文（{{ order.name }}）が|更新されました。{% endif %}|リンクを|再び|ご利用いただけます。`,
      },
      giftMessage: `{{ gift.giver }} 様からの|メッセージ：`,
      hello: `{% if ${isNamed} %}${customer} 様{% else %}お客様{% endif %}`,
      openOrder: "{% if gift %}ギフト{% else %}ご注文{% endif %}を|確認する",
      quantity: "数量：{{ item.quantity }}",
      licenseKeys: "ライセンスキー",
      colon: "：",
      moreKeys: "残り {{ item.moreKeys }} 個は、|ご注文ページで|ご確認ください",
      moreItems: "ご注文ページには、|ほかに {{ order.moreItems }} 点の|商品が|あります",
      notAvailableYet:
        "このファイルは|まだ|準備中です。|{{ store.name }} が|追加すると、|このリンクから|ご利用いただけます。",
      help: "うまく|いかない|場合や|ご不明な|点が|ある|場合は、|このメールに|ご返信ください。",
      personal:
        "{% if order.hasKeys %}リンクと|ライセンスキーは|お客様専用です。|他の人に|教えないでください。{% else %}リンクは|お客様専用です。|他の人に|教えないでください。{% endif %}",
      addressToCopy: "ボタンが|使えない|場合は、|次の|アドレスを|ブラウザーに|コピーしてください。",
      sentBy: "送信元",
    },
  },
  libraryEmail: {
    subject: "【{store}】リンクのご案内",
    heading: "{store} の|リンク",
    introduction:
      "現在|リンクを|ご利用いただける|ご注文は|以下の|とおりです。|下の|リンクを|開くと、|このアドレスで|ご購入された|商品と|受け取られた|ギフトが|すべて|表示されます。",
    nothing:
      "現在|使える|リンクは|ありません。|下の|リンクを|開くと、|このアドレスで|ご購入された|商品と|受け取られた|ギフトの|すべて、|そして|対処方法が|表示されます。",
    gifts:
      "以下は|ギフトです。|ほかの|方への|もの、|または|後日|お届けする|ものです。|下の|リンクを|開くと、|このアドレスで|ご購入された|商品と|受け取られた|ギフトが|すべて|表示されます。",
    button: "すべて|見る",
    note: "すべてを|表示する|リンクは | 1 時間|使えます。|お心当たりがない|場合は、|このメールを|無視してください。",
    order: "ご注文 {order}",
  },
  giftEmail: {
    subject: "【{store}】{recipient} 様へのギフト（ご注文番号 {order}）",
    heading: {
      now: "{recipient} 様への|ギフトを|お送りします",
      later: "{recipient} 様への|ギフトを|{date}に|お届けします",
    },
    greeting: { named: "{name} 様、|", unnamed: "" },
    recipient: { named: "{name} 様（{address}）", unnamed: "{address} 様" },
    now: "ご注文（{order}）|ありがとうございます。|{recipient}に|リンクを|メールで|お送りします。|商品：|{products}。",
    later:
      "ご注文（{order}）|ありがとうございます。|{recipient}に|リンクを | {date} に|メールで|お送りします。|商品：|{products}。",
    note: "リンクは|受け取る|方だけが|使えます。|アドレスや|日時を|変更する|場合は、|このメールに|ご返信ください。",
  },
  announcementEmail: {
    subject: "【{{ store.name }}】{{ update.product }} の新しいバージョンのお知らせ（ご注文番号 {{ order.name }}）",
    heading: "{{ update.product }} の|新しい|バージョンを|ご用意しました",
    introduction:
      "{{ store.name }} が、|{% if gift %}ギフト{% else %}ご注文{% endif %}（{{ order.name }}）の|ファイル（{{ update.filename }}）を|更新しました。|新しい|バージョンは、|{% if gift %}ギフトの|ページ{% else %}ご注文ページ{% endif %}から|ダウンロードできます。",
    news: "更新内容：",
    reason:
      "このメールは、|{{ store.name }} {% if gift %}の|{{ update.product }} を|ギフトとして|受け取られた{% else %}で|{{ update.product }} を|購入された{% endif %}|お客様に|お送りしています。",
    stop: "更新の|お知らせメールを|停止する",
  },
};
