import "./toasts.css";
import { useMatches } from "@mantine/core";
import { Notifications } from "@mantine/notifications";

/**
 * Short messages. They cover the middle of the header, where nothing of the page can be: on desktops neither the store's name nor
 * a button is there. Those that need more lie above the page. It never moves for them, or what a pointer is on would jump.
 */
export function Toasts() {
  /** In pixels. */
  const width = useMatches({ base: 440, md: 360 });
  return <Notifications withinPortal={false} position="top-center" containerWidth={width} />;
}
