import { Alert, Text } from "@mantine/core";
import type { Answer } from "../api/types.ts";
import { number } from "../components/format.ts";

export type AddedKeys = Answer<"POST /products/{id}/license_keys">;

const maxShown = 10;

/** Which keys were not added: those that stand in the list twice, and those that the product had before. */
export function Duplicates(result: AddedKeys) {
  const twice = [...new Set(result.repeated)];
  const existing = existingAmong(result);
  return (
    <>
      {twice.length > 0 && (
        <Keys title={`${counted(twice)} twice in your list`} keys={twice} words="Each key is stored once." />
      )}
      {existing.length > 0 && (
        <Keys title={`${counted(existing)} already existed`} keys={existing} words="Nothing changed for them." />
      )}
    </>
  );
}

function Keys({ title, keys, words }: { title: string; keys: string[]; words: string }) {
  const more = keys.length - maxShown;
  return (
    <Alert color="blue" role="status" title={title}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {keys.slice(0, maxShown).join(", ")}
        {more > 0 ? ` and ${number(more)} more` : ""}. {words}
      </Text>
    </Alert>
  );
}

const counted = (keys: string[]) => (keys.length === 1 ? "1 key" : `${number(keys.length)} keys`);

/** The keys that the product had before: those that are duplicates more often than they are repeated. */
export function existingAmong({ duplicates, repeated = [] }: AddedKeys): string[] {
  const rest = new Map<string, number>();
  for (const key of repeated) rest.set(key, (rest.get(key) ?? 0) + 1);
  return duplicates.filter((key) => {
    const left = rest.get(key) ?? 0;
    if (left > 0) rest.set(key, left - 1);
    return left === 0;
  });
}
