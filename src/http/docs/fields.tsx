/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import {
  componentName,
  type OpenApiDocument,
  type Parameter,
  resolveSchema,
  type Schema,
} from "../v3/openapi-types.ts";
import { headerName } from "./curl-sample.ts";
import { objectAnchor, Words } from "./words.tsx";

interface FieldProps {
  name: string;
  schema: Schema;
  required?: boolean | undefined;
  description?: string | undefined;
}

/** The fields of an object, or of what a reference points at. */
export function Fields({ document, schema, input }: { document: OpenApiDocument; schema: Schema; input: boolean }) {
  const { properties = {}, required = [] } = resolveSchema(document, schema);
  return (
    <dl class="fields">
      {Object.entries(properties).map(([name, property]) => (
        <Field key={name} name={name} schema={property} required={input && required.includes(name)} />
      ))}
    </dl>
  );
}

/** The parameters of an operation. */
export function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <dl class="fields">
      {parameters.map((parameter) => (
        <Field
          key={parameter.name}
          name={parameter.in === "header" ? headerName(parameter.name) : parameter.name}
          schema={parameter.schema}
          required={parameter.required}
          description={parameter.description}
        />
      ))}
    </dl>
  );
}

function Field({ name, schema, required, description = schema.description }: FieldProps) {
  const limits = limitsOf(schema);
  return (
    <div>
      <dt>
        <code class="name">{name}</code> <TypeOf schema={schema} />
        {required && <strong class="required">required</strong>}
      </dt>
      {(description || limits) && (
        <dd>
          {description && <Words text={description} />}
          {description && limits && " "}
          {limits && <span class="limits">{limits}</span>}
        </dd>
      )}
    </div>
  );
}

/** What a schema is, in a few words. */
export function TypeOf({ schema }: { schema: Schema }) {
  return <span class="type">{typeWords(schema)}</span>;
}

function typeWords(schema: Schema): Child {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref);
    return <a href={`#${objectAnchor(name)}`}>{name}</a>;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.map((choice, index) => [index > 0 && " or ", typeWords(choice)]);
  const types = [schema.type ?? "any"].flat();
  return types.map((type, index) => [
    index > 0 && " or ",
    type === "array" && schema.items ? <>list of {typeWords(schema.items)}</> : nameOf(type, schema.format),
  ]);
}

function nameOf(type: string, format: string | undefined): string {
  if (type === "string" && format === "date-time") return "date and time";
  if (type === "string" && format === "binary") return "bytes";
  return type === "string" && format ? format : type;
}

function limitsOf(schema: Schema): string | null {
  const { minimum, maximum, maxLength, maxItems, minItems } = schema;
  const values = schema.enum?.filter((value) => value !== null).map(String);
  const limits = [
    values && `One of ${values.join(", ")}.`,
    schema.default !== undefined && `Default: ${String(schema.default)}.`,
    minimum !== undefined && maximum !== undefined && maximum < 2 ** 31 - 1 && `From ${minimum} to ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    maxItems !== undefined && (minItems ? `From ${minItems} to ${maxItems}.` : `At most ${maxItems}.`),
  ];
  return limits.filter(Boolean).join(" ") || null;
}
