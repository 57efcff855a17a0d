/** @jsxImportSource hono/jsx */

import { raw } from "hono/html";
import { type Child, Fragment } from "hono/jsx";
import { neighborsOf } from "./contents.ts";
import { type Frame, manualPath, type Neighbors, type Section } from "./manual.ts";

interface LayoutProps {
  frame: Frame;
  title: string;
  /** For previews of links. */
  description?: string;
  /** The page's own address; null for one that is not in the list. */
  address: string | null;
  /** The search text. */
  query?: string;
  /** The headings of the page, listed beside it. */
  headings?: Section[];
  children: Child;
}

/** A page of the documentation as an HTML document; `html` is its content. */
export function manualPage(props: Omit<LayoutProps, "children"> & { html: string }): string {
  return manualDocument({ ...props, children: raw(props.html) });
}

/** An HTML document with the list of all pages around its content. */
export function manualDocument(props: LayoutProps): string {
  return `<!doctype html>${(<Layout {...props} />).toString()}`;
}

function Layout({ frame, title, description, address, query = "", headings = [], children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {description && <meta name="description" content={description} />}
        <title>{title === "Documentation" ? "Waybill documentation" : `${title} · Waybill documentation`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={frame.style} />
        <script src={frame.script} defer />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="top">
          <a class="home" href={manualPath}>
            Waybill <span>{frame.version}</span>
          </a>
          <search>
            <form action={manualPath}>
              <input
                type="search"
                name="q"
                value={query}
                aria-label="Search the documentation"
                placeholder="Search"
                aria-keyshortcuts="/"
                autocomplete="off"
              />
              <button type="submit">Search</button>
            </form>
          </search>
          <a href="/docs/api">API reference</a>
        </header>
        <div class="columns">
          <details class="side">
            <summary>All pages</summary>
            <nav aria-label="All pages" tabindex={0}>
              {frame.groups.map((group) => (
                <Fragment key={group.title}>
                  <h2>{group.title}</h2>
                  <ul>
                    {group.pages.map((page) => (
                      <li key={page.address}>
                        <a href={page.address} aria-current={page.address === address ? "page" : undefined}>
                          {page.title}
                        </a>
                      </li>
                    ))}
                  </ul>
                </Fragment>
              ))}
            </nav>
          </details>
          {headings.length > 1 && <OnThisPage headings={headings} />}
          <main id="content" tabindex={-1}>
            {children}
            {address !== null && <PageLinks {...neighborsOf(frame.groups, address)} />}
          </main>
        </div>
      </body>
    </html>
  );
}

/** The pages beside this one, as the list of all pages orders them. */
function PageLinks({ previous, next }: Neighbors) {
  if (!previous && !next) return null;
  return (
    <nav class="neighbors" aria-label="Previous and next page">
      {previous && (
        <a href={previous.address} rel="prev">
          <span>Previous</span> {previous.title}
        </a>
      )}
      {next && (
        <a href={next.address} rel="next">
          <span>Next</span> {next.title}
        </a>
      )}
    </nav>
  );
}

function OnThisPage({ headings }: { headings: Section[] }) {
  return (
    <details class="headings">
      <summary>On this page</summary>
      <nav aria-label="On this page" tabindex={0}>
        <ul>
          {headings.map(({ anchor, heading, level }) => (
            <li key={anchor} class={`level-${level}`}>
              <a href={`#${anchor}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
