import type { SignInEmailTexts } from "../email-texts.ts";

export const signInEmails: SignInEmailTexts = {
  signInEmails: {
    password_reset: {
      subject: "Set a new password for {store}",
      heading: "Set a new password",
      introduction: "We received a request to set a new password for your account at {store}.",
      note: "This link works once and expires in one hour. If you did not request it, ignore this email. Your password will not change.",
      button: "Set a new password",
    },
    sign_in_link: {
      subject: "Your sign-in link for {store}",
      heading: "Sign in to {store}",
      introduction: "We received a request for a link to sign in to your account at {store}.",
      note: "This link works once and expires in 15 minutes. If you did not request it, ignore this email. Do not share the link.",
      button: "Sign in",
    },
  },
};
