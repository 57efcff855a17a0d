import { Box } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

const shade = "light-dark(rgb(0 0 0 / 24%), rgb(255 255 255 / 26%))";

/** Shades the edges beyond which there is more to see. */
function edges({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const left = scrollLeft > 1 ? [`inset 12px 0 8px -8px ${shade}`] : [];
  const right = scrollLeft + clientWidth < scrollWidth - 1 ? [`inset -12px 0 8px -8px ${shade}`] : [];
  return [...left, ...right].join(", ") || "none";
}

/**
 * A table that scrolls sideways when too wide. It is then focusable, to scroll by keyboard, and shaded at the edges with
 * more behind them.
 */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const [shadow, setShadow] = useState("none");
  useEffect(() => {
    const element = place.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const look = () => {
      setScrolls(element.scrollWidth > element.clientWidth);
      setShadow(edges(element));
    };
    const observer = new ResizeObserver(look);
    element.addEventListener("scroll", look, { passive: true });
    observer.observe(element);
    observer.observe(table);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, []);
  const stop = scrolls ? ({ tabIndex: 0, role: "group", "aria-label": label } as const) : {};
  return (
    <Box ref={place} style={{ overflowX: "auto", boxShadow: shadow }} {...stop}>
      {children}
    </Box>
  );
}
