import { Accordion, Button, Group, Paper, Progress, Text, Title, VisuallyHidden } from "@mantine/core";
import { CheckCircleFillIcon, CircleIcon } from "@primer/octicons-react";
import { useRights } from "../api/session.ts";
import { useDismissSetup } from "../api/setup.ts";
import type { Setup } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { showError } from "../components/notify.tsx";
import { steps } from "./set-up-steps.tsx";

/** Whether the overview shows the steps: until all are done or an owner has dismissed them. */
export const isSetupShown = ({ dismissed, steps: done }: Setup): boolean =>
  !dismissed && Object.values(done).includes(false);

/** What a new store still has to do, one step open at a time. */
export function SetUp({ setup }: { setup: Setup }) {
  const { canManage } = useRights();
  const done = steps.filter(({ name }) => setup.steps[name]).length;
  const next = steps.find(({ name }) => !setup.steps[name])?.name ?? null;
  return (
    <Paper withBorder component="section" aria-labelledby="set-up">
      <Group justify="space-between" p="md" pb="xs" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} id="set-up">
            Set up your store
          </Title>
          <Text size="sm" c="dimmed">
            {done} of {steps.length} done
          </Text>
        </div>
        {canManage && <Dismiss />}
      </Group>
      <Progress value={(done / steps.length) * 100} mx="md" mb="xs" size="sm" aria-label="Steps done" />
      {/* Opens the next step when one is done. */}
      <Accordion key={next} defaultValue={next} variant="filled" order={3}>
        {steps.map(({ name, title, Content }) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control icon={<Sign isDone={setup.steps[name]} />}>
              {title}
              {setup.steps[name] && <VisuallyHidden> (done)</VisuallyHidden>}
            </Accordion.Control>
            <Accordion.Panel pl={{ base: 0, sm: 36 }}>
              <Content setup={setup} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Paper>
  );
}

function Sign({ isDone }: { isDone: boolean }) {
  return (
    <Text component="span" c={isDone ? "var(--mantine-primary-color-filled)" : "dimmed"} display="flex" aria-hidden>
      {isDone ? <CheckCircleFillIcon size={20} /> : <CircleIcon size={20} />}
    </Text>
  );
}

function Dismiss() {
  const dismissing = useDismissSetup();
  const dismiss = () => dismissing.mutate(true, { onError: showError });
  const question = {
    title: "Dismiss the set-up?",
    words: "The steps disappear for everybody in this store. You can show them again in Settings, Store details.",
    confirmLabel: "Dismiss",
    onConfirm: dismiss,
  };
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => confirmAction(question)} loading={dismissing.isPending}>
      Dismiss…
    </Button>
  );
}
