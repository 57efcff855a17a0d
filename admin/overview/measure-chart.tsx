import "./measure-chart.css";
import { Paper, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useState } from "react";
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
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const now = periods.map(of);
  const before = earlier.some((period) => of(period) !== 0) ? earlier.map(of) : [];
  const ticks = ticksOf(Math.max(0, ...now, ...before));
  const highest = ticks.at(-1) ?? 1;
  const tick = tickWords(measure);
  const percent = (value: number) => `${(100 * Math.min(Math.max(value, 0), highest)) / highest}%`;
  const middleOf = (index: number) => `${(100 * (index + 0.5)) / periods.length}%`;
  const path = (values: number[]) =>
    values.map((value, index) => `${index + 0.5},${highest - Math.max(value, 0)}`).join(" L");
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * periods.length);
    setPointed(index >= 0 && index < periods.length ? index : null);
  };
  const told = pointed === null ? undefined : periods[pointed];
  const labels = [...axisLabels(periods)].map(([date, text]) => ({ index: indexOf(periods, date), text }));
  const hasBars = periods.length <= mostBars;
  return (
    // Screen readers use the table instead.
    <div className="measure-chart" aria-hidden>
      <div className="chart-values">
        {ticks.map((value) => (
          <span key={value}>{tick(value)}</span>
        ))}
      </div>
      <div
        ref={ref}
        className="chart-plot"
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {ticks.map((value) => (
          <div key={value} className="chart-line" style={{ bottom: percent(value) }} />
        ))}
        {pointed !== null && (
          <div className={hasBars ? "chart-band" : "chart-mark"} style={bandOf(pointed, periods.length)} />
        )}
        {hasBars && (
          <div className="chart-bars">
            {periods.map((period) => (
              <div key={period.date}>
                <div style={{ height: percent(of(period)) }} />
              </div>
            ))}
          </div>
        )}
        <svg viewBox={`0 0 ${periods.length} ${highest}`} preserveAspectRatio="none" aria-hidden="true">
          {!hasBars && (
            <path className="chart-area" d={`M0.5,${highest} L${path(now)} L${periods.length - 0.5},${highest}`} />
          )}
          {!hasBars && <path className="chart-edge" d={`M${path(now)}`} />}
          {before.length > 0 && <path className="chart-before" d={`M${path(before)}`} />}
        </svg>
        {told && pointed !== null && (
          <Paper
            className="chart-told"
            withBorder
            shadow="md"
            style={
              pointed < periods.length / 2
                ? { left: middleOf(pointed) }
                : { right: middleOf(periods.length - 1 - pointed) }
            }
          >
            <Text size="sm" fw={500}>
              {periodWords(told)}
            </Text>
            <Told name={label} value={words(of(told))} />
            {before[pointed] !== undefined && <Told name="Period before" value={words(before[pointed])} />}
          </Paper>
        )}
      </div>
      <div className="chart-days">
        {thatFit(labels, width).map(({ index, text }) => (
          <span key={index} style={{ left: middleOf(index) }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** More periods than these are an area. */
const mostBars = 31;

/** Room for a label of a day, with the gap beside it, in pixels. */
const labelRoom = 58;

const indexOf = (periods: Period[], wanted: string) => periods.findIndex(({ date }) => date === wanted);

/** Every label, every second, and so on from the last: as many as the chart has room for. */
function thatFit<Label>(labels: Label[], width: number): Label[] {
  const step = Math.ceil((labels.length * labelRoom) / Math.max(width, labelRoom));
  return labels.filter((_, index) => (labels.length - 1 - index) % step === 0);
}

const bandOf = (index: number, count: number) => ({ left: `${(100 * index) / count}%`, width: `${100 / count}%` });

function Told({ name, value }: { name: string; value: string }) {
  return (
    <div className="chart-value">
      <span>{name}</span> {value}
    </div>
  );
}
