import { Box } from "@mantine/core";
import { useResizeObserver } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

interface EmailFrameProps {
  title: string;
  html: string;
  /** What the email may do beside being seen. */
  sandbox: string;
  onLoad?: () => void;
}

/**
 * An email in a frame as high as it is. The frame that is seen has an origin of its own, so that it does not tell its
 * height: another one does, in which nothing is seen or pressed. Scripts run in neither.
 */
export function EmailFrame({ title, html, sandbox, onLoad }: EmailFrameProps) {
  const [place, { width }] = useResizeObserver<HTMLDivElement>();
  const measure = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [height, setHeight] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width or content has another height.
  useEffect(() => {
    // A document that is being parsed has no element yet; it is measured when it has loaded.
    const root: HTMLElement | null | undefined = measure.current?.contentDocument?.documentElement;
    const known = root?.scrollHeight;
    if (loads > 0 && known) setHeight(known);
  }, [width, loads]);
  return (
    <Box ref={place} pos="relative">
      <iframe
        title={title}
        sandbox={sandbox}
        onLoad={onLoad}
        srcDoc={html}
        style={{ display: "block", width: "100%", height: height ?? "min(70vh, 720px)", border: 0 }}
      />
      <iframe
        ref={measure}
        aria-hidden
        tabIndex={-1}
        title={`Height of: ${title}`}
        sandbox="allow-same-origin"
        onLoad={() => setLoads((count) => count + 1)}
        srcDoc={html}
        style={{ position: "absolute", top: 0, left: 0, width: "100%", height: 0, border: 0, visibility: "hidden" }}
      />
    </Box>
  );
}
