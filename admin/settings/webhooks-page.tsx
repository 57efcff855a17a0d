import { useParams } from "react-router";
import { useRights } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Screens } from "../webhooks/screens.tsx";

/** The store's webhook endpoints. */
export function WebhooksPage() {
  const path = (useParams()["*"] ?? "").replace(/^webhooks\/?/, "");
  const { canManage } = useRights();
  if (!canManage) {
    return (
      <>
        <PageHeader title="Webhooks" />
        <EmptyState title="Only owners can see webhooks" words="Ask an owner of the store." />
      </>
    );
  }
  return <Screens path={path} />;
}
