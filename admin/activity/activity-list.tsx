import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { PulseIcon } from "@primer/octicons-react";
import { useSearchParams } from "react-router";
import { useActivity } from "../api/activity.ts";
import { exportAddress } from "../api/exports.ts";
import type { Activity } from "../api/types.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { FieldFilter } from "../components/field-filter.tsx";
import { moment } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { readableText } from "../components/readable-address.ts";
import { Shortened } from "../components/shortened.tsx";

const pageSize = 50;
const filters = ["actor", "from", "to"] as const;

const columns: Column<Activity>[] = [
  { header: "Time", cell: ({ at }) => moment(at), nowrap: true },
  { header: "Change", cell: (activity) => <Change activity={activity} /> },
  { header: "By", cell: ({ actor }) => <Shortened value={actor} />, desktopOnly: true },
  { header: "IP address", cell: ({ details }) => details.ip_address ?? "", nowrap: true, desktopOnly: true },
];

/** Who changed what in the store, newest first. */
export function ActivityList() {
  const [search, setSearch] = useSearchParams();
  const page = usePage();
  const [actor = "", from = "", to = ""] = filters.map((name) => search.get(name) ?? "");
  const filtered = [actor, from, to].some((value) => value !== "");
  const { data, error, refetch } = useActivity({ page, page_size: pageSize, actor, from, to });
  return (
    <>
      <PageHeader title="Activity" words="Who changed what in your store, and from where.">
        <ExportButton
          address={exportAddress("activity", { actor, from, to })}
          variant="default"
          disabled={!data?.total}
        >
          Export
        </ExportButton>
      </PageHeader>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" mb="md" component="search" className="first-is-wide">
        <FieldFilter name="actor" label="By (email address, or API)" />
        <FieldFilter name="from" label="From (UTC)" type="date" />
        <FieldFilter name="to" label="To (UTC)" type="date" />
      </SimpleGrid>
      {filtered && (
        <Group mb="sm">
          <Button size="xs" variant="default" onClick={() => setSearch({})}>
            Show all changes
          </Button>
        </Group>
      )}
      <DataTable
        label="Changes"
        columns={columns}
        rows={data?.activity}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          filtered ? (
            <EmptyState
              title="No matching changes"
              words="Enter the full email address of a member, or API, API (XML) or Command line."
            />
          ) : (
            <EmptyState
              icon={PulseIcon}
              title="No changes yet"
              words="Changes to orders, products and settings appear here, with the person who made them."
            />
          )
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

function Change({ activity: { summary, actor, details } }: { activity: Activity }) {
  const { subject, fields } = details;
  return (
    <>
      {subject?.type === "order" ? (
        <TextLink to={`/admin/orders/${encodeURIComponent(subject.id)}`}>{readableText(summary)}</TextLink>
      ) : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {readableText(summary)}
        </Text>
      )}
      {fields.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {fields.map((field) => field.replaceAll("_", " ")).join(", ")}
        </Text>
      )}
      <Shortened value={actor} size="xs" c="dimmed" hiddenFrom="sm" />
    </>
  );
}
