import { z } from "@hono/zod-openapi";
import { rejectUnusableWording } from "../../../delivery/customer-emails/render-wording.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import type { Language } from "../../../platform/i18n/languages.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { type WordingName, wordingNames } from "../../../store/wording/names.ts";
import { saveWording, storedWordings, translatedLanguages, undoWording } from "../../../store/wording/wordings.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { storeOf } from "./wording-preview.ts";
import { presentWording, wordingChange, wordingName, wordingQuery, wordingSchema } from "./wording-schemas.ts";

const tags = ["Wording"];

const wordingAnswer = answerOf("wording", wordingSchema, "The text.");

export const wordingRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/wordings",
      role: "read_only",
      scope: "account:manage",
      examples: { parameters: { locale: "de" } },
      summary: "List all customizable texts",
      tags,
      request: { query: wordingQuery },
      responses: {
        200: {
          description: "All customizable texts.",
          content: json(z.object({ wordings: z.array(wordingSchema).describe("The texts.") })),
        },
        ...problems(422),
      },
    }),
    async (c) => {
      const { locale = null } = c.req.valid("query");
      const wordings = await presentAll(c.var.services.db.read, c.var.account, locale);
      return c.json({ wordings: wordingNames.map(wordings) }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/wordings/{name}",
      role: "read_only",
      scope: "account:manage",
      examples: { parameters: { locale: "de" } },
      summary: "Retrieve a text",
      tags,
      request: { params: wordingName, query: wordingQuery },
      responses: { 200: wordingAnswer, ...problems(422) },
    }),
    async (c) => {
      const { locale = null } = c.req.valid("query");
      const wordings = await presentAll(c.var.services.db.read, c.var.account, locale);
      return c.json({ wording: wordings(c.req.valid("param").name) }, 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/wordings/{name}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "wording.changed", subject: "wording" },
      examples: { parameters: { locale: "de" } },
      summary: "Update a text",
      description:
        "Set `source` to null to remove your text. A template that would fail for any order, or an email without the customer's link, is rejected, naming the line. The previous version is kept for undo.",
      tags,
      middleware: [jsonBody("wording")] as const,
      request: { params: wordingName, query: wordingQuery, body: { required: true, content: json(wordingChange) } },
      responses: { 200: wordingAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { name } = c.req.valid("param");
      const { locale: language = null } = c.req.valid("query");
      const { source } = c.req.valid("json");
      if (source !== null) {
        const store = { ...storeOf(c, account), language: language ?? account.language };
        await rejectUnusableWording(services.renderer, name, source, { accountId: account.id, store, now });
      }
      const save = async (tx: Tx) => {
        await saveWording(tx, account.id, { name, language, source }, now);
        return presentAll(tx, account, language);
      };
      const wordings = await change(c, save, () => name);
      return c.json({ wording: wordings(name) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/wordings/{name}/undo",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "wording.undone", subject: "wording" },
      examples: { parameters: { locale: "de" } },
      summary: "Undo the last change of a text",
      description: "Restores the previous version. A second undo restores the version from before the first.",
      tags,
      request: { params: wordingName, query: wordingQuery },
      responses: { 200: wordingAnswer, ...problems(404, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { name } = c.req.valid("param");
      const { locale: language = null } = c.req.valid("query");
      const undo = async (tx: Tx) => {
        await undoWording(tx, account.id, { name, language }, now);
        return presentAll(tx, account, language);
      };
      const wordings = await change(c, undo, () => name);
      return c.json({ wording: wordings(name) }, 200);
    },
  );

async function presentAll(reader: Reader, account: Account, language: Language | null) {
  const stored = await storedWordings(reader, account.id, language);
  const translated = await translatedLanguages(reader, account.id);
  const builtIn = language ?? account.language ?? "en";
  return (name: WordingName) => presentWording({ name, language, builtIn }, stored.get(name), translated.get(name));
}
