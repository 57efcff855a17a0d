import { Badge, Group, Text } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useApiKeys, useCalls } from "../api/api-keys.ts";
import type { ApiRequest } from "../api/types.ts";
import { ChoiceFilter } from "../components/choice-filter.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { isolated, moment } from "../components/format.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Shortened } from "../components/shortened.tsx";

const pageSize = 50;
const list = { to: "/admin/settings/api", label: "API" };

const statuses = [
  { value: "", label: "All statuses" },
  { value: "2", label: "Successful (2xx)" },
  { value: "4", label: "Refused (4xx)" },
  { value: "5", label: "Failed (5xx)" },
];

const columns: Column<ApiRequest>[] = [
  {
    header: "Call",
    cell: ({ method, path, at }) => (
      <>
        <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {method} {path}
        </Text>
        <Text size="xs" c="dimmed">
          {moment(at)}
        </Text>
      </>
    ),
  },
  { header: "Status", cell: ({ status }) => <Status status={status} /> },
  { header: "Time", cell: ({ milliseconds }) => `${milliseconds} ms`, nowrap: true, desktopOnly: true },
  { header: "Key", cell: ({ api_key_name }) => <Shortened value={api_key_name ?? "API token"} />, desktopOnly: true },
  { header: "Request ID", cell: ({ request_id }) => <Shortened value={request_id} width="narrow" />, wideOnly: true },
];

function Status({ status }: { status: number }) {
  const color = status < 400 ? "teal" : status < 500 ? "orange" : "red";
  return (
    <Badge variant="light" color={color}>
      {status}
    </Badge>
  );
}

/** The last calls of the API, for the people who write the programs. */
export function Calls() {
  const [search] = useSearchParams();
  const page = usePage();
  const { data: keys } = useApiKeys();
  const [q = "", api_key_id = "", status = ""] = ["q", "api_key_id", "status"].map((name) => search.get(name) ?? "");
  const { data, error, refetch } = useCalls({ page, page_size: pageSize, q, api_key_id, status });
  const isFiltered = q !== "" || api_key_id !== "" || status !== "";
  const choices = [
    { value: "", label: "All keys" },
    ...(keys ?? []).map(({ id, name, last_four }) => ({
      value: String(id),
      label: `${isolated(name)} (…${last_four})`,
    })),
  ];
  return (
    <>
      <PageHeader
        title="Last calls"
        back={list}
        words="The last 1,000 API calls. Queries, bodies and email addresses are not recorded."
      />
      <Group mb="md" gap="sm">
        <SearchField label="Search calls" placeholder="Path or request ID" />
        <ChoiceFilter name="status" label="Status" options={statuses} />
        <ChoiceFilter name="api_key_id" label="Key" options={choices} />
      </Group>
      <DataTable
        label="Calls"
        columns={columns}
        rows={data?.requests}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={
          isFiltered ? (
            <EmptyState title="No matching calls" words="Change the search, or show all keys and statuses." />
          ) : (
            <EmptyState title="No calls yet" words="Calls appear here once a program uses the API." />
          )
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}
