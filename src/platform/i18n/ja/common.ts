import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "本文へスキップ", language: "言語" },
  instant: { date: "{date}", time: "{time} UTC" },
  left: {
    downloads: { other: "残り {count} 回" },
    none: "残り 0 回",
    unlimited: "回数制限なし",
    ofEachFile: { other: "ファイルごとに|残り {count} 回" },
    opens: { other: "残り {count} 回" },
    noOpens: "残り 0 回",
    unlimitedOpens: "回数制限なし",
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
    noneForTest: "テスト注文の|ため、|ライセンスキーは|発行されません。",
    none: "このご注文には、|この商品の|ライセンスキーは|含まれていません。",
  },
  devices: {
    title: "デバイス",
    help: "ライセンスは|次の|デバイスで|有効に|なっています。|別の|デバイスで|使うには、|いずれかを|削除して|ください。",
    unnamed: "名前の|ない|デバイス",
    lastUsed: "最終利用：{date}",
    remove: "削除",
    removed: "削除しました。|別の|デバイスで|ライセンスを|使えます。",
    mostRemoved: "30 日間に|{count} 台まで|削除できます。",
    ofDevice: "デバイス {name}",
    tooMany: "今月は|これ以上|デバイスを|削除できません。|{store} に|お問い合わせ|ください。",
  },
};
