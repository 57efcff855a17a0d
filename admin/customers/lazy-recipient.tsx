import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Lazy } from "../components/lazy.tsx";

const recipientCode = lazyCode(() => import("./recipient-code.ts"));

/** Somebody who has bought nothing: what they got as gifts. */
export const RecipientDetail = ({ email }: { email: string }) => (
  <Lazy loaded={recipientCode}>{({ RecipientDetail: Loaded }) => <Loaded email={email} />}</Lazy>
);

/** The gifts that the customer got. Nothing until it is known that there are some. */
export function CustomerGifts({ email }: { email: string }) {
  const { code, error, retry } = useLazyCode(recipientCode);
  if (code) return <code.CustomerGifts email={email} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : null;
}
