import { inputTypes } from "../src/http/v3/framework/input-values.ts";
import {
  componentName,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type Schema,
} from "../src/http/v3/framework/openapi-types.ts";

const root = "/api/v3";

/** Types for the TypeScript client: each object of the document, and what each operation takes and answers. */
export function clientTypes(document: OpenApiDocument): string {
  const objects = Object.entries(document.components.schemas)
    .filter(([name]) => !inputTypes.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `export interface ${name} ${typeOf(schema)}`);
  const operations = operationsOf(document)
    .filter((operation) => speaksJson(operation) && !operation.path.endsWith("/openapi.json"))
    .map((operation) => `${comment(operation.summary)}${operationType(operation)}`);
  return [
    "// Made by scripts/generate-client.ts from the OpenAPI document.",
    ...objects,
    "/** What each operation takes and answers, by its method and its path under `/api/v3`. */",
    `export interface Operations {\n${operations.join("\n")}\n}`,
  ].join("\n\n");
}

/** What takes or answers something else, such as files and lists for spreadsheets, needs more than these types say. */
function speaksJson({ requestBody, responses }: PlacedOperation): boolean {
  const contents = [requestBody?.content, Object.values(responses)[0]?.content];
  return contents.every((content) => content === undefined || "application/json" in content);
}

function operationType(operation: PlacedOperation): string {
  const { method, path, requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  const answer = Object.values(responses)[0]?.content?.["application/json"]?.schema;
  const parts = [
    parametersType("path", operation),
    parametersType("query", operation),
    body && (requestBody?.required ? `body: ${typeOf(body)};` : `body?: ${typeOf(body)} | undefined;`),
    `answer: ${answer ? typeOf(answer) : "null"};`,
  ];
  return `${JSON.stringify(`${method} ${path.replace(root, "")}`)}: {\n${parts.filter(Boolean).join("\n")}\n};`;
}

function parametersType(place: "path" | "query", { parameters = [] }: PlacedOperation): string | undefined {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, required = false, description }) => {
      // What stands in an address is text; numbers are as good.
      const type = place === "path" ? "string | number" : typeOf(schema);
      return `${comment(description)}${field(name, type, required)}`;
    });
  if (fields.length === 0) return undefined;
  const needed = parameters.some((parameter) => parameter.in === place && parameter.required);
  return `${place}${needed ? "" : "?"}: {\n${fields.join("\n")}\n}${needed ? "" : " | undefined"};`;
}

/** A schema as a type. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref);
    const type = inputTypes.get(name);
    // Numbers can be sent as text, but a program has them as numbers.
    return type ? singleType(type, {}) : name;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  return [schema.type ?? "unknown"]
    .flat()
    .map((type) => singleType(type, schema))
    .join(" | ");
}

function singleType(type: string, schema: Schema): string {
  if (type === "array") return `(${typeOf(schema.items ?? {})})[]`;
  if (type === "integer" || type === "number") return "number";
  if (type !== "object") return type;
  // Such as an object of headers and their values.
  if (!schema.properties && typeof schema.additionalProperties === "object")
    return `{ [name: string]: ${typeOf(schema.additionalProperties)} }`;
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    return `${comment(property.description)}${field(name, typeOf(property), required)}`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

function field(name: string, type: string, required: boolean): string {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};`;
}

function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll("*/", "")} */\n` : "";
}
