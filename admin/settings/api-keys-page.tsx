import { useParams } from "react-router";
import { useRights } from "../api/session.ts";
import { Screens } from "../api-keys/screens.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";

/** The keys with which programs call the API, and their last calls. */
export function ApiKeysPage() {
  const path = (useParams()["*"] ?? "").replace(/^api-keys\/?/, "");
  const { canManage } = useRights();
  if (!canManage) {
    return (
      <>
        <PageHeader title="API keys" />
        <EmptyState title="Only owners can see API keys" words="Ask an owner of the store." />
      </>
    );
  }
  return <Screens path={path} />;
}
