/** @jsxImportSource hono/jsx */
import type { ReferenceBundle } from "./bundle.ts";

interface PageProps {
  names: ReferenceBundle["names"];
  /** The store's address. */
  url: string;
  /** The store's API key; null unless an owner is looking. */
  apiKey: string | null;
}

/** The path of the page's assets. */
export const assetsPath = "/docs/api/assets/";

/** The reference page as an HTML document. */
export function referencePage(props: PageProps): string {
  return `<!doctype html>${(<Reference {...props} />).toString()}`;
}

function Reference({ names, url, apiKey }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Waybill API v3</title>
        <link rel="icon" href="data:," />
        <link rel="preload" as="fetch" crossorigin="anonymous" href={assetsPath + names.document} />
      </head>
      <body>
        <div id="reference" data-document={assetsPath + names.document} data-url={url} data-key={apiKey ?? undefined} />
        <noscript>
          This page needs JavaScript. The <a href="/api/v3/openapi.json">OpenAPI document</a> says the same.
        </noscript>
        <script src={assetsPath + names.library} defer />
        <script src={assetsPath + names.start} defer />
      </body>
    </html>
  );
}
