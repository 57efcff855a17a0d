import { Box } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";

interface DocumentFrameProps {
  title: string;
  html: string;
  /** The iframe's sandbox permissions. */
  sandbox: string;
  onLoad?: () => void;
  /** Its own width in CSS pixels, shown smaller or larger by `scale`. Left out: the width that there is. */
  width?: number;
  scale?: number;
  colorScheme?: "light" | "dark";
}

/**
 * An email or a page in a frame of its own height. The visible frame is sandboxed without an origin, so its height cannot
 * be read. A hidden copy with our origin measures it. Scripts run in neither.
 */
export function DocumentFrame({ title, html, sandbox, onLoad, width, scale = 1, colorScheme }: DocumentFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const measure = useCallback(() => {
    // Before and while it is parsed there is less to measure; `onLoad` measures again.
    const content = copy.current?.contentDocument;
    const isLoaded = content?.URL === "about:srcdoc" && content.readyState === "complete";
    const measured = isLoaded ? content.documentElement.scrollHeight : 0;
    if (measured > 0) setHeight(measured);
  }, []);
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [measure]);
  const box =
    width === undefined
      ? {}
      : { width: width * scale, height: height === null ? 720 : height * scale, margin: "0 auto" };
  const shown = width === undefined ? {} : { transform: `scale(${scale})`, transformOrigin: "0 0" };
  return (
    <Box ref={place} pos="relative" style={{ overflow: "hidden", ...box }}>
      <iframe
        title={title}
        sandbox={sandbox}
        onLoad={onLoad}
        srcDoc={html}
        style={{
          display: "block",
          width: width ?? "100%",
          height: height ?? "min(70vh, 720px)",
          border: 0,
          colorScheme,
          ...shown,
        }}
      />
      <iframe
        ref={copy}
        aria-hidden
        tabIndex={-1}
        title={`Height of: ${title}`}
        sandbox="allow-same-origin"
        onLoad={measure}
        srcDoc={html}
        style={{
          position: "absolute",
          top: 0,
          left: 0,
          width: width ?? "100%",
          height: 0,
          border: 0,
          visibility: "hidden",
        }}
      />
    </Box>
  );
}
