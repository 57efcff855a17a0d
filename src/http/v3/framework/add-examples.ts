import { fitAnswer } from "./example-answers.ts";
import {
  type Answer,
  componentName,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type Schema,
} from "./openapi-types.ts";

/** Fields outside the components that have the same meaning everywhere. */
const fieldExamples: Record<string, unknown> = {
  page: 1,
  page_size: 50,
  total: 1,
  api_token: "token_b7n0Yw5mJ1cV8rKd2sQfXg",
};

/**
 * Writes examples into the document: for parameters, and for the JSON of every request and answer, built from those of the
 * components. They tell one story, in which the order 10000001 contains the product MAP-1; tests/http/reference/openapi.test.ts plays
 * it through.
 */
export function addExamples(document: OpenApiDocument): void {
  for (const operation of operationsOf(document)) {
    const { parameters = [], requestBody, responses, examples } = operation;
    for (const parameter of parameters) {
      const example = examples?.parameters?.[parameter.name] ?? parameter.schema.example;
      if (example === undefined) continue;
      parameter.example = example;
      delete parameter.schema.example;
    }
    for (const media of Object.values(requestBody?.content ?? {})) media.example ??= exampleOf(document, media.schema);
    for (const answer of Object.values(responses)) addAnswerExample(document, operation, answer);
  }
}

function addAnswerExample(document: OpenApiDocument, operation: PlacedOperation, { content = {} }: Answer): void {
  for (const [type, media] of Object.entries(content)) {
    if (type === "application/json") media.example ??= fitAnswer(operation, exampleOf(document, media.schema));
    if (type === "application/problem+json") delete media.example;
  }
}

/** An example for a schema, built from its components' examples. */
function exampleOf(document: OpenApiDocument, schema: Schema, field?: string): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref);
    const component = document.components.schemas[name];
    return component && exampleOf(document, component, field);
  }
  if (field !== undefined && field in fieldExamples) return fieldExamples[field];
  if (schema.items) return [exampleOf(document, schema.items)].filter((item) => item !== undefined);
  if (!schema.properties) return undefined;
  return Object.fromEntries(
    Object.entries(schema.properties)
      .map(([name, property]) => [name, exampleOf(document, property, name)])
      .filter(([, example]) => example !== undefined),
  );
}
