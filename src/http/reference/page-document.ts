import { type OpenApiDocument, operationsOf } from "../v3/framework/openapi-types.ts";
import { curlSample } from "./samples/curl.ts";
import { phpSample } from "./samples/php.ts";
import { pythonSample } from "./samples/python.ts";
import { anyStore, sampleRequest } from "./samples/request.ts";
import { typescriptSample } from "./samples/typescript.ts";

/** A tab of an operation (https://redocly.com/docs-legacy/api-reference-docs/specification-extensions/x-code-samples). */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The samples of every operation, by its `operationId`. */
export function codeSamples(document: OpenApiDocument): Map<string, CodeSample[]> {
  const samples = operationsOf(document).map((operation): [string, CodeSample[]] => {
    const request = sampleRequest(operation);
    return [
      operation.operationId,
      [
        { lang: "shell", label: "curl", source: curlSample(request) },
        { lang: "typescript", label: "TypeScript", source: typescriptSample(request) },
        { lang: "php", label: "PHP", source: phpSample(request) },
        { lang: "python", label: "Python", source: pythonSample(request) },
      ],
    ];
  });
  return new Map(samples);
}

const introduction = `
The examples read the API token from the environment variable \`WAYBILL_TOKEN\`. If you are signed in as an owner of the
store, they contain its API key.

Guides, settings and everything else are in the [documentation](/docs).

For code generators and other tools: [OpenAPI 3.1 document](/api/v3/openapi.json).
`;

/**
 * The document as the reference page shows it: with samples, and `guides` (Markdown) after the introduction. It is the same for
 * every store: the browser replaces `anyStore` and `anyKey` with the store's address and key.
 */
export function pageDocument(document: OpenApiDocument, guides: string) {
  const samples = codeSamples(document);
  const { securitySchemes, ...components } = document.components;
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, { security, ...operation }]) => [
        method,
        { ...operation, "x-codeSamples": samples.get(operation.operationId) },
      ]),
    ),
  ]);
  return {
    ...document,
    // The page sends nothing, so it asks for no credentials.
    security: [],
    components,
    servers: [{ url: anyStore }],
    info: {
      ...document.info,
      title: "Waybill API v3",
      description: [document.info.description, introduction, guides].join("\n\n"),
    },
    paths: Object.fromEntries(paths),
  };
}
