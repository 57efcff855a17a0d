import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SearchIcon } from "@primer/octicons-react";
import { useEffect } from "react";
import { SearchDialog } from "./search-dialog.tsx";
import { commandKey, Shortcuts } from "./shortcuts.tsx";

/** Opens the search on every screen, by a click or a key. */
export function SearchButton() {
  const [opened, { open, close }] = useDisclosure();
  const [helps, help] = useDisclosure();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, isComposing } = event;
      if (isComposing || document.querySelector("[aria-modal=true]")) return;
      if (key.toLowerCase() === "k" && (metaKey || ctrlKey) && !altKey) open();
      else if (metaKey || ctrlKey || altKey || isTyping(event.target)) return;
      else if (key === "/") open();
      else if (key === "?") help.open();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, help.open]);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="sm"
        onClick={open}
        leftSection={<SearchIcon size={14} />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            {commandKey} K
          </Kbd>
        }
        aria-keyshortcuts="/ Control+K Meta+K"
        c="dimmed"
        fw={400}
      >
        Search
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={open} aria-label="Search">
        <SearchIcon size={18} />
      </ActionIcon>
      <SearchDialog opened={opened} onClose={close} onShortcuts={help.open} />
      <Shortcuts opened={helps} onClose={help.close} />
    </>
  );
}

/** Whether the keys are meant for a field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"));
