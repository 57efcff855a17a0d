import { Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { lazyCode } from "../api/lazy-code.ts";
import { useRights } from "../api/session.ts";
import { useSetup } from "../api/setup.ts";
import { useAttention, useHasFigures, useKeptEmails, useStats } from "../api/stats.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Filter, useFilter } from "../components/filter.tsx";
import { Lazy } from "../components/lazy.tsx";
import { PageHeader } from "../components/page-header.tsx";
import type { AttentionList } from "./attention.tsx";
import { KeptEmails } from "./kept-emails.tsx";
import { MeasureCard } from "./measure-card.tsx";
import { measuresOf } from "./measures.ts";
import { OrderUsage } from "./order-usage.tsx";
import { periodFilter, periodsOf, rangeOf } from "./ranges.ts";
import { isSetupShown, SetUp } from "./set-up.tsx";
import { TopProducts } from "./top-products.tsx";

const brokenCode = lazyCode(() => import("./broken-downloads.tsx"));
const attentionCode = lazyCode(() => import("./attention.tsx"));
const tableCode = lazyCode(() => import("./period-table.tsx"));

const views = [
  { value: "charts", label: "Charts" },
  { value: "table", label: "Table" },
];

/** The store's figures and open tasks. */
export function Overview() {
  return (
    <>
      <PageHeader title="Overview" />
      <Parts />
    </>
  );
}

/** Shown together, so that nothing moves while loading. */
function Parts() {
  const { data: setup, error, refetch } = useSetup();
  const { data: hasFigures } = useHasFigures();
  const { canChange } = useRights();
  const attention = useAttention();
  // Requested in parallel.
  const figures = useFigures();
  const kept = useKeptEmails();
  if (!setup && error) return <ErrorNotice error={error} retry={refetch} />;
  if (!setup || hasFigures === undefined || attention.isPending || kept.isPending) {
    return <Skeleton h={280} role="status" aria-label="Loading the overview" />;
  }
  return (
    <Stack gap="lg">
      <LazyAttention attention={attention} />
      {canChange && isSetupShown(setup) && <SetUp setup={setup} />}
      {hasFigures && <Figures {...figures} kept={kept.data ?? 0} />}
    </Stack>
  );
}

/** Figures of the chosen period and of the one before. */
function useFigures() {
  const { range, before } = rangeOf(Number(useFilter(periodFilter)) || 30);
  const stats = useStats(range);
  const earlier = useStats(before);
  // While a new period loads, old and new figures must not be compared.
  const alike = !stats.isPlaceholderData && !earlier.isPlaceholderData;
  return { stats, earlier: alike ? earlier.data : undefined };
}

function Figures({ stats, earlier, kept }: ReturnType<typeof useFigures> & { kept: number }) {
  const view = useFilter({ name: "view", options: views });
  const { data } = stats;
  const periods = data && periodsOf(data.days);
  const periodsBefore = earlier ? periodsOf(earlier.days) : [];
  const measures = measuresOf(data?.totals);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Filter {...periodFilter} label="Period" />
        <Filter name="view" label="View" options={views} />
      </Group>
      {stats.error && !stats.data ? (
        <ErrorNotice error={stats.error} retry={stats.refetch} />
      ) : (
        <>
          <SimpleGrid cols={view === "table" ? { base: 2, md: 4 } : { base: 1, md: 2 }} aria-busy={!data}>
            {measures.map((measure, index) => (
              <MeasureCard
                key={measure.name}
                measure={measure}
                isWide={index === 0 && measures.length % 2 === 1}
                totals={data?.totals}
                before={earlier?.totals}
                periods={view === "table" ? null : (periods ?? [])}
                earlier={periodsBefore}
                note={measure.name === "emails" && kept > 0 ? <KeptEmails count={kept} /> : null}
              />
            ))}
          </SimpleGrid>
          {view !== "table" && earlier && (
            <Text size="xs" c="dimmed">
              Dashed lines show the period before.
            </Text>
          )}
          {view === "table" && (
            <Lazy loaded={tableCode}>{(code) => <code.PeriodTable periods={periods} measures={measures} />}</Lazy>
          )}
          {data && <OrderUsage stats={data} />}
          <TopProducts products={data?.products} />
          {data && data.transfers.ended > 0 && (
            <Lazy loaded={brokenCode} lines={0}>
              {(code) => <code.BrokenDownloads transfers={data.transfers} />}
            </Lazy>
          )}
        </>
      )}
    </>
  );
}

/** A store where all is well loads none of it. */
function LazyAttention({ attention }: Parameters<typeof AttentionList>[0]) {
  const { data, error } = attention;
  const mayHaveTasks = data
    ? Object.values(data).some((group) => ("total" in group ? group.total > 0 : group.limit !== null))
    : error !== null;
  if (!mayHaveTasks) return null;
  return (
    <Lazy loaded={attentionCode} lines={0}>
      {(code) => <code.AttentionList attention={attention} />}
    </Lazy>
  );
}
