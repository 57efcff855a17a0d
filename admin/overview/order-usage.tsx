import { Paper, Stack, Text, Title } from "@mantine/core";
import type { Stats } from "../api/types.ts";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";

interface OrderUsageProps {
  stats: Pick<Stats, "from" | "to" | "usage">;
}

/** How the orders of the period are used, with links to their lists. */
export function OrderUsage({ stats: { from, to, usage } }: OrderUsageProps) {
  const { never_downloaded: never, many_addresses: many } = usage;
  const address = (name: string) => `/admin/orders?${new URLSearchParams({ usage: name, from, to })}`;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="order-usage">
      <Title order={2} id="order-usage" size="sm" fw={500} c="dimmed" mb="xs">
        Orders of this period
      </Title>
      <Stack gap={4}>
        <Text size="sm">
          <TextLink to={address("never_downloaded")}>
            {never === 1 ? "1 order" : `${number(never)} orders`} never downloaded
          </TextLink>
        </Text>
        <Text size="sm">
          <TextLink to={address("many_addresses")}>
            {many === 1 ? "1 order" : `${number(many)} orders`} downloaded from many addresses
          </TextLink>
        </Text>
      </Stack>
    </Paper>
  );
}
