import { z } from "@hono/zod-openapi";
import { longestGiftMessage } from "../../../delivery/orders/gifts/gift.ts";
import { instant, shownInstant, shownText, text } from "../framework/fields.ts";
import { nullish } from "../framework/loose-values.ts";

/** The delivery time of a gift in requests. */
export const deliverAt = <Schema extends z.ZodType>(schema: Schema) =>
  nullish(schema).openapi({
    type: ["string", "null"],
    description:
      "When the recipient gets the email, an ISO 8601 date within two years; before it, the links answer 403, and the default expiration counts from it. It can be changed until then. Null: at once.",
    example: "2026-12-24T17:00:00+00:00",
  });

/** The fields of a gift in requests. */
export const giftFields = {
  recipient_email: z
    .string({ error: "must be text" })
    .nullish()
    .describe(
      "Email address of the person who gets the order as a gift: the delivery email and the links are theirs, and `email` is the buyer's. Null or empty: no gift, and the next three fields are emptied.",
    ),
  recipient_name: text(255).nullish().describe("The recipient's name, as the email and the page greet them."),
  gift_message: z
    .string({ error: "must be text" })
    .nullish()
    .describe(
      `What the buyer writes to the recipient, up to ${longestGiftMessage.toLocaleString("en")} characters, perhaps in several lines.`,
    ),
  deliver_at: deliverAt(instant),
};

/** The fields of a gift in answers. */
export const shownGift = {
  recipient_email: shownText.describe("Email address of the person who gets the order as a gift. Null: it is no gift."),
  recipient_name: shownText.describe("The recipient's name."),
  gift_message: shownText.describe("What the buyer writes to the recipient."),
  deliver_at: shownInstant
    .nullable()
    .describe("When the recipient gets the email, and the links begin to work. Null: at once."),
};
