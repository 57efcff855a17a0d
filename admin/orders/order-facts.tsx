import { Anchor, Group } from "@mantine/core";
import type { Order } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { customerAddress } from "../components/customer-address.ts";
import { Fact, Facts } from "../components/facts.tsx";
import { bytes, moment, money, number } from "../components/format.ts";
import { FromNow } from "../components/from-now.tsx";
import { languageNames } from "../components/languages.ts";
import { TextLink } from "../components/links.tsx";
import { orderName } from "../components/order-link.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";
import { customerName } from "./customer-name.ts";
import { waitingWords } from "./expiration.ts";
import { GiftFacts } from "./gift-facts.tsx";
import { OrderOrigin } from "./order-origin.tsx";
import { hasFiles, subscriptionWords } from "./order-states.ts";

/** The order's customer, dates, limit and IDs. */
export function OrderFacts({ order }: { order: Order }) {
  const { email, expiration_date, total, currency, vendor_id } = order;
  const id = String(order.id);
  const custom = { 1: order.custom_1, 2: order.custom_2, 3: order.custom_3 };
  return (
    <Section title="Details">
      <Facts>
        <Fact name={order.recipient_email === null ? "Customer" : "Buyer"}>
          {customerName(order) && <div>{customerName(order)}</div>}
          <Group gap="xs">
            <TextLink to={customerAddress(email)} size="sm" className="tall-link">
              {readableAddress(email)}
            </TextLink>
            <Copy value={email} label="Copy email address" />
          </Group>
        </Fact>
        <GiftFacts order={order} />
        {order.title && order.title !== order.shop_number && <Fact name="Title">{order.title}</Fact>}
        <Fact name="Created">
          <OrderOrigin order={order} />
        </Fact>
        {order.access_until !== null && (
          <Fact name="Access paid until">
            {moment(order.access_until)}, <FromNow iso={order.access_until} />
          </Fact>
        )}
        {(order.subscription_id ?? order.subscription_status) !== null && (
          <Fact name="Subscription">
            {[order.subscription_status && subscriptionWords[order.subscription_status], order.subscription_id]
              .filter(Boolean)
              .join(", ")}
          </Fact>
        )}
        {(order.access_until === null || expiration_date !== null) && (
          <Fact name={hasExpired(order) ? "Expired" : "Expires"}>
            {expiration_date ? (
              <>
                {moment(expiration_date)}, <FromNow iso={expiration_date} />
              </>
            ) : (
              (waitingWords(order) ?? "Never")
            )}
          </Fact>
        )}
        {hasFiles(order) && <Fact name="Download limit">{limitWords(order)}</Fact>}
        {order.country !== null && <Fact name="Country">{countryName(order.country)}</Fact>}
        {total !== null && <Fact name="Total">{money(total, currency)}</Fact>}
        {order.locale !== null && <Fact name="Language">{languageNames[order.locale]}</Fact>}
        {order.invoice_url !== null && (
          <Fact name="Invoice">
            <Anchor className="tall-link" href={order.invoice_url} target="_blank" rel="noopener noreferrer" size="sm">
              {order.invoice_url}
            </Anchor>
          </Fact>
        )}
        {orderName(order) !== id && <Fact name="ID here">{id}</Fact>}
        {vendor_id !== null && vendor_id !== id && <Fact name="Your order ID">{vendor_id}</Fact>}
        {Object.entries(custom).map(([place, text]) =>
          text ? (
            <Fact key={place} name={`Custom field ${place}`}>
              {text}
            </Fact>
          ) : null,
        )}
      </Facts>
    </Section>
  );
}

/** Its own date has passed, whether or not its access has ended. */
const hasExpired = ({ status, expiration_date: end }: Order): boolean =>
  status === "expired" && end !== null && new Date(end).getTime() <= Date.now();

const countries = new Intl.DisplayNames("en", { type: "region" });

/** `T1` and some others have no name. */
const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

/** Products can have limits of their own. */
function limitWords({ download_limit, order_items }: Order): string {
  const limits = new Set(order_items.map(itemLimitWords));
  if (limits.size > 1) return "Differs by product";
  const [words = usualWords(download_limit)] = limits;
  return words;
}

const usualWords = (limit: number | null) => (limit === null ? "Unlimited" : `${number(limit)} per file`);

function itemLimitWords(item: Order["order_items"][number]): string {
  const { download_limit, large_file_bytes: size, large_file_download_limit: limit } = item;
  const usual = usualWords(download_limit);
  return size === null || limit === null ? usual : `${usual}, ${number(limit)} from ${bytes(size)} on`;
}
