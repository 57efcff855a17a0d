import { Badge, Group, Text } from "@mantine/core";
import type { ApiKey } from "../api/types.ts";
import { moment } from "../components/format.ts";
import { FromNow } from "../components/from-now.tsx";

const hasExpired = ({ expires_at }: ApiKey) => expires_at !== null && Date.parse(expires_at) <= Date.now();

/** Whether the key is a test key, or has expired. */
export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Group gap={4}>
      {hasExpired(apiKey) ? (
        <Badge variant="light" color="red">
          Expired
        </Badge>
      ) : (
        <Badge variant="light" color="teal">
          Active
        </Badge>
      )}
      {apiKey.test && (
        <Badge variant="outline" color="gray">
          Test
        </Badge>
      )}
    </Group>
  );
}

export function LastUse({ apiKey: { last_used_at } }: { apiKey: ApiKey }) {
  return (
    <Text size="sm" title={last_used_at === null ? undefined : moment(last_used_at)}>
      {last_used_at === null ? "Never" : <FromNow iso={last_used_at} />}
    </Text>
  );
}
