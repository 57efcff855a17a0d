import "./toasts.css";
import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { headerHeight } from "./frame-sizes.ts";

/** Width of a message on desktops, in pixels. */
const desktopWidth = 360;

/**
 * Short messages. On desktop they appear at the bottom left, where forms have no buttons. On a phone they cover the
 * header, and the page moves down by `--toast-room` when they need more.
 */
export function Toasts() {
  const position = useMatches({ base: "top-center", md: "bottom-left" } as const);
  const isPhone = position === "top-center";
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toasts = frame.current?.querySelector<HTMLElement>(`[data-position="${position}"]`);
    if (!toasts) return;
    const keepRoom = () => {
      const below = toasts.offsetTop + toasts.offsetHeight - headerHeight;
      document.documentElement.style.setProperty("--toast-room", `${isPhone ? Math.max(0, below) : 0}px`);
    };
    const observer = new ResizeObserver(keepRoom);
    observer.observe(toasts);
    return () => observer.disconnect();
  }, [position, isPhone]);
  return (
    <div ref={frame}>
      <Notifications withinPortal={false} position={position} containerWidth={isPhone ? 440 : desktopWidth} />
    </div>
  );
}
