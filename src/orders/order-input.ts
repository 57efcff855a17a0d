import type { FieldError } from "../errors.ts";
import { emailProblem, textProblem } from "../text.ts";

/** One line of an order as a caller sends it. Lines with the same SKU add up. */
export interface OrderLine {
  sku: string;
  quantity?: number | undefined;
  /** Downloads left of each file from now on; absent means the order's download limit. */
  downloadsRemaining?: number | undefined;
}

/** An order as a caller sends it; absent fields take their defaults on create and stay as they are on update. */
export interface OrderInput {
  id?: string | undefined;
  title?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** Milliseconds since 1970 in UTC. */
  expiresAt?: number | undefined;
  downloadLimit?: number | undefined;
  lines?: OrderLine[] | undefined;
  /** Fields that could not be read; they are refused together with those that break a rule. */
  wrong: FieldError[];
}

/** Every field that breaks a rule, and, for a new order, every one that is missing. */
export function orderProblems(input: OrderInput, { isNew }: { isNew: boolean }): FieldError[] {
  const unread = new Set(input.wrong.map(({ field }) => field));
  const rules = [
    { field: "id", message: input.id === undefined ? null : idProblem(input.id) },
    { field: "title", message: nameProblem(input.title) },
    { field: "first_name", message: nameProblem(input.firstName) },
    { field: "last_name", message: nameProblem(input.lastName) },
    { field: "email", message: isNew || input.email !== undefined ? emailProblem(input.email ?? "") : null },
    { field: "order_items", message: isNew && !input.lines ? "must have at least one order item" : null },
  ];
  return [...input.wrong, ...rules.filter(({ field }) => !unread.has(field)).filter(isWrong)];
}

function isWrong(rule: { field: string; message: string | null }): rule is FieldError {
  return rule.message !== null;
}

function nameProblem(text: string | undefined): string | null {
  return text === undefined ? null : textProblem(text, { shortest: 0, longest: 255 });
}

function idProblem(id: string): string | null {
  return id.includes("/") ? "must not contain a slash" : textProblem(id, { longest: 64 });
}
