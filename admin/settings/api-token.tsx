import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNewToken } from "../api/account.ts";
import { confirmDeed } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { showDone, showError } from "../components/notify.tsx";

/** The API token, hidden until it is asked for; and a new one. */
export function ApiToken({ token }: { token: string }) {
  const [shown, setShown] = useState(false);
  const replacing = useNewToken();
  const replace = () =>
    confirmDeed({
      title: "Make a new token?",
      words:
        "The present token stops working at once. Everything that uses it, such as your checkout, cannot send orders until it has the new one.",
      act: "Make a new token",
      onConfirm: () =>
        replacing.mutate(undefined, {
          onSuccess: () => {
            setShown(true);
            showDone("Here is the new token. Put it into your checkout now.");
          },
          onError: showError,
        }),
    });
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        API token
      </Text>
      <Group gap="xs">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }} aria-label={shown ? "API token" : "API token, hidden"}>
          {shown ? token : "•".repeat(22)}
        </Code>
        <Button size="compact-sm" variant="default" onClick={() => setShown(!shown)} aria-pressed={shown}>
          {shown ? "Hide" : "Show"}
        </Button>
        <Copy value={token} label="Copy the API token" />
        <Button size="compact-sm" variant="subtle" color="red" onClick={replace} loading={replacing.isPending}>
          New token
        </Button>
      </Group>
    </Stack>
  );
}
