import { ActionIcon, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { versionAddress } from "../api/file-versions.ts";
import type { File as StoredFile } from "../api/types.ts";
import { bytes, moment } from "../components/format.ts";
import { FileVersions, TellAboutFile } from "./file-versions.tsx";
import { RenameFile } from "./rename-file.tsx";
import { ReplaceFile } from "./replace-file.tsx";
import type { RowDragging } from "./use-dragging.ts";

interface FileRowProps {
  product: number;
  file: StoredFile;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
  canChange: boolean;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  /** What makes the row one that can be dragged and dropped on. */
  dragging: RowDragging;
  /** -1 moves it up by one. */
  onMove: (places: number) => void;
  onRemove: () => void;
}

/** One file with its buttons. */
export function FileRow({
  product,
  file,
  hasFeeds,
  canChange,
  isFirst,
  isLast,
  busy,
  dragging,
  onMove,
  onRemove,
}: FileRowProps) {
  const { filename, size_bytes, created_at, updated_at, version } = file;
  return (
    <Group component="li" justify="space-between" gap="xs" {...dragging}>
      <Stack gap={0} miw={0} flex="1 1 220px">
        <Anchor
          className="tall-link"
          size="sm"
          fw={500}
          href={versionAddress(product, file.id, version)}
          download={filename}
          style={{ overflowWrap: "anywhere" }}
        >
          {filename}
        </Anchor>
        <Text size="xs" c="dimmed">
          {bytes(size_bytes)},{" "}
          {updated_at === null ? `added ${moment(created_at)}` : `version ${version}, updated ${moment(updated_at)}`}
        </Text>
      </Stack>
      <Group gap="xs">
        <FileVersions product={product} file={file} hasFeeds={hasFeeds} canChange={canChange} />
        {canChange && (
          <>
            <TellAboutFile product={product} file={file} />
            <Move words={`Move ${filename} up`} arrow="↑" disabled={isFirst || busy} onClick={() => onMove(-1)} />
            <Move words={`Move ${filename} down`} arrow="↓" disabled={isLast || busy} onClick={() => onMove(1)} />
            <RenameFile file={file} />
            <ReplaceFile product={product} file={file} hasFeeds={hasFeeds} />
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={onRemove}
              aria-label={`Remove ${filename}`}
            >
              Remove…
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}

function Move({
  words,
  arrow,
  disabled,
  onClick,
}: {
  words: string;
  arrow: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon variant="default" size={26} aria-label={words} title={words} disabled={disabled} onClick={onClick}>
      <span aria-hidden>{arrow}</span>
    </ActionIcon>
  );
}
