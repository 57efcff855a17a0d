import { Button, SimpleGrid } from "@mantine/core";
import { ChevronRightIcon } from "@primer/octicons-react";
import { useNavigate } from "react-router";
import { useConnect } from "../api/connections.ts";
import { useRights } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { type Kind, kinds, shops } from "./shops.ts";

/** What most shops send that follow no standard. The owner corrects it on the first event. */
const usualPaths = {
  signature: "standard_webhooks",
  order_id: "data.id",
  email: "data.customer.email",
  currency: "data.currency",
  items: "data.items",
  sku: "sku",
  quantity: "quantity",
  price: "price",
} as const;

/** Asks which shop to connect, and makes the connection. */
export function ConnectShop() {
  const navigate = useNavigate();
  const connecting = useConnect();
  const { canManage } = useRights();
  const connect = (kind: Kind) =>
    connecting.mutate(
      { kind, ...(kind === "generic" ? { generic: usualPaths } : {}) },
      { onSuccessIfMounted: ({ id }) => navigate(`/admin/connections/${id}`), onError: showError },
    );
  return (
    <>
      <PageHeader
        title="Connect a shop"
        words="Where do you sell? Waybill then shows the steps for it, and delivers what is paid for there."
        back={{ to: "/admin/connections", label: "Connections" }}
      />
      {canManage ? (
        <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm">
          {kinds.map((kind) => (
            <Button
              key={kind}
              variant="default"
              size="lg"
              fz="sm"
              px="sm"
              justify="space-between"
              rightSection={<ChevronRightIcon />}
              loading={isFor(connecting, kind)}
              onClick={() => connect(kind)}
            >
              {shops[kind].name}
            </Button>
          ))}
        </SimpleGrid>
      ) : (
        <EmptyState title="Only owners can connect a shop" words="Ask an owner of the store." />
      )}
    </>
  );
}

const isFor = ({ isPending, variables }: ReturnType<typeof useConnect>, kind: Kind) =>
  isPending && variables?.kind === kind;
