import { Box } from "@mantine/core";

/** Waybill's mark: a W of two arrows that point down, above a tray. Decoration only; the name stands beside it. */
export function NameMark({ size }: { size: number }) {
  return (
    <Box component="span" c="var(--mantine-primary-color-filled)" display="flex" style={{ flexShrink: 0 }} aria-hidden>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path
          d="M5 6.5 8.5 14 12 6.5 15.5 14 19 6.5M6.5 18h11"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </Box>
  );
}
