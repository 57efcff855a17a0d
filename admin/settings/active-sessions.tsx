import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { type ActiveSession, useActiveSessions, useEndSession } from "../api/sign-in.ts";
import { programName } from "../components/browser-name.ts";
import { confirmAction } from "../components/confirm.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment } from "../components/format.ts";
import { FromNow } from "../components/from-now.tsx";
import { showDone, showError } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";

/** The person's sessions, each with a button to sign out. */
export function ActiveSessions() {
  const { data: places, error, refetch } = useActiveSessions();
  const ending = useEndSession();
  const endAll = () =>
    confirmAction({
      title: "Sign out everywhere else?",
      words: "You stay signed in on this device.",
      confirmLabel: "Sign out everywhere else",
      onConfirm: () =>
        ending.mutate(null, { onSuccess: () => showDone("You were signed out everywhere else."), onError: showError }),
    });
  return (
    <Section
      title="Where you are signed in"
      actions={
        (places?.length ?? 0) > 1 && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={endAll}>
            Sign out everywhere else…
          </Button>
        )
      }
    >
      {error && !places ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
          {places?.map((place) => <Place key={place.token} place={place} ending={ending} />) ?? <Skeleton h={48} />}
        </Stack>
      )}
    </Section>
  );
}

interface PlaceProps {
  place: ActiveSession & { isCurrent: boolean };
  ending: ReturnType<typeof useEndSession>;
}

function Place({ place, ending }: PlaceProps) {
  const program = programName(place.userAgent);
  const end = () => ending.mutate(place.token, { onSuccess: () => showDone("Signed out."), onError: showError });
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={500} title={place.userAgent ?? undefined} style={{ overflowWrap: "anywhere" }}>
          {program}
        </Text>
        <Text size="xs" c="dimmed" title={moment(place.createdAt)}>
          {place.ipAddress || "unknown address"}, signed in <FromNow iso={place.createdAt} />
        </Text>
      </Stack>
      {place.isCurrent ? (
        <Badge variant="light" color="teal">
          This device{" "}
        </Badge>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={ending.isPending && ending.variables === place.token}
          onClick={end}
          aria-label={`Sign out ${program} at ${place.ipAddress ?? ""}`}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
