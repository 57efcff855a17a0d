import { Group } from "@mantine/core";
import { PeopleIcon } from "@primer/octicons-react";
import { useSearchParams } from "react-router";
import { useCustomers } from "../api/customers.ts";
import type { ListedCustomer } from "../api/types.ts";
import { customerAddress } from "../components/customer-address.ts";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { moment, number } from "../components/format.ts";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Shortened } from "../components/shortened.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";

const pageSize = 50;

const usualSort = "-last_order_at";
const sorts = ["email", "orders", "last_order_at"].flatMap((field) => [field, `-${field}`]);

const columns: Column<ListedCustomer>[] = [
  { header: "Customer", cell: (customer) => <Person customer={customer} />, sort: "email" },
  { header: "Orders", cell: ({ orders }) => (orders > 0 ? number(orders) : "Gifts"), align: "right", sort: "orders" },
  { header: "First order", cell: ({ first_order_at: at }) => at && moment(at), nowrap: true, desktopOnly: true },
  {
    header: "Last order",
    cell: ({ last_order_at: at }) => at && moment(at),
    nowrap: true,
    desktopOnly: true,
    sort: "last_order_at",
  },
];

/** Everybody who has bought something, by email address; a search also finds who only got gifts. */
export function CustomerList() {
  const [search] = useSearchParams();
  const q = search.get("q") ?? "";
  const page = usePage();
  const given = search.get("sort") ?? usualSort;
  const sort = sorts.includes(given) ? given : usualSort;
  const changeSearch = useChangeSearch();
  const sortBy = (field: string, descending: boolean) =>
    changeSearch({ sort: `${descending ? "-" : ""}${field}`, page: null });
  const { data, error, refetch } = useCustomers({ page, page_size: pageSize, q, sort });
  return (
    <>
      <PageHeader
        title="Customers"
        words="Everyone who has bought something, by email address. Search also finds who got gifts."
      />
      <Group mb="md" component="search">
        <SearchField label="Search customers" placeholder="Part of a name or email address" />
      </Group>
      <DataTable
        label="Customers"
        columns={columns}
        rows={data?.customers}
        total={data?.total}
        rowKey={({ email }) => email}
        sorting={{ field: sort.replace("-", ""), descending: sort.startsWith("-"), set: sortBy }}
        error={error}
        retry={refetch}
        empty={
          q ? (
            <EmptyState title="No matching customers" words="Try a part of the name or of the email address." />
          ) : (
            <EmptyState
              icon={PeopleIcon}
              title="No customers yet"
              words="Customers appear here after their first order."
            />
          )
        }
      />
      <Pager list={data} pageSize={pageSize} />
    </>
  );
}

function Person({ customer: { email, name, last_order_at } }: { customer: ListedCustomer }) {
  return (
    <>
      <Shortened value={email} to={customerAddress(email)} />
      {name && <Shortened value={name} size="xs" c="dimmed" />}
      {last_order_at && <Shortened value={moment(last_order_at)} size="xs" c="dimmed" hiddenFrom="sm" />}
    </>
  );
}
