import { Box, Stack } from "@mantine/core";
import { customerExport, useCustomer } from "../api/customers.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { Customer } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { day, money, number } from "../components/format.ts";
import { blankLine, LoadingSection } from "../components/loading-section.tsx";
import { NoMoreEmails } from "../components/no-more-emails.tsx";
import { useAddressedOrderId } from "../components/order-address.ts";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";
import { CustomerActions } from "./customer-actions.tsx";
import { CustomerDownloads } from "./customer-downloads.tsx";
import { CustomerEmails } from "./customer-emails.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { CustomerGifts, MissingCustomer } from "./lazy-customer.tsx";

const back = { to: "/admin/customers", label: "Customers" };

/** One person with all that they bought and got as gifts. */
export function CustomerDetail() {
  const email = useAddressedOrderId();
  const { data: customer, error, refetch } = useCustomer(email);
  const { canChange } = useRights();
  if (error instanceof ApiProblem && error.status === 404) return <MissingCustomer email={email} />;
  return (
    <>
      <PageHeader
        title={customer?.name ?? readableAddress(email)}
        words={customer ? customer.name !== null && readableAddress(email) : blankLine}
        back={back}
      >
        <ExportButton variant="default" address={customerExport(email)}>
          Export
        </ExportButton>
        {canChange && customer && <CustomerActions customer={customer} />}
      </PageHeader>
      {error && !customer ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <>
          <NoMoreEmails to={email} />
          <Box className="with-aside">
            <Stack gap="lg">
              {customer?.orders !== 0 && <CustomerOrders email={email} />}
              <CustomerGifts email={email} />
            </Stack>
            <Stack gap="lg" className="aside">
              {customer ? <CustomerFacts customer={customer} /> : <LoadingSection lines={5} />}
              {customer ? <CustomerNotes key={customer.email} customer={customer} /> : <LoadingSection lines={5} />}
              <CustomerEmails email={email} />
            </Stack>
            <CustomerDownloads email={email} />
          </Box>
        </>
      )}
    </>
  );
}

function CustomerFacts({ customer: { orders, totals, first_order_at: first } }: { customer: Customer }) {
  return (
    <Section title="Details">
      <Facts>
        <Fact name="Orders">{number(orders)}</Fact>
        {totals.length > 0 && (
          <Fact name="Paid">
            {totals.map(({ amount, currency }) => (
              <div key={currency}>{money(amount, currency)}</div>
            ))}
          </Fact>
        )}
        {first && <Fact name="Customer since">{day(first)}</Fact>}
      </Facts>
    </Section>
  );
}
