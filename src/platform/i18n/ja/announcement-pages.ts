import type { AnnouncementPageTexts } from "../texts.ts";

export const announcementPages: AnnouncementPageTexts = {
  stopUpdates: {
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
};
