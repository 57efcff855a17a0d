import { Box, Group, Skeleton, Stack } from "@mantine/core";
import { Navigate } from "react-router";
import { useOrder } from "../api/orders.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LinkButton } from "../components/links.tsx";
import { blankLine, LoadingSection } from "../components/loading-section.tsx";
import { NoMoreEmails } from "../components/no-more-emails.tsx";
import { newOrderAddress, useAddressedOrderId } from "../components/order-address.ts";
import { orderName } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { CustomerPage } from "./customer-page.tsx";
import { LicenseDevices } from "./license-devices.tsx";
import { OpenRenewal } from "./open-renewal.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderDownloads } from "./order-downloads.tsx";
import { OrderEmails } from "./order-emails.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderItems } from "./order-items.tsx";
import { hasFiles } from "./order-states.ts";
import { OrderStatus } from "./order-status.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { StoppedOrder } from "./stopped-order.tsx";

const back = { to: "/admin/orders", label: "Orders" };

/** One order with everything that belongs to it. */
export function OrderDetail() {
  const id = useAddressedOrderId();
  const { data: order, error, refetch } = useOrder(id);
  if (error instanceof ApiProblem && error.status === 404) {
    // The address of the form for new orders before any ID could have a screen.
    return id === "new" ? <Navigate to={newOrderAddress} replace /> : <Missing id={id} />;
  }
  return (
    <>
      <PageHeader
        title={`Order ${order ? orderName(order) : id}`}
        words={order ? <Words order={order} /> : blankLine}
        back={back}
      >
        {(order || !error) && <Actions order={order} />}
      </PageHeader>
      {error && !order ? <ErrorNotice error={error} retry={refetch} /> : order ? <Parts order={order} /> : <Loading />}
    </>
  );
}

function Words({ order }: { order: Order }) {
  const id = String(order.id);
  return (
    <Group gap="xs" component="span">
      <OrderStatus order={order} />
      {orderName(order) !== id && <span style={{ overflowWrap: "anywhere" }}>ID here {id}</span>}
      <span style={{ overflowWrap: "anywhere" }}>
        {(order.title !== order.shop_number && order.title) || readableAddress(order.email)}
      </span>
    </Group>
  );
}

function Actions({ order }: { order: Order | undefined }) {
  if (!useRights().canChange) return null;
  return order ? <OrderActions order={order} /> : <Skeleton h={36} w={300} />;
}

function Parts({ order }: { order: Order }) {
  return (
    <>
      <StoppedOrder order={order} />
      <OpenRenewal order={order} />
      <NoMoreEmails to={order.email} enabled={!order.test && mayBeStopped(order)} />
      <Box className="with-aside">
        <Stack gap="lg">
          <OrderItems order={order} />
          <LicenseDevices order={order} />
          <OrderEmails order={order} />
          {(order.download_count > 0 || hasFiles(order)) && <OrderDownloads id={order.id} />}
        </Stack>
        <Stack gap="lg" className="aside">
          <OrderFacts order={order} />
          <CustomerPage order={order} />
        </Stack>
        <OrderTimeline id={order.id} />
      </Box>
    </>
  );
}

/** No emails may go to the customer any more. */
const mayBeStopped = ({ email_status }: Order) =>
  email_status !== null && ["failed", "bounced", "complained"].includes(email_status);

function Loading() {
  return (
    <Box className="with-aside" role="status" aria-label="Loading the order">
      <Stack gap="lg">
        <LoadingSection lines={2} />
        <LoadingSection lines={2} />
        <LoadingSection lines={10} />
      </Stack>
      <Stack gap="lg" className="aside">
        <LoadingSection lines={12} />
        <LoadingSection lines={5} />
      </Stack>
    </Box>
  );
}

function Missing({ id }: { id: string }) {
  return (
    <>
      <PageHeader title={`Order ${id}`} back={back} />
      <EmptyState title="Order not found" words="It was deleted, or its ID changed.">
        <LinkButton to="/admin/orders" variant="default">
          Search orders
        </LinkButton>
      </EmptyState>
    </>
  );
}
