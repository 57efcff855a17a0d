import { NavLink, Skeleton, Stack, useMantineTheme } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link, useSearchParams } from "react-router";
import type { Message } from "../api/types.ts";
import { FromNow } from "../components/from-now.tsx";
import { readableAddress } from "../components/readable-address.ts";

/** The list of messages, newest first. */
export function MailboxList({ messages, current }: { messages: Message[] | undefined; current: string | undefined }) {
  const [search] = useSearchParams();
  // On desktop the list keeps its scroll position. On a phone the message replaces it and starts at the top.
  const isBeside = useMediaQuery(`(min-width: ${useMantineTheme().breakpoints.md})`);
  if (!messages) return <Loading />;
  return (
    <Stack component="nav" aria-label="Messages" gap={2}>
      {messages.map(({ id, recipient, subject, sent_at }) => (
        <NavLink
          key={id}
          component={Link}
          to={{ pathname: `/admin/emails/mailbox/${id}`, search: search.toString() }}
          preventScrollReset={isBeside}
          active={String(id) === current}
          aria-current={String(id) === current ? "page" : undefined}
          label={readableAddress(recipient)}
          description={
            <>
              {subject},{" "}
              <span style={{ whiteSpace: "nowrap" }}>
                <FromNow iso={sent_at} />
              </span>
            </>
          }
          style={{ borderRadius: "var(--mantine-radius-md)", overflowWrap: "anywhere" }}
        />
      ))}
    </Stack>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label="Loading the messages" gap="lg" py="xs">
      {["first", "second", "third", "fourth", "fifth", "sixth"].map((message) => (
        <Stack key={message} gap={6} px="sm">
          <Skeleton h={16} w="70%" />
          <Skeleton h={30} />
        </Stack>
      ))}
    </Stack>
  );
}
