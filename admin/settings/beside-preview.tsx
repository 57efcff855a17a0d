import { Box, Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";

interface BesidePreviewProps {
  /** Of the tab with the editor. */
  label: string;
  editor: ReactNode;
  preview: ReactNode;
}

/** An editor with its preview beside it, or under a tab of its own where there is no room. */
export function BesidePreview({ label, editor, preview }: BesidePreviewProps) {
  const isWide = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  if (isWide) {
    return (
      <Box style={{ display: "grid", gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr)", gap: 32 }}>
        <div>{editor}</div>
        <div>{preview}</div>
      </Box>
    );
  }
  return (
    <Tabs defaultValue="editor">
      <Tabs.List mb="md">
        <Tabs.Tab value="editor">{label}</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="editor">{editor}</Tabs.Panel>
      <Tabs.Panel value="preview" keepMounted={false}>
        {preview}
      </Tabs.Panel>
    </Tabs>
  );
}
