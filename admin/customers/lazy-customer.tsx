import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

const customerCode = lazyCode(() => import("./customer-code.ts"));

/** In place of a person of whom nothing is known. */
export const MissingCustomer = ({ email }: { email: string }) => (
  <Lazy loaded={customerCode}>{({ MissingCustomer: Loaded }) => <Loaded email={email} />}</Lazy>
);

/** The gifts that the customer got. Nothing until it is known that there are some. */
export const CustomerGifts = ({ email }: { email: string }) => (
  <Lazy loaded={customerCode} lines={0}>
    {({ CustomerGifts: Loaded }) => <Loaded email={email} />}
  </Lazy>
);
