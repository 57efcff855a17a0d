import { z } from "zod";
import { type ExternalUrl, externalUrlProblem } from "../../delivery/catalog/external-urls.ts";
import type { FieldError } from "../../platform/errors.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { textProblem } from "../../platform/text.ts";
import { FieldReader, isObject, text } from "../xml/values.ts";
import { toPlain, type XmlFields } from "../xml/xml-value.ts";
import { amount, currency } from "./input.ts";

interface ProductInput {
  sku: string | undefined;
  name: string | undefined;
  price: number | undefined;
  currency: string | undefined;
  /** Row numbers; may include external links of the product. Absent if there are none. */
  fileIds: number[] | undefined;
  externalUrls: ExternalUrl[] | undefined;
  /** Elements that cannot be read. */
  wrong: FieldError[];
}

/** The fields of a product that can be sent. Others are ignored. */
export const productFields: ReadonlySet<string> = new Set("sku name price currency files item_urls".split(" "));

export function readProduct(fields: XmlFields): ProductInput {
  const plain = toPlain(fields) as Record<string, unknown>;
  const reader = new FieldReader(plain);
  const read = {
    sku: reader.read("sku", text),
    name: reader.read("name", text),
    price: reader.read("price", amount),
    currency: reader.read("currency", currency),
  };
  const { ids, problem } = readFileIds(plain.files);
  if (problem) reader.wrong.push({ field: "fileIds", message: problem });
  return { ...read, fileIds: ids, externalUrls: readUrls(plain.item_urls, reader.wrong), wrong: reader.wrong };
}

const notIds = "must contain IDs of files: <file><id>1</id></file>, or <id>1</id>";

/** `<files><id/>…` or `<files><file><id/></file>…`, and the same as lists. */
function readFileIds(files: unknown): { ids: number[] | undefined; problem: string | null } {
  if (isEmpty(files)) return { ids: undefined, problem: null };
  const texts = idsIn(files);
  const ids = texts.map((one) => (typeof one === "string" ? readRowNumber(one.trim()) : null));
  const isRight = ids.length > 0 && !ids.includes(null);
  return isRight ? { ids: ids.filter((id) => id !== null), problem: null } : { ids: undefined, problem: notIds };
}

function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [value];
  if (value.id !== undefined) return idsIn(value.id);
  return value.file === undefined ? [null] : idsIn(value.file);
}

const url = z.object({ url: z.string().trim(), name: z.string().optional() });

/** Links with a URL and a name, as a published client sends them. Without a name, the URL serves as the name. */
function readUrls(urls: unknown, wrong: FieldError[]): ExternalUrl[] | undefined {
  if (isEmpty(urls)) return undefined;
  const list = (Array.isArray(urls) ? urls : [urls]).flatMap((one) =>
    isObject(one) && "item_url" in one ? [one.item_url].flat() : [one],
  );
  return list.map((one, index) => {
    const { data } = url.safeParse(one);
    const name = data?.name?.trim() || data?.url || "";
    const problems = [
      { field: "url", message: data ? externalUrlProblem(data.url) : "is required" },
      { field: "name", message: data ? textProblem(name, { longest: 255 }) : null },
    ];
    for (const { field, message } of problems)
      if (message) wrong.push({ field: `externalUrls[${index}].${field}`, message });
    return { url: data?.url ?? "", name };
  });
}

/** Published clients send an empty list for one that was not set. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (typeof value === "string" && value.trim() === "");
}
