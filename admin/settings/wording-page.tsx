import { NativeSelect, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { useWordings } from "../api/wording.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";
import { names, texts } from "./wording-texts.ts";

/** The editor. Most visits do not need it. */
const editorCode = lazyCode(() => import("./wording-editor.tsx"));

/** Editor for the texts of emails and pages. The URL names the text. */
export function WordingPage() {
  const { data: wordings, error, refetch } = useWordings();
  const { code, error: codeError, retry } = useLazyCode(editorCode);
  const [search] = useSearchParams();
  const changeSearch = useChangeSearch();
  const [order, setOrder] = useState("");
  const asked = names.find((name) => name === search.get("text")) ?? "email_subject";
  const wording = wordings?.find(({ name }) => name === asked);
  return (
    <>
      <PageHeader title="Wording" words="Customize the texts of your emails and order pages." />
      <Stack>
        <NativeSelect
          label="Text"
          data={names.map((name) => ({ value: name, label: labelOf(name) }))}
          value={asked}
          onChange={(event) => changeSearch({ text: event.currentTarget.value })}
          maw={360}
        />
        {wording && code ? (
          <code.WordingEditor key={asked} wording={wording} order={order} onOrder={setOrder} />
        ) : error || codeError ? (
          <ErrorNotice error={error ?? codeError} retry={error ? refetch : retry} />
        ) : (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" role="status" aria-label="Loading the texts">
            <Skeleton h={200} />
            <Skeleton h={140} />
          </SimpleGrid>
        )}
      </Stack>
    </>
  );

  function labelOf(name: (typeof names)[number]): string {
    const { source = null, problem = null } = wordings?.find((one) => one.name === name) ?? {};
    if (problem !== null) return `${texts[name].label} (failed)`;
    return source === null ? texts[name].label : `${texts[name].label} (custom)`;
  }
}
