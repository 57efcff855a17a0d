import { Group, Pagination, Text } from "@mantine/core";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { number } from "./format.ts";
import { useChangeSearch } from "./use-change-search.ts";

/** The largest that v3 takes (docs/reference/v3-interface.md, Lists). */
const maxPage = 1_000_000_000;

/** The page number in the URL, from 1; 1 when missing or invalid. */
export function usePage(): number {
  const [search] = useSearchParams();
  const page = Math.trunc(Number(search.get("page")));
  return page >= 1 && page <= maxPage ? page : 1;
}

interface PagerProps {
  /** The shown page, which lags behind the URL while loading. */
  list: { page: number; total: number } | undefined;
  pageSize: number;
}

/** Pages through a list. The page number is in the URL, so that the back button works. */
export function Pager({ list, pageSize }: PagerProps) {
  const page = usePage();
  const total = list?.total;
  const changeSearch = useChangeSearch();
  const last = total === undefined ? null : Math.max(1, Math.ceil(total / pageSize));
  const isBeyond = last !== null && page > last && list?.page === page;
  // The last page may have become empty, for example after its requests were answered.
  useEffect(() => {
    if (isBeyond) changeSearch({ page: last === 1 ? null : String(last) }, { replace: true });
  }, [isBeyond, last, changeSearch]);
  if (total === undefined || last === null || last === 1 || isBeyond) return null;
  const first = (page - 1) * pageSize + 1;
  const show = (next: number) => changeSearch({ page: String(next) });
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {number(first)} to {number(Math.min(total, first + pageSize - 1))} of {number(total)}
      </Text>
      <Pagination
        total={last}
        value={page}
        onChange={show}
        // At most seven controls, which fit a narrow column.
        siblings={0}
        gap={4}
        getControlProps={(control) => ({ "aria-label": `Go to the ${control} page` })}
        getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
      />
    </Group>
  );
}
