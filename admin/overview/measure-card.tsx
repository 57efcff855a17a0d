import { Box, Flex, Paper, Skeleton, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Totals } from "../api/types.ts";
import { Change } from "./change.tsx";
import { MeasureChart } from "./measure-chart.tsx";
import type { Measure } from "./measures.ts";
import type { Period } from "./ranges.ts";

interface MeasureCardProps {
  measure: Measure;
  /** Takes a whole row. */
  isWide: boolean;
  /** Absent while loading. */
  totals: Totals | undefined;
  before: Totals | undefined;
  /** Null when a table shows them instead. */
  periods: Period[] | null;
  /** As many periods before them; empty while unknown. */
  earlier: Period[];
  /** What the figure leaves out. */
  note?: ReactNode;
}

/** One figure with its chart. */
export function MeasureCard({ measure, isWide, totals, before, periods, earlier, note }: MeasureCardProps) {
  const { label, of, words } = measure;
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={label}
      style={isWide ? { gridColumn: "1 / -1" } : undefined}
    >
      <Title order={2} size="sm" fw={500} c="dimmed">
        {label}
      </Title>
      {totals ? (
        <Flex
          // Without charts the cards are narrow, and the change would fit beside some figures only.
          direction={periods ? "row" : "column"}
          wrap="wrap"
          columnGap="sm"
          align="baseline"
          mb={periods && !note ? "sm" : 0}
        >
          <Text
            fz={periods ? 26 : { base: 18, lg: 22 }}
            fw={650}
            lh={1.3}
            style={{ fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}
          >
            {words(of(totals))}
          </Text>
          {before && <Change now={of(totals)} before={of(before)} words={words} />}
        </Flex>
      ) : (
        <Skeleton h={28} w={120} mt={4} mb={periods ? 16 : 26} />
      )}
      {note && <Box mb={periods ? "sm" : 0}>{note}</Box>}
      {periods &&
        (periods.length > 0 ? (
          <MeasureChart measure={measure} periods={periods} earlier={earlier} />
        ) : (
          <Skeleton h={150} />
        ))}
    </Paper>
  );
}
