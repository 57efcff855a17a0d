/** @jsxImportSource hono/jsx */
import type { OpenApiDocument, PlacedOperation } from "../v3/openapi-types.ts";
import { curlSample } from "./curl-sample.ts";
import { Fields, Parameters, TypeOf } from "./fields.tsx";
import { Words } from "./words.tsx";

interface OperationProps {
  document: OpenApiDocument;
  operation: PlacedOperation;
  url: string;
}

/** One operation: its parameters and responses, next to a sample request and its response. */
export function OperationSection({ document, operation, url }: OperationProps) {
  const { summary, description, operationId, parameters = [] } = operation;
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div class="told">
        <h3 id={`${operationId}-title`}>
          <a href={`#${operationId}`}>{summary}</a>
        </h3>
        <p class="route">
          <Method name={operation.method} /> <code>{operation.path}</code>
        </p>
        {description && (
          <p>
            <Words text={description} />
          </p>
        )}
        {parameters.length > 0 && (
          <>
            <h4>Parameters</h4>
            <Parameters parameters={parameters} />
          </>
        )}
        <Body document={document} operation={operation} />
        <Answers operation={operation} />
      </div>
      <Samples operation={operation} url={url} />
    </section>
  );
}

export function Method({ name }: { name: string }) {
  return <span class={`method ${name.toLowerCase()}`}>{name}</span>;
}

function Body({ document, operation: { requestBody } }: Omit<OperationProps, "url">) {
  const content = Object.entries(requestBody?.content ?? {});
  return (
    <>
      {content.map(([type, { schema }]) => (
        <>
          <h4>Body{type !== "application/json" && <span class="type"> {type}</span>}</h4>
          {schema.$ref || schema.properties ? (
            <Fields document={document} schema={schema} input />
          ) : (
            <p>The content of the file.</p>
          )}
        </>
      ))}
    </>
  );
}

function Answers({ operation: { responses } }: Pick<OperationProps, "operation">) {
  return (
    <>
      <h4>Responses</h4>
      <dl class="answers">
        {Object.entries(responses).map(([status, { description, content }]) => {
          const fields = Object.entries(content?.["application/json"]?.schema.properties ?? {});
          return (
            <div key={status}>
              <dt class={status < "300" ? "good" : ""}>{status}</dt>
              <dd>
                <Words text={description} />
                {fields.length > 0 && (
                  <span class="holds">
                    {" "}
                    {fields.map(([name, schema], index) => (
                      <>
                        {index > 0 && ", "}
                        <code>{name}</code> <TypeOf schema={schema} />
                      </>
                    ))}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Samples({ operation, url }: Omit<OperationProps, "document">) {
  const [status, answer] = Object.entries(operation.responses)[0] ?? [];
  const example = answer?.content?.["application/json"]?.example;
  return (
    <div class="samples">
      <Code title="Request" text={curlSample(operation, url)} />
      {example !== undefined && <Code title={`Response ${status}`} text={JSON.stringify(example, null, 2)} />}
    </div>
  );
}

/** Focusable, so that it can be scrolled by keyboard. */
export function Code({ title, text }: { title: string; text: string }) {
  return (
    <figure class="code">
      <figcaption>{title}</figcaption>
      <pre tabindex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
