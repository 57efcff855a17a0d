import { useParams } from "react-router";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { useRights } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";

/** Loaded separately: owners create keys rarely. */
const screensCode = lazyCode(() => import("../api-keys/screens.tsx"));

/** The keys with which programs call the API, and their last calls. */
export function ApiKeysPage() {
  const path = (useParams()["*"] ?? "").replace(/^api-keys\/?/, "");
  const { canManage } = useRights();
  const { code, error, retry } = useLazyCode(screensCode);
  if (!canManage) {
    return (
      <>
        <PageHeader title="API keys" />
        <EmptyState title="Only owners can see API keys" words="Ask an owner of the store." />
      </>
    );
  }
  if (code) return <code.Screens path={path} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={8} />;
}
