/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type Child, createContext, useContext } from "hono/jsx";
import type { Localization } from "../../platform/i18n/localization.ts";
import { LanguageContext, useLocalization } from "./language.tsx";

/** HTML in pieces, each of which takes far less than a millisecond to render. */
export type Pieces = Generator<string, void, undefined>;

/** A placeholder for a list in the HTML around it. Texts cannot contain this, because their `<` is escaped. */
const place = "<!--list-->";

const ListsContext = createContext<Pieces[]>([]);

/** A list that may be long, on a page that `inPieces` renders: each of its elements is a piece. */
export function LongList<Entry>({ of, children }: { of: Entry[]; children: (entry: Entry) => Child }) {
  const local = useLocalization();
  useContext(ListsContext).push(renderEach(of, local, children));
  return raw(place);
}

function* renderEach<Entry>(entries: Entry[], local: Localization, render: (entry: Entry) => Child): Pieces {
  for (const entry of entries) yield* inPieces(local, render(entry));
}

/** Renders an element, and the elements of its long lists only when the caller asks for the next piece. */
export function* inPieces(local: Localization, element: Child): Pieces {
  const lists: Pieces[] = [];
  const html = (
    <ListsContext.Provider value={lists}>
      <LanguageContext.Provider value={local}>{element}</LanguageContext.Provider>
    </ListsContext.Provider>
  ).toString();
  for (const [index, part] of html.split(place).entries()) {
    const before = lists[index - 1];
    if (before) yield* before;
    yield part;
  }
}
