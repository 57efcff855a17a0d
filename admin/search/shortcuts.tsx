import { Group, Kbd, Modal, Table, VisuallyHidden } from "@mantine/core";

/** What the operating system calls the key of commands. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

const shortcuts: { keys: string[]; words: string }[] = [
  { keys: ["/"], words: "Search" },
  { keys: [commandKey, "K"], words: "Search, also while you type" },
  { keys: ["↑", "↓"], words: "Choose a result" },
  { keys: ["Enter"], words: "Open the result" },
  { keys: ["Esc"], words: "Close a dialog or the search" },
  { keys: ["?"], words: "Show these shortcuts" },
];

/** The keyboard shortcuts of all screens. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Table aria-label="Keyboard shortcuts" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <VisuallyHidden>Keys</VisuallyHidden>
            </Table.Th>
            <Table.Th>
              <VisuallyHidden>What they do</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortcuts.map(({ keys, words }) => (
            <Table.Tr key={words}>
              <Table.Td w={120}>
                <Group gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
