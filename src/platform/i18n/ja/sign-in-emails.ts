import type { SignInEmailTexts } from "../email-texts.ts";

export const signInEmails: SignInEmailTexts = {
  signInEmails: {
    password_reset: {
      subject: "{store} の新しいパスワードの設定",
      heading: "新しい|パスワードの|設定",
      introduction: "{store} の|アカウントについて、|新しい|パスワードの|設定を|受け付けました。",
      note: "このリンクは | 1 時間以内に | 1 回だけ|使えます。|お心当たりがない|場合は、|このメールを|無視してください。|パスワードは|変わりません。",
      button: "パスワードを|設定する",
    },
    sign_in_link: {
      subject: "{store} のログイン用リンク",
      heading: "{store} に|ログイン",
      introduction: "{store} の|アカウントへの|ログイン用リンクの|請求を|受け付けました。",
      note: "このリンクは | 15 分以内に | 1 回だけ|使えます。|お心当たりがない|場合は、|このメールを|無視してください。|このリンクは|誰にも|教えないでください。",
      button: "ログインする",
    },
  },
};
