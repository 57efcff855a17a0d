import { Button, SimpleGrid } from "@mantine/core";
import { ChevronRightIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useConnect, useConnections, useRemovedConnections } from "../api/connections.ts";
import { useRights } from "../api/session.ts";
import type { Connection } from "../api/types.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { showError } from "../components/notify.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { BegunShop, begunAmong } from "./begun-shop.tsx";
import { SameShop } from "./same-shop.tsx";
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
  const { canManage } = useRights();
  return (
    <>
      <PageHeader
        title="Connect a shop"
        words="Where do you sell? Waybill shows you the steps, then delivers what customers pay for there."
        back={{ to: "/admin/connections", label: "Connections" }}
      />
      {canManage ? <Kinds /> : <EmptyState title="Only owners can connect a shop" words="Ask an owner of the store." />}
    </>
  );
}

function Kinds() {
  const navigate = useNavigate();
  const connecting = useConnect();
  const { data: removed, error, refetch } = useRemovedConnections();
  const { data: connections = [] } = useConnections();
  /** The unused connection with which the owner is asked to go on. */
  const [begun, setBegun] = useState<Connection | null>(null);
  /** The kind whose owner is asked whether it is the shop of a removed connection. */
  const [asked, setAsked] = useState<Kind | null>(null);
  if (!removed) return error ? <ErrorNotice error={error} retry={refetch} /> : <LoadingSection lines={3} />;
  const removedOf = (kind: Kind | null) => removed.filter((one) => one.kind === kind);
  const connect = (kind: Kind, continues: number | null) => {
    setAsked(null);
    connecting.mutate(
      { kind, continues, ...(kind === "generic" ? { generic: usualPaths } : {}) },
      { onSuccessIfMounted: ({ id }) => navigate(`/admin/connections/${id}`), onError: showError },
    );
  };
  const start = (kind: Kind) => (removedOf(kind).length > 0 ? setAsked(kind) : connect(kind, null));
  const choose = (kind: Kind) => {
    const unused = begunAmong(connections, kind);
    if (unused) setBegun(unused);
    else start(kind);
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
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
            onClick={() => choose(kind)}
          >
            {shops[kind].name}
          </Button>
        ))}
      </SimpleGrid>
      <BegunShop
        begun={begun}
        onClose={() => setBegun(null)}
        onContinue={() => begun && navigate(`/admin/connections/${begun.id}`)}
        onAnother={() => {
          setBegun(null);
          if (begun) start(begun.kind);
        }}
      />
      <SameShop
        removed={removedOf(asked)}
        onClose={() => setAsked(null)}
        onAnswer={(continues) => asked && connect(asked, continues)}
      />
    </>
  );
}

const isFor = ({ isPending, variables }: ReturnType<typeof useConnect>, kind: Kind) =>
  isPending && variables?.kind === kind;
