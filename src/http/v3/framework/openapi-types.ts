import type { Declaration } from "./declaration.ts";

/** The part of JSON Schema that the interface's OpenAPI 3.1 document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  example?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

interface MediaType {
  schema: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Answer {
  description: string;
  content?: Record<string, MediaType>;
}

interface Operation extends Partial<Declaration> {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content: Record<string, MediaType> };
  responses: Record<string, Answer>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; description?: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
  /** The requests that the service makes, by the name of the event. */
  webhooks: Record<string, Record<string, Operation>>;
}

/** One operation of a document, with its path and method. */
export interface PlacedOperation extends Operation {
  /** In capitals. */
  method: string;
  path: string;
}

/** Every operation of a document, in its order. */
export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The schema itself, or the component that it references. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const component = document.components.schemas[componentName(schema.$ref)];
  if (!component) throw new Error(`The document has no ${schema.$ref}.`);
  return component;
}

/** `#/components/schemas/Order` → `Order` */
export function componentName(reference: string): string {
  return reference.replace("#/components/schemas/", "");
}
