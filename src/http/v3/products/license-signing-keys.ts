import { z } from "@hono/zod-openapi";
import {
  addSigningKey,
  licenseSecrets,
  removeSigningKey,
  type SigningKey,
} from "../../../delivery/licenses/secrets.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { createdAt } from "../framework/fields.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const tags = ["License keys"];

const signingKeySchema = z
  .object({
    id: z.string().describe("Thumbprint of the public key (RFC 7638). `Waybill-Signature` names it."),
    public_key: z.string().describe("The public key of Ed25519: 32 bytes in base64url."),
    created_at: createdAt,
  })
  .openapi("LicenseSigningKey", {
    example: {
      id: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      public_key: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      created_at: created,
    },
  });

const keysAnswer = (description: string) => ({
  description,
  content: json(z.object({ license_signing_keys: z.array(signingKeySchema).describe("The keys, oldest first.") })),
});

export const licenseSigningKeyRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/license_signing_keys",
      role: "read_only",
      scope: "license_keys:manage",
      summary: "List the keys that sign answers about licenses",
      description:
        "Programs compare the signature of an answer with the public key that they were built with. The same keys are at `/licenses/keys.json`, as a JWK set.",
      tags,
      responses: { 200: keysAnswer("All keys, oldest first."), ...problems() },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { signingKeys } = await licenseSecrets(services.db, services.vault, account.id, now);
      return c.json({ license_signing_keys: signingKeys.map(presentSigningKey) }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/license_signing_keys",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.signing_key_added" },
      summary: "Add a key that signs answers about licenses",
      description:
        "From then on, every answer has two signatures, so that programs with the old public key go on. Publish a version of your program with the new one, and remove the old key when nobody uses the old version any more. A store has at most two keys.",
      tags,
      responses: { 201: keysAnswer("All keys, oldest first."), ...problems(409) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      await change(c, (tx) => addSigningKey(tx, services.vault, account.id, now));
      const { signingKeys } = await licenseSecrets(services.db, services.vault, account.id, now);
      return c.json({ license_signing_keys: signingKeys.map(presentSigningKey) }, 201);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/license_signing_keys/{id}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.signing_key_removed" },
      summary: "Remove a key that signs answers about licenses",
      description: "Programs that know only this key reject the store's answers from then on. The only key stays.",
      tags,
      request: {
        params: z.object({
          id: z
            .string()
            .openapi({ example: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", description: "ID of the key." }),
        }),
      },
      responses: { 204: { description: "Removed." }, ...problems(404, 409) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      await change(c, (tx) => removeSigningKey(tx, services.vault, account.id, c.req.valid("param").id, now));
      return c.body(null, 204);
    },
  );

const presentSigningKey = ({ keyId, publicKey, createdAt: at }: SigningKey) => ({
  id: keyId,
  public_key: publicKey,
  created_at: writeInstant(at),
});
