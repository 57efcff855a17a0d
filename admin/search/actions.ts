import type { SearchResult } from "../api/search.ts";
import { quoted } from "../components/format.ts";
import { orderAddress } from "../components/order-address.ts";
import { readableText } from "../components/readable-address.ts";
import type { Choice } from "./choice.ts";
import { screensNamed, screensNear } from "./matching.ts";

/** What can be done with an order, by the word that asks for it, and the dialog on its screen. */
const verbs = [
  { verb: "resend", title: "Resend the email of", dialog: "resend" },
  { verb: "extend", title: "Extend", dialog: "extend" },
  { verb: "edit", title: "Edit", dialog: "edit" },
];

/** What is typed, without a word at its beginning that asks for something to be done with an order. */
export function readTyped(typed: string): { verb: (typeof verbs)[number] | null; text: string } {
  const [, word = "", text = ""] = /^(\p{L}+)\s+(.+)$/u.exec(typed.trim()) ?? [];
  const verb = verbs.find((one) => one.verb === word.toLowerCase());
  return verb ? { verb, text } : { verb: null, text: typed.trim() };
}

/** The docs' own search, which finds what has no screen. Opened in a new tab. */
const helpWith = (text: string): Choice => ({
  key: "help",
  group: "Help",
  title: `Search the help for ${quoted(text)}`,
  to: `/docs?${new URLSearchParams({ q: text })}`,
});

/**
 * The actions that what is typed names, and what the search found. If an answered search found nothing, what is only
 * near to it, and the help: before the answer, a quick Enter would open them in place of an order.
 */
export function choicesFor(
  typed: string,
  results: SearchResult[],
  { canChange, isAnswered }: { canChange: boolean; isAnswered: boolean },
): Choice[] {
  const { verb, text } = readTyped(typed);
  const orders = verb && canChange ? results.filter(isOrder).map((order) => orderAction(order, verb)) : [];
  const named = screensNamed(typed, { canChange });
  const here = [...orders, ...named, ...results.map(choiceOf)];
  if (!isAnswered || results.length > 0) return here;
  return [...here, ...(named.length > 0 ? [] : screensNear(typed, { canChange })), helpWith(text)];
}

const isOrder = ({ type }: SearchResult) => type === "order";

const orderAction = ({ id, title, subtitle }: SearchResult, verb: (typeof verbs)[number]): Choice => ({
  key: `${verb.verb}-${id}`,
  group: "Actions",
  title: `${verb.title} ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  subtitle: readableText(subtitle),
  to: `${orderAddress(id)}?dialog=${verb.dialog}`,
});

const groups = { order: "Orders", product: "Products", customer: "Customers" } as const;

function choiceOf({ type, id, title, subtitle, url }: SearchResult): Choice {
  const { pathname, search } = new URL(url);
  return {
    key: `${type}-${id}`,
    group: groups[type],
    title: readableText(title),
    subtitle: readableText(subtitle),
    to: pathname + search,
  };
}
