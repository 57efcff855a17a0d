import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Lazy } from "../components/lazy.tsx";

const customerCode = lazyCode(() => import("./customer-code.ts"));

/** In place of a person of whom nothing is known. */
export const MissingCustomer = ({ email }: { email: string }) => (
  <Lazy loaded={customerCode}>{({ MissingCustomer: Loaded }) => <Loaded email={email} />}</Lazy>
);

/** The gifts that the customer got. Nothing until it is known that there are some. */
export function CustomerGifts({ email }: { email: string }) {
  const { code, error, retry } = useLazyCode(customerCode);
  if (code) return <code.CustomerGifts email={email} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : null;
}
