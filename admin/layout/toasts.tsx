import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { navigationWidth } from "./navigation-width.ts";

/**
 * Short messages. On desktop they appear below the navigation, where there are no buttons. On a phone they appear at
 * the bottom, and the page reserves `--toast-room` for them.
 */
export function Toasts() {
  const position = useMatches({ base: "bottom-center", md: "bottom-left" } as const);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toasts = frame.current?.querySelector<HTMLElement>(`[data-position="${position}"]`);
    if (!toasts) return;
    const keepRoom = () => {
      const room = position === "bottom-center" ? toasts.offsetHeight : 0;
      document.documentElement.style.setProperty("--toast-room", `${room}px`);
    };
    const observer = new ResizeObserver(keepRoom);
    observer.observe(toasts);
    return () => observer.disconnect();
  }, [position]);
  return (
    <div ref={frame}>
      <Notifications
        withinPortal={false}
        position={position}
        containerWidth={position === "bottom-left" ? navigationWidth - 32 : 440}
      />
    </div>
  );
}
