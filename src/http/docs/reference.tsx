/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type OpenApiDocument, operationsOf, type PlacedOperation } from "../v3/openapi-types.ts";
import { Fields } from "./fields.tsx";
import { Code, Method, OperationSection } from "./operation.tsx";
import { styles } from "./styles.ts";
import { anchor, objectAnchor, Words } from "./words.tsx";

/** What the page shows of errors. */
const problem = "Problem";

/** The reference page of the v3 interface as an HTML document; `url` is the store's full base address. */
export function referencePage(document: OpenApiDocument, url: string): string {
  return `<!doctype html>${(<Reference document={document} url={url} />).toString()}`;
}

function Reference({ document, url }: { document: OpenApiDocument; url: string }) {
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operationsOf(document).filter(({ tags }) => tags.includes(tag.name)),
  }));
  const components = Object.keys(document.components.schemas).toSorted();
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Waybill API v3</title>
        <link rel="icon" href="data:," />
        <style>{raw(styles)}</style>
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <div class="frame">
          <nav aria-label="Contents">
            <details class="menu">
              <summary>Contents</summary>
              <Contents groups={groups} components={components} />
            </details>
            <div class="rail">
              <Contents groups={groups} components={components} />
            </div>
          </nav>
          <main id="content">
            <Introduction document={document} url={url} />
            {groups.map(({ name, description, operations }) => (
              <section key={name} aria-labelledby={anchor(name)}>
                <h2 id={anchor(name)}>{name}</h2>
                <p class="lead">{description}</p>
                {operations.map((operation) => (
                  <OperationSection key={operation.operationId} document={document} operation={operation} url={url} />
                ))}
              </section>
            ))}
            <section aria-labelledby="objects">
              <h2 id="objects">Objects</h2>
              {components.map((name) => (
                <Component key={name} document={document} name={name} />
              ))}
            </section>
          </main>
        </div>
      </body>
    </html>
  );
}

interface ContentsProps {
  groups: { name: string; operations: PlacedOperation[] }[];
  components: string[];
}

function Contents({ groups, components }: ContentsProps) {
  return (
    <>
      <p class="title">
        <a href="#content">Waybill API v3</a>
      </p>
      {groups.map(({ name, operations }) => (
        <>
          <p>
            <a href={`#${anchor(name)}`}>{name}</a>
          </p>
          <ul>
            {operations.map(({ operationId, method, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <Method name={method} /> <Path path={path.replace("/api/v3/", "")} />
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
      <p>
        <a href="#objects">Objects</a>
      </p>
      <ul>
        {components.map((name) => (
          <li key={name}>
            <a href={`#${objectAnchor(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A path that can wrap between its segments. */
function Path({ path }: { path: string }) {
  return (
    <span class="path">
      {path.split("/").map((segment, index) => (
        <>
          {index > 0 && (
            <>
              /<wbr />
            </>
          )}
          {segment}
        </>
      ))}
    </span>
  );
}

function Introduction({ document, url }: { document: OpenApiDocument; url: string }) {
  const example = document.components.schemas[problem]?.example;
  return (
    <section class="operation intro" aria-labelledby="title">
      <div class="told">
        <h1 id="title">Waybill API v3</h1>
        {document.info.description.split(/(?<=\.) /).map((sentence) => (
          <p key={sentence}>
            <Words text={sentence} />
          </p>
        ))}
        <p>
          For code generators and other tools: <a href="/api/v3/openapi.json">OpenAPI 3.1 document</a>.
        </p>
      </div>
      <div class="samples">
        <Code title="Base URL" text={`${url}/api/v3`} />
        <Code title="Credentials used in the examples" text={"KEY=your-api-key\nTOKEN=your-api-token"} />
        <Code title="Error" text={JSON.stringify(example, null, 2)} />
      </div>
    </section>
  );
}

function Component({ document, name }: { document: OpenApiDocument; name: string }) {
  const schema = document.components.schemas[name] ?? {};
  return (
    <section class="operation" id={objectAnchor(name)} aria-label={`Object ${name}`}>
      <div class="told">
        <h3>
          <a href={`#${objectAnchor(name)}`}>{name}</a>
        </h3>
        {schema.description && (
          <p>
            <Words text={schema.description} />
          </p>
        )}
        {schema.properties && <Fields document={document} schema={schema} input={!schema.required?.includes("id")} />}
      </div>
      {schema.example !== undefined && (
        <div class="samples">
          <Code title={name} text={JSON.stringify(schema.example, null, 2)} />
        </div>
      )}
    </section>
  );
}
