import { useParams } from "react-router";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { useRights } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";

/** Loaded separately: owners set webhooks up once. */
const screensCode = lazyCode(() => import("../webhooks/screens.tsx"));

/** The store's webhook endpoints. */
export function WebhooksPage() {
  const path = (useParams()["*"] ?? "").replace(/^webhooks\/?/, "");
  const { canManage } = useRights();
  const { code, error, retry } = useLazyCode(screensCode);
  if (!canManage) {
    return (
      <>
        <PageHeader title="Webhooks" />
        <EmptyState title="Only owners can see webhooks" words="Ask an owner of the store." />
      </>
    );
  }
  if (code) return <code.Screens path={path} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={8} />;
}
