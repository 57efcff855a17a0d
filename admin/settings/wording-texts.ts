import type { WordingName } from "../api/wording.ts";

const updateWords = "Must contain {{ order.url }} and {{ update.stopUrl }}, where customers stop these emails.";

/** Label of each text, and where customers see it. */
export const texts: Record<WordingName, { label: string; words: string }> = {
  email_subject: { label: "Email: subject", words: "The subject of the delivery email." },
  email_text: {
    label: "Email: plain text",
    words: "For email apps that show no HTML. Must contain {{ order.url }}, the customer's link.",
  },
  email_html: {
    label: "Email: HTML",
    words: "What most customers see. Must contain {{ order.url }}, the customer's link.",
  },
  update_subject: { label: "Update email: subject", words: "The subject of the email about a new version of a file." },
  update_text: { label: "Update email: plain text", words: updateWords },
  update_html: { label: "Update email: HTML", words: updateWords },
  page_greeting: { label: "Order page: greeting", words: "Shown below the heading of the order page." },
  page_notice: { label: "Order page: notice", words: "Shown in a box above the downloads. Leave empty to hide it." },
  page_footer: { label: "Order page: footer", words: "Shown at the end of the order page. Leave empty to hide it." },
};

export const names = Object.keys(texts) as WordingName[];
