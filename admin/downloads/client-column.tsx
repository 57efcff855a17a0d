import { Text } from "@mantine/core";
import type { Download } from "../api/types.ts";
import { programName } from "../components/browser-name.ts";
import type { Column } from "../components/data-table.tsx";
import { Shortened } from "../components/shortened.tsx";

type Client = Pick<Download, "ip_address" | "user_agent">;

/** Whether the store's privacy settings have removed who downloaded. */
const isAnonymous = ({ ip_address }: Client): boolean => ip_address === null;

/** Who downloaded: the IP address, and below it the browser or app with its whole user agent in the tooltip. */
export const clientColumn: Column<Download> = {
  header: "From",
  cell: (client) =>
    isAnonymous(client) ? (
      <Text size="sm" c="dimmed">
        Removed
      </Text>
    ) : (
      <>
        <Text size="sm">{client.ip_address}</Text>
        <Shortened value={programName(client.user_agent)} title={client.user_agent ?? undefined} size="xs" c="dimmed" />
      </>
    ),
  desktopOnly: true,
};

/** The same in one line, for phones. */
export function clientWords(client: Client): string {
  return isAnonymous(client)
    ? "IP address and browser removed"
    : `${client.ip_address}, ${programName(client.user_agent)}`;
}
