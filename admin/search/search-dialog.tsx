import { CloseButton, Combobox, Loader, Modal, Text, useCombobox } from "@mantine/core";
import { useDebouncedValue, useForceUpdate, useMediaQuery } from "@mantine/hooks";
import { SearchIcon } from "@primer/octicons-react";
import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { useSearch } from "../api/search.ts";
import { useRights } from "../api/session.ts";
import { errorWords } from "../components/notify.tsx";
import { useSignOut } from "../layout/use-sign-out.ts";
import { choicesFor, readTyped } from "./actions.ts";
import type { Choice } from "./choice.ts";

interface SearchDialogProps {
  opened: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

/** One field that finds orders, products, customers and actions. */
export function SearchDialog({ opened, onClose, onShortcuts }: SearchDialogProps) {
  const isPhone = useMediaQuery("(max-width: 48em)");
  const navigate = useNavigate();
  const signOut = useSignOut();
  const choose = ({ to, does }: Choice) => {
    onClose();
    if (does === "sign-out") signOut();
    else if (to === undefined) onShortcuts();
    else if (to.startsWith("/docs")) window.open(to, "_blank", "noreferrer");
    else navigate(to);
  };
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" fullScreen={isPhone ?? false} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body p={0}>
          <Search onChoose={choose} onClose={onClose} isPhone={isPhone ?? false} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Milliseconds without a key until the server is asked. */
const typingPause = 120;

interface SearchProps {
  onChoose: (choice: Choice) => void;
  onClose: () => void;
  isPhone: boolean;
}

function Search({ onChoose, onClose, isPhone }: SearchProps) {
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(readTyped(typed).text, typingPause);
  const { data = [], error, isFetching } = useSearch(asked);
  const isAnswered = asked !== "" && asked === readTyped(typed).text && !isFetching && !error;
  const choices = choicesFor(typed, asked === "" ? [] : data, { ...useRights(), isAnswered });
  const nothing = choices.every(({ group }) => group === "Help") && isAnswered ? "Nothing found here." : "";
  const words = error ? errorWords(error) : nothing;
  const combobox = useCombobox({ opened: true, onDropdownClose: (source) => source === "keyboard" && onClose() });
  const first = choices[0]?.key;
  const listId = useId();
  const refresh = useForceUpdate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with its first choice.
  useEffect(() => {
    combobox.selectFirstOption();
    // The field names the list and the choice only when it is rendered after them.
    refresh();
  }, [first, choices.length]);
  const submit = (key: string) => {
    const choice = choices.find((one) => one.key === key);
    if (choice) onChoose(choice);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={submit} size="md">
      {/* It handles the keys itself: `Combobox.EventsTarget` around it would handle them twice. */}
      <Combobox.Search
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        placeholder="Search, or an action"
        aria-label="Search orders, products, customers and actions"
        maxLength={255}
        data-autofocus
        leftSection={<SearchIcon size={16} />}
        rightSection={isFetching ? <Loader size="xs" /> : <CloseButton aria-label="Close" onClick={onClose} />}
        rightSectionPointerEvents="all"
        styles={{ input: { border: 0 } }}
      />
      <Text role="status" size="sm" c="dimmed" px="md" pb={words ? "xs" : 0}>
        {words}
      </Text>
      {choices.length > 0 && (
        <Combobox.Options
          id={listId}
          aria-label="Results"
          px="xs"
          pb="xs"
          mah={isPhone ? "calc(100dvh - 3.5rem)" : "60dvh"}
          style={{ overflowY: "auto" }}
        >
          {Object.entries(Object.groupBy(choices, ({ group }) => group)).map(([group, list = []]) => (
            <Combobox.Group key={group} label={group}>
              {list.map((choice) => (
                <Combobox.Option key={choice.key} value={choice.key} style={{ overflowWrap: "anywhere" }}>
                  <Text size="sm" fw={500}>
                    {choice.title}
                  </Text>
                  {choice.subtitle && (
                    <Text size="xs" style={{ color: "inherit" }}>
                      {choice.subtitle}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      )}
    </Combobox>
  );
}
