import { Box } from "@mantine/core";
import { exportAddress } from "../api/exports.ts";
import { lazyCode } from "../api/lazy-code.ts";
import { readOrders, useOrders } from "../api/orders.ts";
import { useRights } from "../api/session.ts";
import { DataTable } from "../components/data-table.tsx";
import { ExportButton } from "../components/export-button.tsx";
import { number } from "../components/format.ts";
import { Lazy } from "../components/lazy.tsx";
import { LinkButton } from "../components/links.tsx";
import { newOrderAddress } from "../components/order-address.ts";
import { orderName } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Pager, usePage } from "../components/pager.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";
import { BulkReport } from "./bulk-report.tsx";
import { ColumnMenu, useColumns } from "./chosen-columns.tsx";
import { ListFilters } from "./list-filters.tsx";
import { readSort, useOrderFilter } from "./list-query.ts";
import { NoOrders } from "./no-orders.tsx";
import { ProductOffers } from "./product-offers.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useSelection } from "./use-selection.ts";

const pageSize = 50;

const barCode = lazyCode(() => import("./bulk-bar.tsx"));

/** All orders, with search, filters and sorting. */
export function OrderList() {
  const page = usePage();
  const { filter, isFiltered, more } = useOrderFilter();
  const { sort, ...filters } = filter;
  const { data, error, refetch } = useOrders({ page, page_size: pageSize, ...filter });
  const { canChange } = useRights();
  const { selected, has, set, clear } = useSelection(JSON.stringify(filter));
  const { columns, ...columnChoice } = useColumns({ ofSubscriptions: filter.subscription_status !== "" });
  const changeSearch = useChangeSearch();
  const sortBy = (field: string, descending: boolean) =>
    changeSearch({ sort: `${descending ? "-" : ""}${field}`, page: null });
  return (
    <>
      <PageHeader title="Orders">
        <SavedViews />
        <ColumnMenu {...columnChoice} />
        <ExportOrders total={data?.total ?? 0} address={exportAddress("orders", filters)} />
        {canChange && <LinkButton to={newOrderAddress}>New order</LinkButton>}
      </PageHeader>
      <ListFilters filter={filter} more={more} />
      <ProductOffers text={filter.q} />
      <BulkReport />
      <DataTable
        label="Orders"
        columns={columns}
        rows={data?.orders}
        total={data?.total}
        rowKey={({ id }) => id}
        error={error}
        retry={refetch}
        empty={<NoOrders searched={isFiltered} text={filter.q} canChange={canChange} />}
        sorting={{ ...readSort(sort), set: sortBy }}
        selection={{ has, set, label: (order) => `Select order ${orderName(order)}` }}
      />
      <Pager list={data} pageSize={pageSize} />
      {selected.length > 0 && (
        <Lazy loaded={barCode} lines={1}>
          {({ BulkBar }) => (
            <BulkBar
              selected={selected}
              found={data?.total ?? 0}
              canChange={canChange}
              onSelectFound={async () => set(await readOrders(filter), true)}
              onDone={(order) => set([order], false)}
              onClear={clear}
            />
          )}
        </Lazy>
      )}
    </>
  );
}

/** Always shown, because a button that appears later would move the page on a phone. */
function ExportOrders({ total, address }: { total: number; address: string }) {
  return (
    <ExportButton variant="default" address={address} disabled={total === 0}>
      Export
      {/* A phone has no room for it. */}
      <Box component="span" visibleFrom="sm" style={{ whiteSpace: "pre" }}>
        {total === 0 ? "" : ` ${number(total)}`} {total === 1 ? "order" : "orders"}
      </Box>
    </ExportButton>
  );
}
