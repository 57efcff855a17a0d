import { Code, ColorSwatch, Group, Stack, Text, Title } from "@mantine/core";
import { ArrowRightIcon } from "@primer/octicons-react";
import type { WordingPreview } from "../api/types.ts";
import { type ColorUse, colorUses } from "./color-uses.ts";

/** The color as given and as used, and why it was adjusted. */
export function BrandColors({ given, used }: { given: string; used: WordingPreview["colors"] }) {
  return (
    <Stack component="section" aria-label="Your color in use" gap="sm">
      <Title order={3} size="h5">
        Your color in use
      </Title>
      {colorUses(given, used).map((use) => (
        <Use key={use.label} given={given} use={use} />
      ))}
    </Stack>
  );
}

function Use({ given, use: { label, color, text, words } }: { given: string; use: ColorUse }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Group gap={4} wrap="nowrap" w={84} style={{ flex: "none" }}>
        <ColorSwatch color={given} size={28}>
          {text && (
            <Text span size="xs" fw={700} style={{ color: text }} aria-hidden>
              Aa
            </Text>
          )}
        </ColorSwatch>
        {color !== given && (
          <>
            <ArrowRightIcon size={16} />
            <ColorSwatch color={color} size={28} />
          </>
        )}
      </Group>
      <Text size="sm">
        <Text span fw={600} inherit>
          {label}:
        </Text>{" "}
        {words} {color !== given && <Code>{color}</Code>}
      </Text>
    </Group>
  );
}
