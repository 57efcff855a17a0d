import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { readToken, renewToken } from "../api/account.ts";
import { useAction } from "../api/use-action.ts";
import { confirmAction } from "../components/confirm.tsx";
import { Copy } from "../components/copy.tsx";
import { showDone, showError } from "../components/notify.tsx";

/** The API token. It is fetched only when shown, and can be replaced. */
export function ApiToken() {
  const [token, setToken] = useState<string | null>(null);
  const reading = useAction({ mutationFn: readToken, onSuccess: setToken, onError: showError });
  const replacing = useAction({ mutationFn: renewToken });
  const replace = () =>
    confirmAction({
      title: "Create a new token?",
      words:
        "The current token stops working at once. Your checkout and other programs cannot send orders until they have the new one.",
      confirmLabel: "Create token",
      onConfirm: () =>
        replacing.mutate(undefined, {
          onSuccess: (renewed) => {
            setToken(renewed);
            showDone("New token created. Add it to your checkout now.");
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
        <Code fz="sm" style={{ overflowWrap: "anywhere" }} aria-label={token ? "API token" : "API token, hidden"}>
          {token ?? "•".repeat(22)}
        </Code>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => (token ? setToken(null) : reading.mutate())}
          loading={reading.isPending}
          aria-pressed={token !== null}
        >
          {token ? "Hide" : "Show"}
        </Button>
        {token && <Copy value={token} label="Copy API token" />}
        <Button size="compact-sm" variant="subtle" color="red" onClick={replace} loading={replacing.isPending}>
          Create new token…{" "}
        </Button>
      </Group>
    </Stack>
  );
}
