import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import type { Product } from "../../api/types.ts";
import { cut, number } from "../format.ts";
import { upload } from "./uploads.ts";

/** How many names the question lists. */
const listed = 8;

interface SameNamesProps {
  product: number;
  stored: Product["files"];
  /** Files whose names the product already has. Empty closes the question. */
  chosen: File[];
  onClose: () => void;
}

/** Asks what to do with new files whose names the product already has. */
export function SameNames({ product, stored, chosen, onClose }: SameNamesProps) {
  return (
    <Modal
      opened={chosen.length > 0}
      onClose={onClose}
      title={titleOf(chosen)}
      centered
      // Without a fade, because the text changes on closing.
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {chosen.length > 1 && <Names names={chosen.map(({ name }) => name)} />}
        <Text size="sm">
          {chosen.length === 1
            ? "If you replace it, customers get the new version through their existing links. You can go back to the old one."
            : "If you replace them, customers get the new versions through their existing links. You can go back to the old ones."}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Skip
          </Button>
          <Button
            variant="default"
            onClick={() => {
              upload(chosen, { product });
              onClose();
            }}
          >
            Keep both
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              replaceAll(chosen, stored, product);
              onClose();
            }}
          >
            Replace
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function titleOf([first, ...others]: File[]): string {
  if (!first) return "";
  return others.length === 0
    ? `${cut(first.name)} already exists`
    : `${number(others.length + 1)} files with these names already exist`;
}

function Names({ names }: { names: string[] }) {
  return (
    <List size="sm" style={{ overflowWrap: "anywhere" }}>
      {names.slice(0, listed).map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
      {names.length > listed && <List.Item>{number(names.length - listed)} more</List.Item>}
    </List>
  );
}

/** Replaces the newest of several stored files with the same name. */
function replaceAll(chosen: File[], stored: Product["files"], product: number): void {
  for (const file of chosen) {
    const old = stored.filter(({ filename }) => filename === file.name).toSorted((one, other) => other.id - one.id)[0];
    upload([file], { product, ...(old ? { replaces: { id: old.id, filename: old.filename } } : {}) });
  }
}
