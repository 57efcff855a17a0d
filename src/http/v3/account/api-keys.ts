import { z } from "@hono/zod-openapi";
import { changeKey, createKey, listKeys, mostKeys, replaceKey, revokeKey } from "../../../access/api-keys/keys.ts";
import { hourMilliseconds } from "../../../platform/days.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { rowNumber } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { usualOverlap } from "../framework/overlap.ts";
import { problems } from "../framework/problem-schemas.ts";
import {
  exampleKey,
  keyChangesInput,
  keySchema,
  newKeyInput,
  presentKey,
  replacementInput,
} from "./api-key-schemas.ts";

const tags = ["API keys"];
const keyId = z.object({ id: rowNumber("API key").openapi({ example: 1 }) });
const keyAnswer = answerOf("api_key", keySchema, "The key.");

export const apiKeyRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/api_keys",
      role: "owner",
      scope: "account:manage",
      summary: "List API keys",
      description: `Keys with which programs call the API. A store has at most ${mostKeys}.`,
      tags,
      responses: {
        200: {
          description: "All keys, oldest first.",
          content: json(z.object({ api_keys: z.array(keySchema).describe("The keys, oldest first.") })),
        },
        ...problems(),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const keys = await listKeys(services.db.read, account.id, now);
      return c.json({ api_keys: keys.map((one) => presentKey(one)) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/api_keys",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "api_key.created", subject: "api_key" },
      examples: { answer: { key: exampleKey } },
      summary: "Create an API key",
      description: "The response shows the key, once. A key cannot create one with scopes that it lacks.",
      tags,
      middleware: [jsonBody("api_key")] as const,
      request: { body: { required: true, content: json(newKeyInput) } },
      responses: { 201: keyAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, key: maker, now } = c.var;
      const { name, scopes, test: isTest = false, expires_at: expiresAt = null } = c.req.valid("json");
      const { key, secret } = await change(
        c,
        (tx) => createKey(tx, account.id, { name, scopes, isTest, expiresAt }, maker, now),
        (made) => made.key.name,
      );
      const location = `${services.accountUrl(account)}/api/v3/api_keys`;
      return c.json({ api_key: presentKey(key, secret) }, 201, { location });
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/api_keys/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "api_key.changed", subject: "api_key" },
      summary: "Update an API key",
      description:
        "Updates only the fields you send, at once. `scopes` replaces the whole list. A key cannot change one that has scopes which it lacks.",
      tags,
      middleware: [jsonBody("api_key")] as const,
      request: { params: keyId, body: { required: true, content: json(keyChangesInput) } },
      responses: { 200: keyAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account, key: maker, now } = c.var;
      const { name, scopes, expires_at: expiresAt } = c.req.valid("json");
      const key = await change(
        c,
        (tx) => changeKey(tx, account.id, c.req.valid("param").id, { name, scopes, expiresAt }, maker, now),
        (changed) => changed.name,
      );
      return c.json({ api_key: presentKey(key) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/api_keys/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "api_key.revoked", subject: "api_key" },
      summary: "Revoke an API key",
      description: "It stops working at once, as does its replaced secret. A key can revoke itself.",
      tags,
      request: { params: keyId },
      responses: { 204: { description: "Revoked." }, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      await change(
        c,
        (tx) => revokeKey(tx, account.id, c.req.valid("param").id, now),
        (revoked) => revoked.name,
      );
      return c.body(null, 204);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/api_keys/{id}/replace",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "api_key.replaced", subject: "api_key" },
      examples: {
        answer: {
          key: exampleKey,
          replaced_last_four: "kT2c",
          replaced_ends_at: "2026-11-21T21:37:00+00:00",
        },
      },
      summary: "Replace an API key",
      description:
        "Gives the key a new secret, which the response shows once. The old one works for some hours more, so that you can change it where it is used. Secrets that were replaced earlier end at once.",
      tags,
      middleware: [jsonBody("api_key")] as const,
      request: { params: keyId, body: { required: true, content: json(replacementInput) } },
      responses: { 200: keyAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { account, key: maker, now } = c.var;
      const overlap = (c.req.valid("json").overlap_hours ?? usualOverlap) * hourMilliseconds;
      const { id } = c.req.valid("param");
      const { key, secret } = await change(
        c,
        (tx) => replaceKey(tx, { accountId: account.id, id, overlap }, maker, now),
        (replaced) => replaced.key.name,
      );
      return c.json({ api_key: presentKey(key, secret) }, 200);
    },
  );
