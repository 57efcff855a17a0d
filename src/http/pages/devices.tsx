/** @jsxImportSource hono/jsx */

import { mostRemovals, type OrderDevice } from "../../delivery/license-checks/order-devices.ts";
import { devicesPath } from "../../platform/customer-paths.ts";
import { fill } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact, StoreName } from "./contact.tsx";
import { LongList } from "./in-pieces.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";

/** The id of the list. Customers who removed a device are sent back to it. */
export const devicesAnchor = "devices";

interface DevicesProps {
  store: Store;
  orderGuid: string;
  devices: OrderDevice[];
  /** What the customer has just tried: to remove a device. */
  removal: DeviceRemoval | null;
}

/** `tooMany` for one more than is allowed. */
export type DeviceRemoval = "done" | "tooMany";

/** The devices on which the order's licenses are activated. The customer can free their places. */
export function Devices({ store, orderGuid, devices, removal }: DevicesProps) {
  const { texts: all, number } = useLocalization();
  const { devices: texts } = all;
  const severalKeys = new Set(devices.map(({ licenseKeyId }) => licenseKeyId)).size > 1;
  const severalProducts = new Set(devices.map(({ productName }) => productName)).size > 1;
  return (
    <section class="card" aria-labelledby={devicesAnchor}>
      <header>
        <div>
          <h2 id={devicesAnchor}>{texts.title}</h2>
          <p>
            {texts.help} {fill(texts.mostRemoved, { count: number(mostRemovals) })}
          </p>
        </div>
      </header>
      {removal === "done" && (
        <div class="notice" role="status">
          <p>{texts.removed}</p>
        </div>
      )}
      {removal === "tooMany" && (
        <div class="notice" role="status">
          <p>
            <Filled text={texts.tooMany} values={{ store: <StoreName store={store} /> }} />
          </p>
          <Contact store={store} />
        </div>
      )}
      <ul class="devices">
        <LongList of={devices}>
          {({ id, name, key, productName, lastSeenAt }) => (
            <li>
              <div>
                <p>
                  <bdi>{name || texts.unnamed}</bdi>
                </p>
                <p class="about">
                  {severalProducts && <bdi>{productName}</bdi>}
                  {severalKeys && <bdi>{key.length > 40 ? `${key.slice(0, 40)}…` : key}</bdi>}
                  <span>
                    <Filled text={texts.lastUsed} values={{ date: <InstantInWords at={lastSeenAt} /> }} />
                  </span>
                </p>
              </div>
              <form method="post" action={devicesPath(orderGuid)}>
                <input type="hidden" name="device" value={String(id)} />
                <button type="submit">
                  {texts.remove}
                  <span class="unseen"> {fill(texts.ofDevice, { name: name || texts.unnamed })}</span>
                </button>
              </form>
            </li>
          )}
        </LongList>
      </ul>
    </section>
  );
}
