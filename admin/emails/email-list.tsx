import { Box, Group } from "@mantine/core";
import { MailIcon } from "@primer/octicons-react";
import { useSearchParams } from "react-router";
import { useEmails } from "../api/emails.ts";
import type { Email } from "../api/types.ts";
import { ChoiceFilter } from "../components/choice-filter.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { useFilter } from "../components/filter.tsx";
import { moment, number } from "../components/format.ts";
import { LinkButton } from "../components/links.tsx";
import { nameOfOrder, OrderLink } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Shortened } from "../components/shortened.tsx";
import { EmailStatusBadge } from "./email-status.tsx";
import { isErased, lackOfContent } from "./erased.ts";
import { EmailSections } from "./sections.tsx";

const pageSize = 50;

const statuses = [
  { value: "", label: "All statuses" },
  { value: "failed", label: "Failed" },
  { value: "bounced", label: "Came back" },
  { value: "complained", label: "Reported as spam" },
  { value: "over_allowance", label: "Held back" },
  { value: "queued", label: "On its way" },
  { value: "sent", label: "Sent" },
  { value: "kept", label: "Kept here, not sent" },
  { value: "cancelled", label: "Canceled" },
];

const kinds = [
  { value: "", label: "All kinds" },
  { value: "delivery", label: "Orders" },
  { value: "announcement", label: "Updates of files" },
  { value: "library", label: "Lost links" },
  { value: "gift_confirmation", label: "Buyers of gifts" },
];

const columns: Column<Email>[] = [
  { header: "Email", cell: (email) => <Summary email={email} /> },
  {
    header: "Order",
    cell: (email) =>
      email.order_id === null ? (
        "All orders"
      ) : (
        <OrderLink id={email.order_id} name={nameOfOrder(email)} plain={isErased(email)} />
      ),
    desktopOnly: true,
  },
  { header: "Created", cell: ({ created_at }) => moment(created_at), nowrap: true, desktopOnly: true },
  { header: "Attempts", cell: ({ attempts }) => number(attempts), align: "right", desktopOnly: true },
  { header: "Status", cell: (email) => <EmailStatusBadge email={email} /> },
];

/** Every email to a customer, newest first. */
export function EmailList() {
  const [search] = useSearchParams();
  const page = usePage();
  const q = search.get("q") ?? "";
  const status = useFilter({ name: "status", options: statuses });
  const kind = useFilter({ name: "kind", options: kinds });
  const { data, error, refetch } = useEmails({ page, page_size: pageSize, status, kind, q });
  return (
    <>
      <PageHeader title="Emails" />
      <EmailSections current="log" />
      <Group mb="md" gap="sm">
        <SearchField label="Search emails" placeholder="Recipient or order ID" />
        <ChoiceFilter name="status" label="Filter by status" options={statuses} />
        <ChoiceFilter name="kind" label="Filter by kind" options={kinds} />
      </Group>
      <DataTable
        label="Delivery emails"
        columns={columns}
        rows={data?.emails}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoEmails searched={q !== "" || status !== "" || kind !== ""} />}
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

const noSubject = { deleted: "Erased with its order", removed: "Subject removed", unwritten: "Not written yet" };

/** A phone shows the order and when the email was queued below its subject. */
function Summary({ email }: { email: Email }) {
  const { id, recipient, subject, order_id, created_at } = email;
  return (
    <>
      <Shortened value={recipient || "Deleted order"} to={`/admin/emails/${id}`} />
      <Shortened
        value={
          subject ?? (email.waits_for_release ? "Written when its order is released" : noSubject[lackOfContent(email)])
        }
        size="xs"
        c="dimmed"
      />
      <Box hiddenFrom="sm">
        <Shortened
          value={`${moment(created_at)}, ${order_id === null ? "all orders" : `order ${nameOfOrder(email)}`}`}
          size="xs"
          c="dimmed"
        />
      </Box>
    </>
  );
}

function NoEmails({ searched }: { searched: boolean }) {
  if (searched)
    return (
      <EmptyState title="No matching emails" words="Search by the start of an email address or by a full order ID.">
        <LinkButton to="/admin/emails" variant="default">
          Show all emails
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MailIcon}
      title="No emails yet"
      words="Each order sends its customer an email with the links. You see every email and its delivery attempts here."
    />
  );
}
