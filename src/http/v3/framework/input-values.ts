import { componentName, type OpenApiDocument, operationsOf, type Schema } from "./openapi-types.ts";

/**
 * How values in requests may be written, by the type that programs use for them. Each type is a separate choice, because several
 * generators write code that does not compile for `pattern` beside a list of types.
 */
const inputs: Record<string, { name: string; schema: Schema }> = {
  integer: {
    name: "WholeNumberInput",
    schema: {
      anyOf: [{ type: "integer" }, { type: "string", pattern: "^\\s*[0-9]*\\s*$" }],
      description: 'A whole number, also as text: `15` or `"15"`. An empty text is ignored.',
      example: 15,
    },
  },
  number: {
    name: "AmountInput",
    schema: {
      anyOf: [{ type: "number" }, { type: "string", pattern: "^\\s*([0-9]+(\\.[0-9]+)?)?\\s*$" }],
      description: 'An amount, also as text: `9.99` or `"9.99"`. An empty text is ignored.',
      example: 9.99,
    },
  },
  boolean: {
    name: "BooleanInput",
    schema: {
      anyOf: [
        { type: "boolean" },
        { type: "integer", minimum: 0, maximum: 1 },
        { type: "string", pattern: "^\\s*([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)?\\s*$" },
      ],
      description: 'True or false, also as text or number: `true`, `"true"`, `1` or `"1"`. An empty text is ignored.',
      example: true,
    },
  },
};

/** The type that a program uses for each of these components, by name. */
export const inputTypes = new Map(Object.entries(inputs).map(([type, { name }]) => [name, type]));

/** Documents how numbers and booleans may be sent: each one in a request's body references a component. */
export function describeInputs(document: OpenApiDocument): void {
  const seen = new Set<Schema>();
  for (const { requestBody } of operationsOf(document)) {
    const schema = requestBody?.content["application/json"]?.schema;
    if (schema) describeIn(document, schema, seen);
  }
}

function describeIn(document: OpenApiDocument, schema: Schema, seen: Set<Schema>): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const component = schema.$ref && document.components.schemas[componentName(schema.$ref)];
  if (component) describeIn(document, component, seen);
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  for (const one of inner) describeIn(document, one, seen);
  describe(document, schema);
}

/** A limit such as `minimum` stays next to the reference, because it does not apply to texts. */
function describe(document: OpenApiDocument, schema: Schema): void {
  const types = [schema.type ?? []].flat();
  const [type = ""] = types;
  const input = inputs[type];
  if (!input || types.includes("string")) return;
  document.components.schemas[input.name] = { ...input.schema };
  const reference = { $ref: `#/components/schemas/${input.name}` };
  delete schema.type;
  if (types.includes("null")) schema.anyOf = [reference, { type: "null" }];
  else schema.$ref = reference.$ref;
}
