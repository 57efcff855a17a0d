import { changeCover, removeCover } from "../../../delivery/catalog/covers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { examplePicture, pictureInput } from "./picture-input.ts";
import { pathProduct, present, productAnswer, productId, skuOf } from "./products.ts";

const tags = ["Products"];

const coverInput = pictureInput.openapi("NewCover", { example: examplePicture });

export const productCoverRoutes = newRoutes()
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/products/{id}/cover",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.cover_changed", subject: "product" },
      summary: "Replace a product's cover",
      description:
        "The cover is shown beside the product on customers' pages. It is cut to a square, from its center. At least 192 pixels wide looks best.",
      tags,
      middleware: [jsonBody("cover")] as const,
      request: { params: productId, body: { required: true, content: json(coverInput) } },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const key = c.req.valid("param");
      const content = Buffer.from(c.req.valid("json").content, "base64");
      const { sku } = await pathProduct(c, key.id);
      const product = await changeCover({ ...services, db: changeInSteps(c, sku) }, account.id, key, content);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/products/{id}/cover",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.cover_removed", subject: "product" },
      examples: { answer: { cover_url: null } },
      summary: "Remove a product's cover",
      description: "Customers' pages show the product without a picture.",
      tags,
      request: { params: productId },
      responses: { 200: productAnswer, ...problems(404) },
    }),
    async (c) => {
      const { account } = c.var;
      const product = await change(c, (tx) => removeCover(tx, account.id, c.req.valid("param")), skuOf);
      return c.json(await present(c, product), 200);
    },
  );
