import { createRoute } from "@hono/zod-openapi";
import { changeCover, removeCover } from "../../delivery/catalog/covers.ts";
import { newRoutes } from "./environment.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { examplePicture, pictureInput } from "./picture-input.ts";
import { problems } from "./problem.ts";
import { present, productAnswer, productId } from "./products.ts";

const tags = ["Products"];

const coverInput = pictureInput.openapi("NewCover", { example: examplePicture });

export const productCoverRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/products/{id}/cover",
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
      return c.json(await present(c, await changeCover(services, account.id, key, content)), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/products/{id}/cover",
      summary: "Remove a product's cover",
      description: "Customers' pages show the product without a picture.",
      tags,
      request: { params: productId },
      responses: { 200: productAnswer, ...problems(404) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const key = c.req.valid("param");
      return c.json(await present(c, await services.db.write((tx) => removeCover(tx, account.id, key))), 200);
    },
  );
