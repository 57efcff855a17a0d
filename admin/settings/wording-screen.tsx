import { NativeSelect, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useWordings } from "../api/wording.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { locales } from "../components/languages.ts";
import { useChangeSearch } from "../components/use-change-search.ts";
import { WordingEditor } from "./wording-editor.tsx";
import { languageOptions, languagesInWords } from "./wording-languages.ts";
import { names, texts } from "./wording-texts.ts";

/** Choice of a text and its language, and its editor. The URL names both. */
export function WordingScreen() {
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  const [order, setOrder] = useState("");
  const asked = names.find((name) => name === search.get("text")) ?? "email_subject";
  const locale = locales.find((one) => one === search.get("locale")) ?? null;
  const { data: wordings, error, refetch } = useWordings(locale);
  const { data: generals } = useWordings(null);
  const wording = wordings?.find(({ name }) => name === asked);
  const general = generals?.find(({ name }) => name === asked);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={740}>
        <NativeSelect
          label="Text"
          data={names.map((name) => ({ value: name, label: labelOf(name) }))}
          value={asked}
          onChange={(event) => changeSearch({ text: event.currentTarget.value })}
        />
        <NativeSelect
          label="Language"
          data={languageOptions(general)}
          value={locale ?? ""}
          onChange={(event) => changeSearch({ locale: event.currentTarget.value })}
        />
      </SimpleGrid>
      {general && (
        <Text size="sm" c="dimmed">
          {languagesInWords(general)}
        </Text>
      )}
      {wording && general ? (
        <WordingEditor
          key={`${asked} ${locale}`}
          wording={wording}
          general={general}
          order={order}
          onOrder={setOrder}
        />
      ) : error ? (
        <ErrorNotice error={error} retry={refetch} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" role="status" aria-label="Loading the texts">
          <Skeleton h={200} />
          <Skeleton h={140} />
        </SimpleGrid>
      )}
    </Stack>
  );

  function labelOf(name: (typeof names)[number]): string {
    const { source = null, problem = null } = wordings?.find((one) => one.name === name) ?? {};
    if (problem !== null) return `${texts[name].label} (failed)`;
    return source === null ? texts[name].label : `${texts[name].label} (custom)`;
  }
}
