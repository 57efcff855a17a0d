import { Skeleton, Stack, Text } from "@mantine/core";
import { type ReactNode, Suspense, use, useState } from "react";
import { checkLink, type LinkKind, type LinkOwner } from "../api/sign-in.ts";
import { LinkButton } from "../components/links.tsx";
import { Frame } from "./frame.tsx";

interface CheckedLinkProps {
  token: string;
  kind: LinkKind;
  /** Of the screen, while it is not known whether the link is good. */
  title: string;
  /** Told whose the link is; null when that cannot be found out. */
  children: (owner: LinkOwner | null) => ReactNode;
}

/** Shows `children` when the token of an email's link can be used, or when that cannot be found out. */
export function CheckedLink({ title, children, ...link }: CheckedLinkProps) {
  // Asked once, as a link that has just been used here is not good any more.
  const [checking] = useState(() => checkLink(link.token, link.kind).catch(() => null));
  return (
    <Suspense fallback={<Checking title={title} />}>
      <Checked checking={checking} kind={link.kind}>
        {children}
      </Checked>
    </Suspense>
  );
}

interface CheckedProps {
  checking: Promise<LinkOwner | null | false>;
  kind: LinkKind;
  children: CheckedLinkProps["children"];
}

function Checked({ checking, kind, children }: CheckedProps) {
  const owner = use(checking);
  return owner === false ? <UsedLink kind={kind} /> : children(owner);
}

function Checking({ title }: { title: string }) {
  return (
    <Frame title={title}>
      <Stack role="status" aria-label="Loading">
        <Skeleton h={58} />
        <Skeleton h={42} />
      </Stack>
    </Frame>
  );
}

/** Where another link is asked for; an invitation comes from the store's owner. */
const another: Record<LinkKind, string | null> = {
  invitation: null,
  password_reset: "/admin/forgot-password",
  sign_in: "/admin/email-link",
};

function UsedLink({ kind }: { kind: LinkKind }) {
  const next = another[kind];
  return (
    <Frame title="This link does not work">
      <Stack>
        <Text role="status">
          This link has expired or was already used.
          {next === null && " If you cannot sign in, ask the store's owner for a new invitation."}
        </Text>
        <LinkButton to="/admin/sign-in" size="md">
          Sign in
        </LinkButton>
        {next !== null && (
          <LinkButton to={next} variant="default">
            Request a new link
          </LinkButton>
        )}
      </Stack>
    </Frame>
  );
}
