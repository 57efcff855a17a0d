import { Stack } from "@mantine/core";
import { useRights } from "../api/session.ts";
import { PageHeader } from "../components/page-header.tsx";
import { ExportSection } from "./export-section.tsx";
import { ImportSection } from "./import-section.tsx";
import { MoveSection } from "./move-section.tsx";

/** Orders, products, downloads and license keys as CSV files, out and in; and a whole store from another service. */
export function Transfer() {
  const { canChange, canManage } = useRights();
  return (
    <>
      <PageHeader title="Import and export" />
      <Stack gap="lg" maw={860}>
        <ExportSection />
        {canChange && <ImportSection />}
        {canManage && <MoveSection />}
      </Stack>
    </>
  );
}
