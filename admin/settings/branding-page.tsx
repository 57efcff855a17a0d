import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { AccountPage } from "./account-page.tsx";

/** Loaded separately: most visits do not need the choice of a color and the preview. */
const brandingCode = lazyCode(() => import("./branding.tsx"));

/** Logo, name, color and sender. */
export function BrandingPage() {
  const { code, error, retry } = useLazyCode(brandingCode);
  return (
    <AccountPage title="Branding" words="How your store looks on customer pages and in emails.">
      {(account) =>
        code ? (
          <code.Branding account={account} />
        ) : error ? (
          <ErrorNotice error={error} retry={retry} />
        ) : (
          <LoadingSection lines={8} />
        )
      }
    </AccountPage>
  );
}
