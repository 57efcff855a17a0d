import { Alert, List, Stack, Table, Text } from "@mantine/core";
import type { MoveReport } from "../api/moves.ts";
import type { Move } from "../api/types.ts";
import { moment, number } from "../components/format.ts";

/** More would make the page slow. v3 tells up to 1,000 of each kind. */
const mostShown = 50;

const things = {
  products: "Products",
  files: "Files",
  orders: "Orders",
  order_items: "Order items",
  downloads_remaining: "Downloads left",
  downloads: "Downloads",
} as const satisfies Record<keyof MoveReport["there"], string>;

/** How a move ended, and how both sides compare. */
export function MoveOutcome({ move, report }: { move: Move; report: MoveReport | null }) {
  return (
    <Stack>
      <Ending move={move} report={report} />
      {report && <Counts report={report} host={URL.parse(move.from)?.host ?? "There"} />}
      {report && <Differences report={report} />}
    </Stack>
  );
}

function Ending({ move, report }: { move: Move; report: MoveReport | null }) {
  const { state, problem, dry_run, finished_at } = move;
  const when = finished_at === null ? "" : moment(finished_at);
  if (state === "failed") {
    return (
      <Alert color="red" role="alert" title={dry_run ? "The comparison failed" : "The move ended early"}>
        {problem}
      </Alert>
    );
  }
  if (state === "stopped" || report === null) {
    return (
      <Alert color="gray" role="status" title={`Stopped ${when}`}>
        {dry_run ? "Nothing was changed." : "What was brought over stays. Start again to continue."}
      </Alert>
    );
  }
  if (report.matches) {
    return (
      <Alert color="teal" role="status" title="Everything is here">
        Compared {when}.
      </Alert>
    );
  }
  return (
    <Alert color="yellow" role="status" title={dry_run ? "Nothing was changed yet" : "Some things differ"}>
      Compared {when}. {!dry_run && "Look at what differs below."}
    </Alert>
  );
}

function Counts({ report: { there, here }, host }: { report: MoveReport; host: string }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-label="What" />
          <Table.Th ta="right" style={{ overflowWrap: "anywhere" }}>
            {host}
          </Table.Th>
          <Table.Th ta="right">Here</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(Object.keys(things) as (keyof typeof things)[]).map((thing) => (
          <Table.Tr key={thing} fw={there[thing] === here[thing] ? 400 : 600}>
            <Table.Th scope="row" fw="inherit">
              {things[thing]}
            </Table.Th>
            <Table.Td ta="right">{number(there[thing])}</Table.Td>
            <Table.Td ta="right">{number(here[thing])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Differences({ report: { differences, difference_count: count, notes } }: { report: MoveReport }) {
  const shown = differences.slice(0, mostShown);
  return (
    <>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      {count > 0 && (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {count === 1 ? "1 difference" : `${number(count)} differences`}
          </Text>
          <List size="sm" spacing={4}>
            {shown.map(({ what, id, reason }) => (
              <List.Item key={`${what} ${id} ${reason}`} style={{ overflowWrap: "anywhere" }}>
                {what[0]?.toUpperCase() + what.slice(1)} {id}: {reason}.
              </List.Item>
            ))}
          </List>
          {count > shown.length && (
            <Text size="sm" c="dimmed">
              And {number(count - shown.length)} more.
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}
