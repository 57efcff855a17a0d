import { Alert, Button, Divider, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import {
  isUnderway,
  useAnnounce,
  useAnnouncementCommand,
  useAnnouncementPreview,
  useAnnouncements,
  useSendAnnouncementPreview,
} from "../api/announcements.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Announcement, File as StoredFile } from "../api/types.ts";
import { DocumentFrame } from "../components/document-frame.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment, number } from "../components/format.ts";
import { MailOutcome } from "../components/mail-outcome.tsx";
import { showDone, showError } from "../components/notify.tsx";

interface TellBuyersProps {
  product: number;
  file: StoredFile;
  /** The first email is open to be written: whoever came here wants that. */
  begun?: boolean;
}

/** Emails the product's customers about the file's current version, and shows how far earlier emails came. */
export function TellBuyers({ product, file, begun = false }: TellBuyersProps) {
  const { data, error, refetch } = useAnnouncements(product, file.id);
  const announcements = data ?? [];
  const [wanted, setOpen] = useState<boolean | null>(null);
  const open = wanted ?? (begun && data?.length === 0);
  const before = announcements.find(({ version }) => version === file.version);
  return (
    <Stack gap="sm" component="section" aria-label="Tell the buyers">
      <Divider />
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          Tell the buyers
        </Title>
        {!open && !announcements.some(isUnderway) && (
          <Button size="compact-sm" variant={before ? "default" : "filled"} onClick={() => setOpen(true)}>
            {before ? "Send again" : "Write the email"}
          </Button>
        )}
      </Group>
      {error && <ErrorNotice error={error} retry={refetch} />}
      {announcements.map((one) => (
        <Progress key={one.id} product={product} announcement={one} />
      ))}
      {open && <Draft product={product} file={file} again={before !== undefined} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

function Draft({ product, file, again, onClose }: TellBuyersProps & { again: boolean; onClose: () => void }) {
  const [note, setNote] = useState(file.version_note ?? "");
  const [typed] = useDebouncedValue(note, 400);
  const { data: preview, error, refetch } = useAnnouncementPreview(product, file.id, typed);
  const announcing = useAnnounce(product);
  const trying = useSendAnnouncementPreview(product);
  const sendsEmail = useSendsEmail();
  const send = () =>
    announcing.mutate(
      { file_id: file.id, note, again },
      {
        onSuccess: () => showDone("The emails are on their way."),
        onError: showError,
        onSuccessIfMounted: onClose,
      },
    );
  return (
    <Stack gap="sm">
      {again && (
        <Alert color="yellow">Customers were already told about this version. They will get a second email.</Alert>
      )}
      <Textarea
        label="What is new"
        description="Part of the email. The rest of its text is in Settings, Wording."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {error && <ErrorNotice error={error} retry={refetch} />}
      {preview && (
        <>
          <Text size="sm" fw={500} aria-live="polite">
            {preview.recipients === 0
              ? "Nobody would get this email."
              : `Goes to ${number(preview.recipients)} ${preview.recipients === 1 ? "address" : "addresses"}, once each.`}
          </Text>
          <Text size="sm" c="dimmed">
            Not to orders that are on hold or revoked, whose links have ended, or whose customers do not want these
            emails.
          </Text>
          <Paper withBorder style={{ overflow: "hidden" }}>
            <Text size="sm" p="xs" fw={600} style={{ overflowWrap: "anywhere" }}>
              {preview.subject}
            </Text>
            <DocumentFrame title="Email as a customer sees it" sandbox="" html={preview.html} />
          </Paper>
        </>
      )}
      {!sendsEmail && (
        <Text size="sm" c="dimmed">
          There is no mail server, so these emails are kept here, not sent. The preview shows what customers will read.
        </Text>
      )}
      <Group gap="xs">
        <Button onClick={send} loading={announcing.isPending} disabled={!preview || preview.recipients === 0}>
          {preview && preview.recipients > 0 ? `Send to ${number(preview.recipients)}` : "Send"}
        </Button>
        {sendsEmail && (
          <Button
            variant="default"
            loading={trying.isPending}
            onClick={() => trying.mutate({ file_id: file.id, note }, { onError: showError })}
          >
            Send to me first
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
      {trying.data && <MailOutcome test={trying.data} />}
    </Stack>
  );
}

/** How far an announcement came, and what can be done. */
function Progress({ product, announcement }: { product: number; announcement: Announcement }) {
  const { id, version, status, created_at, created_by, queued, recipients } = announcement;
  const commanding = useAnnouncementCommand(product);
  const sendsEmail = useSendsEmail();
  const act = (command: "stop" | "resume") => commanding.mutate({ id, command }, { onError: showError });
  const canStop = status === "sending" || status === "waiting" || isUnderway(announcement);
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0} miw={0} flex="1 1 220px">
        <Text size="sm" role="status">
          Version {version}: {progressWords(announcement, sendsEmail)}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[`Begun ${moment(created_at)}`, created_by && `by ${created_by}`].filter(Boolean).join(" ")}
        </Text>
      </Stack>
      {canStop && (
        <Button size="compact-sm" variant="default" loading={commanding.isPending} onClick={() => act("stop")}>
          Stop
        </Button>
      )}
      {status === "stopped" && queued < recipients && announcement.finished_at === null && (
        <Button size="compact-sm" variant="default" loading={commanding.isPending} onClick={() => act("resume")}>
          Continue
        </Button>
      )}
    </Group>
  );
}

function progressWords({ status, sent, failed, recipients, resumes_at }: Announcement, sendsEmail: boolean): string {
  const done = `${number(sent)} of ${number(recipients)} ${sendsEmail ? "sent" : "kept here, not sent"}${failed > 0 ? `, ${number(failed)} failed` : ""}`;
  if (status === "stopped") return `${done}, stopped.`;
  if (status === "waiting")
    return `${done}. Today's limit is reached. Sending continues on ${moment(resumes_at ?? "")}.`;
  return `${done}.`;
}
