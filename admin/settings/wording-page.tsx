import { SimpleGrid, Skeleton } from "@mantine/core";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { PageHeader } from "../components/page-header.tsx";

/** Loaded separately: texts are seldom changed. */
const screenCode = lazyCode(() => import("./wording-screen.tsx"));

/** Editor for the texts of emails and pages. */
export function WordingPage() {
  const { code, error, retry } = useLazyCode(screenCode);
  return (
    <>
      <PageHeader title="Wording" words="Customize the texts of your emails and order pages." />
      {code ? <code.WordingScreen /> : error ? <ErrorNotice error={error} retry={retry} /> : <Loading />}
    </>
  );
}

function Loading() {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" role="status" aria-label="Loading the texts">
      <Skeleton h={200} />
      <Skeleton h={140} />
    </SimpleGrid>
  );
}
