import "@mantine/charts/styles.css";
import { AreaChart, BarChart } from "@mantine/charts";
import type { Measure } from "./measures.ts";
import { axisLabels, type Period, periodWords } from "./ranges.ts";

/** Bars for a few periods, an area for many. */
export function MeasureChart({ measure, periods }: { measure: Measure; periods: Period[] }) {
  const { name, label, words } = measure;
  const byDate = new Map(periods.map((period) => [period.date, period]));
  const labels = axisLabels(periods);
  // Room for axis labels at the top and right; at the left as far as Mantine moves them out.
  const chart = { accessibilityLayer: false, margin: { top: 8, right: 20, left: 10 } };
  const shared = {
    h: 150,
    data: periods,
    dataKey: "date",
    series: [{ name, label, color: "var(--mantine-primary-color-5)" }],
    valueFormatter: words,
    tickLine: "none" as const,
    withLegend: false,
    xAxisProps: {
      ticks: [...labels.keys()],
      tickFormatter: (date: string) => labels.get(date) ?? "",
      minTickGap: 12,
      interval: "equidistantPreserveEnd" as const,
    },
    yAxisProps: { width: "auto" as const, allowDecimals: false, tickCount: 3, interval: 0 },
    tooltipProps: {
      labelFormatter: (date: unknown) => {
        const period = byDate.get(String(date));
        return period ? periodWords(period) : String(date);
      },
    },
    // Screen readers use the table instead.
    "aria-hidden": true,
  };
  return periods.length <= 31 ? (
    <BarChart
      {...shared}
      barChartProps={chart}
      maxBarWidth={28}
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  ) : (
    <AreaChart
      {...shared}
      areaChartProps={chart}
      curveType="monotone"
      withDots={false}
      areaProps={{ isAnimationActive: false }}
    />
  );
}
