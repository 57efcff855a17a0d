import { describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { V3Services } from "../../../src/http/v3/framework/environment.ts";
import { operationsOf, type Schema } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document, v3Routes } from "../../../src/http/v3/interface.ts";
import { eventBody, eventDocuments } from "../../../src/http/v3/webhooks/webhook-events.ts";
import { eventKindNames, testKind } from "../../../src/messages/webhooks/kinds.ts";

const document = v3Document();
const operations = operationsOf(document);
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
// Routes are only listed here, and need nothing for that.
const app = v3Routes({} as V3Services);

/** Every schema of the document with its place. */
function* schemasIn(value: unknown, place = "#"): Generator<[string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "example") continue;
    const isSchema = ["schema", "items"].includes(key) || /\/(properties|schemas)$/.test(place);
    if (isSchema) yield [`${place}/${key}`, inner as Schema];
    yield* schemasIn(inner, `${place}/${key}`);
  }
}

/** Every schema that has an example beside it or in it: the schema's place, and the example. */
function* examplesIn(value: unknown, place = "#"): Generator<[place: string, example: unknown]> {
  if (typeof value !== "object" || value === null) return;
  const { schema, example } = value as { schema?: Schema; example?: unknown };
  const isSchema = ["type", "$ref", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(value, key));
  if (example !== undefined && (schema || isSchema)) yield [schema ? `${place}/schema` : place, example];
  for (const [key, inner] of Object.entries(value)) {
    const name = encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
    if (key !== "example") yield* examplesIn(inner, `${place}/${name}`);
  }
}

const typeOf = (example: unknown) => (example as { type?: unknown } | undefined)?.type;

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("documents each route that exists, and no other", () => {
    const routes = app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]+\})?/g, "{$1}")}`);
    expect([...new Set(routes)].toSorted()).toEqual(operations.map(nameOf).toSorted());
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    "%s is described",
    (_, operation) => {
      expect(operation.summary).toMatch(/^[A-Z].{5,90}[^.]$/);
      expect(operation.tags).toHaveLength(1);
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0] ?? "");
      const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
      const documented = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(documented.map(({ name }) => name)).toEqual(inPath);
      for (const answer of Object.values(operation.responses)) {
        const media = answer.content?.["application/json"];
        if (media) expect(media.example).toBeDefined();
      }
    },
  );

  test("names what every value is", () => {
    const unnamed = [...schemasIn(document)].filter(([, schema]) => {
      const { $ref, type, anyOf, oneOf, allOf, enum: values } = schema;
      return [$ref, type, anyOf, oneOf, allOf, values].every((kind) => kind === undefined);
    });
    expect(unnamed.map(([place]) => place)).toEqual([]);
  });

  test("has limits of texts only beside the type of texts: generators write code for the first type of a list", () => {
    const all = [...JSON.stringify(document).matchAll(/"pattern":/g)];
    const alone = [...JSON.stringify(document).matchAll(/"type":(?:"string"|\["string","null"\]),"pattern":/g)];
    expect(all.length).toBe(alone.length);
    const choices = document.components.schemas.WholeNumberInput?.anyOf ?? [];
    expect(choices.map(({ type }) => type)).toEqual(["integer", "string"]);
  });

  /** Every field of the objects in a schema, with its place. */
  function* fieldsIn(schema: Schema, place: string): Generator<[string, Schema]> {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      yield [`${place}.${name}`, property];
      yield* fieldsIn(property, `${place}.${name}`);
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) yield* fieldsIn(inner, place);
  }

  test("says of every field and parameter what it means", () => {
    const bodies = operations.flatMap((operation) =>
      [operation.requestBody?.content, ...Object.values(operation.responses).map(({ content }) => content)].flatMap(
        (content = {}) => Object.values(content).map(({ schema }): [string, Schema] => [nameOf(operation), schema]),
      ),
    );
    const objects: [string, Schema][] = [...Object.entries(document.components.schemas), ...bodies];
    const fields = objects.flatMap(([name, schema]) => [...fieldsIn(schema, name)]);
    const parameters = operations.flatMap((operation) =>
      (operation.parameters ?? []).map((one): [string, { description?: string }] => [
        `${nameOf(operation)} ${one.name}`,
        one,
      ]),
    );
    expect(fields.length).toBeGreaterThan(200);
    const all: [string, { description?: string }][] = [...fields, ...parameters];
    expect(all.filter(([, { description }]) => !description).map(([place]) => place)).toEqual([]);
  });

  test("names the fields first that a request must have", () => {
    for (const { properties = {}, required = [] } of Object.values(document.components.schemas)) {
      const names = Object.keys(properties);
      expect(names.slice(0, required.length).toSorted()).toEqual(required.toSorted());
    }
  });

  test("describes every event, with an example that has the form of its schema", () => {
    const kinds = [...eventKindNames, testKind] as const;
    expect(Object.keys(document.webhooks).toSorted()).toEqual(kinds.toSorted());
    for (const kind of kinds) {
      const media = document.webhooks[kind]?.post?.requestBody?.content["application/json"];
      const problems = eventBody(kind, eventDocuments[kind]).safeParse(media?.example).error?.issues;
      expect({ kind, problems, type: typeOf(media?.example) }).toEqual({
        kind,
        problems: undefined,
        type: kind,
      });
      expect(Buffer.byteLength(JSON.stringify(media?.example))).toBeLessThan(20_000);
    }
  });

  test("names operations and objects once", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  test("leaves generators names that differ, which they make of an object's and a field's", () => {
    const pascal = (name: string) => name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
    const made = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) => [
      name,
      ...Object.keys(properties).map((field) => name + pascal(field)),
    ]);
    expect(made.filter((name, index) => made.indexOf(name) !== index)).toEqual([]);
  });

  test("has examples that fit their schemas", () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, "document");
    const examples = [...examplesIn(document)];
    expect(examples.length).toBeGreaterThan(500);
    const wrong = examples.filter(([place, example]) => !ajv.validate({ $ref: `document${place}` }, example));
    expect(wrong).toEqual([]);
  });

  test("has an example of every object", () => {
    const without = Object.entries(document.components.schemas).filter(([, { example }]) => example === undefined);
    expect(without.map(([name]) => name)).toEqual([]);
  });
});
