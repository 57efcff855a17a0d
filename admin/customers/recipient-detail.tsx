import { Box, Button, Stack } from "@mantine/core";
import { customerExport } from "../api/customers.ts";
import { useRights } from "../api/session.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { LinkButton } from "../components/links.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { NoMoreEmails } from "../components/no-more-emails.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { useDialog } from "../components/use-dialog.ts";
import { CustomerEmails } from "./customer-emails.tsx";
import { CustomerGifts, useGiftsTo } from "./customer-gifts.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

const back = { to: "/admin/customers", label: "Customers" };

/** Somebody who has bought nothing: what they got as gifts. */
export function RecipientDetail({ email }: { email: string }) {
  const { data, error, refetch } = useGiftsTo(email);
  if (data?.total === 0) return <Missing email={email} />;
  const name = data?.orders[0]?.recipient_name;
  return (
    <>
      <PageHeader title={name ?? email} words={name ? `${email}, got gifts` : "Got gifts"} back={back}>
        <Actions email={email} />
      </PageHeader>
      {error && !data ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <>
          <NoMoreEmails to={email} />
          <Box className="with-aside">
            {data ? <CustomerGifts email={email} /> : <LoadingSection lines={8} />}
            <Stack gap="lg" className="aside">
              <CustomerEmails email={email} />
            </Stack>
          </Box>
        </>
      )}
    </>
  );
}

function Actions({ email }: { email: string }) {
  const { canManage } = useRights();
  const erase = useDialog("erase");
  return (
    <>
      <ExportButton variant="default" address={customerExport(email)}>
        Export
      </ExportButton>
      {canManage && (
        <>
          <Button variant="default" onClick={erase.open}>
            Erase…
          </Button>
          <EraseDialog email={email} words={erasureWords} opened={erase.opened} onClose={erase.close} />
        </>
      )}
    </>
  );
}

const erasureWords =
  "Name, address, messages and emails are erased from these gifts. They stay orders of their buyers, and links that this person kept work on. Backups are not changed. This cannot be undone.";

function Missing({ email }: { email: string }) {
  return (
    <>
      <PageHeader title={email} back={back} />
      <EmptyState title="Customer not found" words="The address was changed, or the customer was erased.">
        <LinkButton to="/admin/customers" variant="default">
          Search customers
        </LinkButton>
      </EmptyState>
    </>
  );
}
