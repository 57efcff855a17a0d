import { Group, SimpleGrid, Stack } from "@mantine/core";
import { useHasProducts, useStats } from "../api/stats.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { AttentionList } from "./attention.tsx";
import { FirstRun } from "./first-run.tsx";
import { MeasureCard } from "./measure-card.tsx";
import { measures } from "./measures.ts";
import { PeriodTable } from "./period-table.tsx";
import { lookBack, periodsOf, rangeOf } from "./ranges.ts";
import { TopProducts } from "./top-products.tsx";

const views = [
  { value: "charts", label: "Charts" },
  { value: "table", label: "Table" },
];

/** How the store's deliveries go, and what needs somebody. */
export function Component() {
  const { data: hasProducts, error, refetch } = useHasProducts();
  return (
    <>
      <PageHeader title="Overview" />
      {hasProducts === undefined && error ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : hasProducts === false ? (
        <FirstRun />
      ) : (
        // Also before it is known: nearly every store has products, and the figures' frame is the screen's shape.
        <Stack gap="lg">
          <AttentionList />
          <Figures isNeeded={hasProducts === true} />
        </Stack>
      )}
    </>
  );
}

/** Only their frame until they are needed: what draws the charts is large. */
function Figures({ isNeeded }: { isNeeded: boolean }) {
  const { range, before } = rangeOf(Number(useFilter(lookBack)) || 30);
  const view = useFilter({ name: "view", options: views });
  const stats = useStats(range);
  const data = isNeeded ? stats.data : undefined;
  const earlier = useStats(before).data;
  const periods = data && periodsOf(data.days);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Filter {...lookBack} label="Show the last" />
        <Filter name="view" label="Show the figures as" options={views} />
      </Group>
      {stats.error && !stats.data ? (
        <ErrorNotice error={stats.error} retry={stats.refetch} />
      ) : (
        <>
          <SimpleGrid cols={view === "table" ? { base: 2, md: 4 } : { base: 1, md: 2 }} aria-busy={!data}>
            {measures.map((measure) => (
              <MeasureCard
                key={measure.name}
                measure={measure}
                totals={data?.totals}
                before={earlier?.totals}
                periods={view === "table" ? null : (periods ?? [])}
              />
            ))}
          </SimpleGrid>
          {view === "table" && <PeriodTable periods={periods} />}
          <TopProducts products={data?.products} />
        </>
      )}
    </>
  );
}
