import "./toasts.css";
import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { headerHeight } from "./frame-sizes.ts";

const position = "top-center";

/**
 * Short messages. They cover the middle of the header, where nothing of the page can be: on desktops neither the store's name nor
 * a button is there. The page moves down by `--toast-room` when they need more.
 */
export function Toasts() {
  /** In pixels. */
  const width = useMatches({ base: 440, md: 360 });
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toasts = frame.current?.querySelector<HTMLElement>(`[data-position="${position}"]`);
    if (!toasts) return;
    const keepRoom = () => {
      const below = toasts.offsetTop + toasts.offsetHeight - headerHeight;
      document.documentElement.style.setProperty("--toast-room", `${Math.max(0, below)}px`);
    };
    const observer = new ResizeObserver(keepRoom);
    observer.observe(toasts);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame}>
      <Notifications withinPortal={false} position={position} containerWidth={width} />
    </div>
  );
}
