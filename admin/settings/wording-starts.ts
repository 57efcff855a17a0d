import type { WordingName } from "../api/wording.ts";
import type { Locale } from "../components/languages.ts";

const subjects: Record<Locale, string> = {
  en: "Your order {{ order.name }} from {{ store.name }}",
  de: "Ihre Bestellung {{ order.name }} bei {{ store.name }}",
  fr: "Votre commande {{ order.name }} chez {{ store.name }}",
  es: "Su pedido {{ order.name }} de {{ store.name }}",
  ja: "【{{ store.name }}】ご注文番号 {{ order.name }}",
};

const greetings: Record<Locale, string> = {
  en: "Thank you for your order. Here is everything it includes.",
  de: "Vielen Dank für Ihre Bestellung. Hier finden Sie alles, was Sie bestellt haben.",
  fr: "Merci pour votre commande. Voici tout ce qu’elle contient.",
  es: "Gracias por su pedido. Aquí tiene todo lo que incluye.",
  ja: "ご注文ありがとうございます。ご注文の内容は以下のとおりです。",
};

const updateSubjects: Record<Locale, string> = {
  en: "{{ update.product }} has been updated",
  de: "Neue Version: {{ update.product }}",
  fr: "Nouvelle version : {{ update.product }}",
  es: "Nueva versión: {{ update.product }}",
  ja: "【{{ store.name }}】{{ update.product }} の新しいバージョン",
};

/** What a short text begins with in place of the default text, which has code. Most stores write these without code. */
export function plainStart(name: WordingName, locale: Locale): string | undefined {
  if (name === "email_subject") return subjects[locale];
  if (name === "update_subject") return updateSubjects[locale];
  if (name === "page_greeting") return greetings[locale];
  return name === "page_notice" || name === "page_footer" ? "" : undefined;
}

/** Values that a button inserts into a short text. */
export const placeholders = [
  { label: "Store name", code: "{{ store.name }}" },
  { label: "First name", code: "{{ customer.firstName }}" },
  { label: "Order number", code: "{{ order.name }}" },
  { label: "Expiry", code: "{{ order.expiry }}" },
];
