import { useParams } from "react-router";
import { useRights } from "../api/session.ts";
import { Screens } from "../api-keys/screens.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { ApiScreen } from "./api-screen.tsx";

/** How programs call the API: their keys, the account's credentials, and their last calls. */
export function ApiPage() {
  const path = (useParams()["*"] ?? "").replace(/^api\/?/, "");
  const { canManage } = useRights();
  if (path === "") return <ApiScreen />;
  if (canManage) return <Screens path={path} />;
  return (
    <>
      <PageHeader title="API" />
      <EmptyState title="Only owners can see API keys" words="Ask an owner of the store." />
    </>
  );
}
