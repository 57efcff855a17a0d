import { z } from "@hono/zod-openapi";
import { removeDevice } from "../../../delivery/license-checks/activate.ts";
import { licenseById } from "../../../delivery/license-checks/find-license.ts";
import { devicesOfOrder, type OrderDevice } from "../../../delivery/license-checks/order-devices.ts";
import { type LicenseDevice, listDevices } from "../../../delivery/licenses/devices.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  orNull,
  pageQuery,
  rowNumber,
  rowsOf,
  shownId,
  shownInstant,
  shownProductName,
  shownText,
} from "../framework/fields.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { byId, orderId } from "../orders/one-order.ts";

const tags = ["License keys"];

const keyId = rowNumber("license key", "ID of the license key.").openapi({ example: 1 });

const exampleDevice = {
  id: 1,
  name: "Ann's laptop",
  takes_place: true,
  activated_at: created,
  last_seen_at: created,
};

const licenseDeviceSchema = z
  .object({
    id: shownId,
    name: shownText.describe("What the program calls the device. Null: it says nothing."),
    takes_place: z
      .boolean()
      .describe("False for a local or staging site, of which three take none of the key's places."),
    activated_at: shownInstant.describe("When the license was activated on it."),
    last_seen_at: shownInstant.describe("When its program last asked, to the hour."),
  })
  .openapi("LicenseDevice", {
    example: exampleDevice,
  });

const orderDeviceSchema = z
  .object({
    ...licenseDeviceSchema.shape,
    license_key_id: z.number().int().describe("ID of the license key."),
    license_key: z.string().describe("The license key."),
    product_name: shownProductName,
  })
  .openapi("OrderDevice", {
    example: {
      ...exampleDevice,
      license_key_id: 1,
      license_key: "AAAA-BBBB-0001",
      product_name: "Map of the south",
    },
  });

export const licenseDeviceRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/license_keys/{id}/devices",
      role: "read_only",
      scope: "license_keys:manage",
      summary: "List a license key's devices",
      description: "The devices on which programs have activated the key, in the order of their activation.",
      tags,
      request: { params: z.object({ id: keyId }), query: pageQuery },
      responses: { 200: pageOf("devices", licenseDeviceSchema, "devices"), ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { read } = services.db;
      const page = c.req.valid("query");
      const { id } = await requireLicense(read, account.id, c.req.valid("param").id);
      const { devices, total } = await listDevices(read, id, rowsOf(page));
      return c.json({ devices: devices.map(presentDevice), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/orders/{id}/devices",
      role: "read_only",
      scope: "orders:read",
      summary: "List the devices of an order's licenses",
      description:
        "The devices of all license keys of the order, by product and in the order of their activation; at most 200. Not those of revoked and removed items.",
      tags,
      request: { params: orderId },
      responses: {
        200: {
          description: "The devices.",
          content: json(z.object({ devices: z.array(orderDeviceSchema).describe("The devices.") })),
        },
        ...problems(404),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { read } = services.db;
      const { guid } = await byId(c, c.req.valid("param").id);
      const devices = await devicesOfOrder(read, account.id, guid);
      return c.json({ devices: devices.map(presentOrderDevice) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/license_keys/{id}/devices/{device_id}",
      role: "staff",
      scope: "license_keys:manage",
      activity: { kind: "order.device_removed", subject: "order" },
      summary: "Remove a device of a license key",
      description: "Gives its place back. The program on it is answered `not_activated` when it asks again.",
      tags,
      request: {
        params: z.object({
          id: keyId,
          device_id: rowNumber("device", "ID of the device.").openapi({ example: 1 }),
        }),
      },
      responses: { 204: { description: "Removed." }, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, device_id: deviceId } = c.req.valid("param");
      await change(
        c,
        async (tx) => {
          const license = await requireLicense(tx, account.id, id);
          const removed = await removeDevice(tx, account.id, { licenseKeyId: id, id: deviceId }, now);
          if (!removed) throw new DomainError("not_found", `The license key has no device ${deviceId}.`);
          return license;
        },
        ({ orderPublicId }) => orderPublicId,
      );
      return c.body(null, 204);
    },
  );

/** Throws `not_found`, also for a key without an order. */
async function requireLicense(reader: Reader, accountId: number, id: number) {
  const license = await licenseById(reader, accountId, id);
  if (!license) throw new DomainError("not_found", `No order has a license key with the ID ${id}.`);
  return license;
}

const presentDevice = ({ id, name, takesPlace, activatedAt, lastSeenAt }: LicenseDevice) => ({
  id,
  name: orNull(name),
  takes_place: takesPlace,
  activated_at: writeInstant(activatedAt),
  last_seen_at: writeInstant(lastSeenAt),
});

const presentOrderDevice = ({ licenseKeyId, key, productName, ...device }: OrderDevice) => ({
  ...presentDevice(device),
  license_key_id: licenseKeyId,
  license_key: key,
  product_name: productName,
});
