import { Text } from "@mantine/core";
import type { Download } from "../api/types.ts";
import type { Column } from "../components/data-table.tsx";
import { programName } from "../components/program.ts";
import { Shortened } from "../components/shortened.tsx";

type Client = Pick<Download, "ip_address" | "user_agent">;

/** Whether the store's privacy settings have removed who downloaded. */
const isAnonymous = ({ ip_address }: Client): boolean => ip_address === null;

/** Who downloaded: the IP address, and the browser or app with its whole user agent in the tooltip. */
export const clientColumns: Column<Download>[] = [
  { header: "IP address", cell: (client) => client.ip_address ?? <Removed />, desktopOnly: true },
  {
    header: "Browser",
    cell: (client) =>
      isAnonymous(client) ? (
        <Removed />
      ) : (
        <Shortened value={programName(client.user_agent)} title={client.user_agent ?? undefined} width="narrow" />
      ),
    desktopOnly: true,
  },
];

/** The same in one line, for phones. */
export function clientWords(client: Client): string {
  return isAnonymous(client)
    ? "IP address and browser removed"
    : `${client.ip_address}, ${programName(client.user_agent)}`;
}

function Removed() {
  return (
    <Text size="sm" c="dimmed">
      Removed
    </Text>
  );
}
