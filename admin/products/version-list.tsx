import { Anchor, Badge, Button, Divider, Group, Stack, Text, Textarea } from "@mantine/core";
import { Fragment, useState } from "react";
import {
  changeVersion,
  type FileVersion,
  removeVersion,
  useFileVersions,
  versionAddress,
} from "../api/file-versions.ts";
import { useProductAction } from "../api/products.ts";
import type { File as StoredFile } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { bytes, moment } from "../components/format.ts";
import { LoadingSection } from "../components/loading-section.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { TellBuyers } from "./tell-buyers.tsx";
import { VersionRelease } from "./version-release.tsx";

interface VersionListProps {
  product: number;
  file: number;
  /** Whether the product's update feeds are on. */
  hasFeeds: boolean;
  canChange: boolean;
}

/** The versions of a file, and the emails about them. */
export function Versions({ file, ...props }: Omit<VersionListProps, "file"> & { file: StoredFile }) {
  return (
    <Stack>
      <VersionList file={file.id} {...props} />
      {props.canChange && file.updated_at !== null && <TellBuyers product={props.product} file={file} />}
    </Stack>
  );
}

/** Every version of a file, newest first, and what can be done with it. */
function VersionList(props: VersionListProps) {
  const { product, file } = props;
  const { data, error, refetch } = useFileVersions(product, file);
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <LoadingSection lines={4} />;
  const current = data.versions.find((version) => version.current)?.number ?? null;
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: "none" }} aria-label="Versions">
      {data.versions.map((version, index) => (
        <Fragment key={version.number}>
          {index > 0 && <Divider component="li" aria-hidden />}
          <VersionRow {...props} version={version} current={current} />
        </Fragment>
      ))}
    </Stack>
  );
}

interface VersionRowProps extends VersionListProps {
  version: FileVersion;
  /** Number of the version that customers get; null while it is not in the list. */
  current: number | null;
}

function VersionRow({ product, file, version, current, hasFeeds, canChange }: VersionRowProps) {
  const { number, filename, size_bytes, note, added_by, created_at, sha256, stored } = version;
  const facts = [bytes(size_bytes), `added ${moment(created_at)}`, added_by && `by ${added_by}`];
  const isCurrent = number === current;
  const act = useVersionActions(product, file, { number, current });
  return (
    <Stack component="li" gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Version {number}
        </Text>
        {isCurrent && <Badge variant="light">Customers get this</Badge>}
        {!stored && (
          <Badge variant="light" color="gray">
            Content removed
          </Badge>
        )}
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {filename}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {facts.filter(Boolean).join(", ")}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        SHA-256 {sha256}
      </Text>
      <Note note={note} canChange={canChange} save={act.saveNote} />
      <VersionRelease product={product} file={file} version={version} hasFeeds={hasFeeds} canChange={canChange} />
      <Group gap="xs">
        {stored && (
          <Anchor className="tall-link" size="sm" href={versionAddress(product, file, number)} download={filename}>
            Download
          </Anchor>
        )}
        {canChange && !isCurrent && stored && (
          <>
            <Button size="compact-sm" variant="default" loading={act.busy} onClick={act.makeCurrent}>
              Make current
            </Button>
            <Button size="compact-sm" variant="default" disabled={act.busy} onClick={act.askToRemove}>
              Remove content…
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

function useVersionActions(
  product: number,
  file: number,
  { number, current }: { number: number; current: number | null },
) {
  const makingCurrent = useProductAction((version: number) => changeVersion(product, file, version, { current: true }));
  const makeCurrent = (version: number, undo?: () => void) =>
    makingCurrent.mutate(version, {
      onSuccess: () => showDone(`Customers get version ${version} from now on.`, undo),
      onError: showError,
    });
  const changing = useProductAction((changes: { note: string }) => changeVersion(product, file, number, changes));
  const removing = useProductAction(() => removeVersion(product, file, number));
  return {
    busy: changing.isPending || makingCurrent.isPending || removing.isPending,
    saveNote: (note: string, onSuccess: () => void) => changing.mutate({ note }, { onSuccess, onError: showError }),
    makeCurrent: () => makeCurrent(number, current === null ? undefined : () => makeCurrent(current)),
    askToRemove: () =>
      confirmAction({
        title: `Remove the content of version ${number}?`,
        words:
          "This frees its space. The version stays in the list, but can no longer be downloaded. This cannot be undone.",
        confirmLabel: "Remove content",
        onConfirm: () => removing.mutate(undefined, { onError: showError }),
      }),
  };
}

/** What customers read about the version. */
function Note({
  note,
  canChange,
  save,
}: {
  note: string | null;
  canChange: boolean;
  save: (note: string, onSuccess: () => void) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null) {
    return (
      <Stack gap="xs">
        <Textarea
          label="What is new"
          description="Customers see this note on their order page."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => save(draft, () => setDraft(null))}>
            Save note
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="xs" align="baseline">
      {note && (
        <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {note}
        </Text>
      )}
      {canChange && (
        <Button size="compact-xs" variant="subtle" onClick={() => setDraft(note ?? "")}>
          {note ? "Edit note" : "Add note"}
        </Button>
      )}
    </Group>
  );
}
