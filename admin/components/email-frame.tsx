import { Box } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";

interface EmailFrameProps {
  title: string;
  html: string;
  /** The iframe's sandbox permissions. */
  sandbox: string;
  onLoad?: () => void;
}

/**
 * An email in a frame of its own height. The visible frame is sandboxed without an origin, so its height cannot be
 * read. A hidden copy with our origin measures it. Scripts run in neither.
 */
export function EmailFrame({ title, html, sandbox, onLoad }: EmailFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const measure = useCallback(() => {
    // While parsing there is no element yet; `onLoad` measures again.
    const root: HTMLElement | null | undefined = copy.current?.contentDocument?.documentElement;
    if (root?.scrollHeight) setHeight(root.scrollHeight);
  }, []);
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [measure]);
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
        ref={copy}
        aria-hidden
        tabIndex={-1}
        title={`Height of: ${title}`}
        sandbox="allow-same-origin"
        onLoad={measure}
        srcDoc={html}
        style={{ position: "absolute", top: 0, left: 0, width: "100%", height: 0, border: 0, visibility: "hidden" }}
      />
    </Box>
  );
}
