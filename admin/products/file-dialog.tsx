import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

/** The dialogs of a file. Most screens do not need them. */
const dialogsCode = lazyCode(() => import("./file-dialogs.ts"));
type Dialogs = Awaited<ReturnType<typeof dialogsCode>>;

interface FileDialogProps {
  /** On the button. */
  act: string;
  /** Of the dialog, and the button's accessible name. */
  title: string;
  size?: "lg";
  children: (dialogs: Dialogs, close: () => void) => ReactNode;
}

/** A button that opens a dialog about a file. */
export function FileDialog({ act, title, size, children }: FileDialogProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={title}>
        {act}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered={!size} {...(size ? { size } : {})}>
        <Content>{(dialogs) => children(dialogs, close)}</Content>
      </Modal>
    </>
  );
}

function Content({ children }: { children: (dialogs: Dialogs) => ReactNode }) {
  return (
    <Lazy loaded={dialogsCode} lines={4}>
      {children}
    </Lazy>
  );
}
