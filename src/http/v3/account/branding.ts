import { changeLogo, removeLogo } from "../../../store/accounts/logo.ts";
import { unchanged } from "../../../store/activity/recording-change.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { examplePicture, pictureInput } from "../products/picture-input.ts";
import { accountAnswer, presentAccount } from "./present-account.ts";

const tags = ["Account"];

const logoInput = pictureInput.openapi("NewLogo", { example: examplePicture });

export const brandingRoutes = newRoutes()
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/account/logo",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.logo_changed" },
      summary: "Replace the logo",
      description: "The logo is shown at the top of customers' pages and of emails to customers.",
      tags,
      middleware: [jsonBody("logo")] as const,
      request: { body: { required: true, content: json(logoInput) } },
      responses: { 200: accountAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const db = changeInSteps(c);
      const changed = await changeLogo(
        { ...services, db },
        account.id,
        Buffer.from(c.req.valid("json").content, "base64"),
      );
      return c.json({ account: await presentAccount(changed, c.var) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/account/logo",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.logo_removed" },
      examples: { answer: { logo_url: null } },
      summary: "Remove the logo",
      description: "The store's name is shown instead.",
      tags,
      responses: { 200: accountAnswer, ...problems() },
    }),
    async (c) => {
      const changed = await change(c, async (tx) => {
        const { account, hadOne } = await removeLogo(tx, c.var.account.id);
        return hadOne ? account : unchanged(account);
      });
      return c.json({ account: await presentAccount(changed, c.var) }, 200);
    },
  );
