import { Text } from "@mantine/core";

interface ChangeProps {
  now: number;
  before: number;
  words: (value: number) => string;
}

/** How a figure differs from the period before. */
export function Change({ now, before, words }: ChangeProps) {
  if (now === before) {
    return (
      <Text size="sm" c="dimmed">
        no change
      </Text>
    );
  }
  // "+5,365%" is not helpful.
  const telling = before > 0 && now < before * 10;
  const percent = new Intl.NumberFormat(undefined, { style: "percent", signDisplay: "always" });
  return (
    <Text size="sm" c="dimmed">
      {telling && `${percent.format(now / before - 1)}, `}
      was {words(before)}
    </Text>
  );
}
