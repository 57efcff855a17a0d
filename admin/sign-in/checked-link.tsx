import { Skeleton, Stack, Text } from "@mantine/core";
import { type ReactNode, Suspense, use, useState } from "react";
import { checkLink, type LinkKind, type LinkOwner } from "../api/sign-in.ts";
import { LinkButton } from "../components/links.tsx";
import { Frame } from "./frame.tsx";

interface CheckedLinkProps {
  token: string;
  kind: LinkKind;
  /** The screen's title while the link is checked. */
  title: string;
  /** Gets the link's owner; null if the check failed. */
  children: (owner: LinkOwner | null) => ReactNode;
}

/** Shows `children` if the emailed link is valid, or if it could not be checked. */
export function CheckedLink({ title, children, ...link }: CheckedLinkProps) {
  // Checked once, because using the link here makes it invalid.
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

/** Where to request a new link. Only an owner can send a new invitation. */
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
