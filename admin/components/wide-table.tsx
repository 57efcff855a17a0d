import { Box } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** A table that scrolls sideways when too wide. It is then focusable, to scroll by keyboard. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = place.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const stop = scrolls ? ({ tabIndex: 0, role: "group", "aria-label": label } as const) : {};
  return (
    <Box ref={place} style={{ overflowX: "auto" }} {...stop}>
      {children}
    </Box>
  );
}
