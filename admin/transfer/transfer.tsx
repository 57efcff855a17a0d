import { Stack } from "@mantine/core";
import { useRights } from "../api/session.ts";
import { PageHeader } from "../components/page-header.tsx";
import { ExportSection } from "./export-section.tsx";
import { ImportSection } from "./import-section.tsx";

/** Orders, products, downloads and license keys as CSV files, out and in. */
export function Transfer() {
  const { canChange } = useRights();
  return (
    <>
      <PageHeader title="Import and export" />
      <Stack gap="lg" maw={860}>
        <ExportSection />
        {canChange && <ImportSection />}
      </Stack>
    </>
  );
}
