import { Button, Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../api/session.ts";

interface View {
  name: string;
  /** Filters and sorting, as in the URL. */
  search: string;
}

const mostViews = 20;

/** What every store asks for. */
const builtIn: View[] = [
  { name: "On hold", search: "state=on_hold" },
  { name: "Email failed", search: "state=email_failed" },
  { name: "Waiting for a key", search: "state=waiting_for_key" },
  { name: "Never downloaded", search: "usage=never_downloaded" },
  { name: "Downloaded from many addresses", search: "usage=many_addresses" },
  { name: "Highest totals", search: "sort=-total" },
];

/** Names the filters and the sorting of a list, and brings them back. Views are kept in this browser, for each store. */
export function SavedViews() {
  const account = useSession().data?.account.handle;
  const [views, setViews] = useLocalStorage<View[]>({ key: `waybill-order-views-${account}`, defaultValue: [] });
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const show = (search: string) => navigate({ search });
  const save = (name: string) => {
    setViews([...views.filter((view) => view.name !== name), { name, search: currentSearch() }].slice(-mostViews));
    close();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Views</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show("")}>All orders</Menu.Item>
          {builtIn.map(({ name, search }) => (
            <Menu.Item key={name} onClick={() => show(search)}>
              {name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Label>Your views</Menu.Label>}
          {views.map(({ name, search }) => (
            <Menu.Item key={name} onClick={() => show(search)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={open}>Manage views…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={opened} onClose={close} title="Your views">
        <ManageViews
          views={views}
          onSave={save}
          onRemove={(name) => setViews(views.filter((view) => view.name !== name))}
        />
      </Modal>
    </>
  );
}

interface ManageViewsProps {
  views: View[];
  onSave: (name: string) => void;
  onRemove: (name: string) => void;
}

function ManageViews({ views, onSave, onRemove }: ManageViewsProps) {
  const [name, setName] = useState("");
  const trimmed = name.trim();
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== "") onSave(trimmed);
        }}
      >
        <TextInput
          label="Name for the current filters and sorting"
          description="Views are kept in this browser."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
          data-autofocus
        />
        <Button type="submit" mt="sm" disabled={trimmed === ""}>
          Save view
        </Button>
      </form>
      {views.map((view) => (
        <Group key={view.name} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {view.name}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${view.name}`}
            onClick={() => onRemove(view.name)}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Stack>
  );
}

function currentSearch(): string {
  const search = new URLSearchParams(window.location.search);
  for (const name of ["page", "dialog"]) search.delete(name);
  return `${search}`;
}
