/** @jsxImportSource hono/jsx */

import type { Excerpt } from "./excerpts.ts";
import { manualDocument } from "./layout.tsx";
import { type Manual, manualPath } from "./manual.ts";
import { type Hit, searchManual } from "./search.ts";

/** The page with the results of a search. */
export async function resultsPage({ frame, sections }: Manual, query: string): Promise<string> {
  const hits = await searchManual(sections, query);
  return manualDocument({
    frame,
    title: `Search: ${query}`,
    address: null,
    query,
    children: <Results hits={hits} query={query} />,
  });
}

function Results({ hits, query }: { hits: Hit[]; query: string }) {
  if (hits.length === 0) {
    return (
      <>
        <h1>Nothing found</h1>
        <p>
          No section has a word of “{query}”. Try other words, or see <a href={manualPath}>all pages</a>.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Search: {query}</h1>
      <ul class="hits">
        {hits.map(({ section: { address, anchor, heading, level, page }, excerpt }) => (
          <li key={`${address}#${anchor}`}>
            <a href={level === 1 ? address : `${address}#${anchor}`}>{heading}</a>
            {level > 1 && <span class="page">{page}</span>}
            {excerpt && <Shown {...excerpt} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Shown({ isCode, parts }: Excerpt) {
  const marked = parts.map((part, index) => (index % 2 === 1 ? <mark key={String(index)}>{part}</mark> : part));
  return isCode ? <pre>{marked}</pre> : <p>{marked}</p>;
}

/** The page for an address without a page. */
export function noPage({ frame }: Manual): string {
  const children = (
    <>
      <h1>There is no page at this address</h1>
      <p>
        Search for it above, or see <a href={manualPath}>all pages</a>.
      </p>
    </>
  );
  return manualDocument({ frame, title: "No such page", address: null, children });
}
