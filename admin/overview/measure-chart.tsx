import "@mantine/charts/styles.css";
import { CompositeChart } from "@mantine/charts";
import { ticksOf, tickWords } from "./axis.ts";
import type { Measure } from "./measures.ts";
import { axisLabels, type Period, periodWords } from "./ranges.ts";

interface MeasureChartProps {
  measure: Measure;
  periods: Period[];
  /** As many periods before them; empty while unknown. */
  earlier: Period[];
}

/** Bars for a few periods, an area for many. A dashed line shows the periods before. */
export function MeasureChart({ measure, periods, earlier }: MeasureChartProps) {
  const { label, of, words } = measure;
  const data = periods.map((period, index) => ({
    date: period.date,
    now: of(period),
    before: earlier[index] && of(earlier[index]),
  }));
  const hasBefore = earlier.some((period) => of(period) !== 0);
  const names = new Map(periods.map((period) => [period.date, periodWords(period)]));
  const labels = axisLabels(periods);
  const ticks = ticksOf(Math.max(0, ...data.flatMap(({ now, before = 0 }) => [now, before])));
  return (
    <CompositeChart
      h={150}
      data={data}
      dataKey="date"
      series={[
        { name: "now", label, color: "var(--mantine-primary-color-5)", type: periods.length <= 31 ? "bar" : "area" },
        ...(hasBefore ? [before] : []),
      ]}
      valueFormatter={words}
      tickLine="none"
      withLegend={false}
      withDots={false}
      curveType="linear"
      maxBarWidth={28}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
      areaProps={{ isAnimationActive: false }}
      lineProps={{ isAnimationActive: false, strokeWidth: 1.5 }}
      // Room for axis labels at the top and right; at the left as far as Mantine moves them out.
      composedChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 20, left: 10 } }}
      xAxisProps={{
        ticks: [...labels.keys()],
        tickFormatter: (date: string) => labels.get(date) ?? "",
        minTickGap: 12,
        interval: "equidistantPreserveEnd",
      }}
      yAxisProps={{
        width: "auto",
        interval: 0,
        ticks,
        domain: [0, ticks.at(-1) ?? 1],
        tickFormatter: tickWords(measure),
      }}
      tooltipProps={{ labelFormatter: (date: unknown) => names.get(String(date)) ?? String(date) }}
      // Screen readers use the table instead.
      aria-hidden
    />
  );
}

const before = {
  name: "before",
  label: "Period before",
  color: "var(--mantine-color-dimmed)",
  type: "line",
  strokeDasharray: "4 4",
} as const;
