import "./toasts.css";
import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { headerHeight } from "./frame-sizes.ts";

/** Width of a message on desktops, in pixels. */
const desktopWidth = 360;

/**
 * Short messages. They cover the header, where nothing of the page can be: on desktops the store's name in it, and none of
 * its buttons. The page moves down by `--toast-room` when they need more.
 */
export function Toasts() {
  const position = useMatches({ base: "top-center", md: "top-left" } as const);
  const isPhone = position === "top-center";
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
  }, [position]);
  return (
    <div ref={frame}>
      <Notifications withinPortal={false} position={position} containerWidth={isPhone ? 440 : desktopWidth} />
    </div>
  );
}
