import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { lazyCode } from "../api/lazy-code.ts";
import { cut, isolated } from "../components/format.ts";
import { Lazy } from "../components/lazy.tsx";

/** The dialogs of a file. Most screens do not need them. */
const dialogsCode = lazyCode(() => import("./file-dialogs.ts"));
type Dialogs = Awaited<ReturnType<typeof dialogsCode>>;

interface FileDialogProps {
  /** On the button. */
  act: string;
  filename: string;
  /** Of the dialog, and the button's accessible name, which has all of the file's name. */
  title: (name: string) => string;
  size?: "lg";
  children: (dialogs: Dialogs, close: () => void) => ReactNode;
}

/** A button that opens a dialog about a file. */
export function FileDialog({ act, filename, title, size, children }: FileDialogProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open} aria-label={title(isolated(filename))}>
        {act}
      </Button>
      <Modal opened={opened} onClose={close} title={title(cut(filename))} centered={!size} {...(size ? { size } : {})}>
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
