import { AppShell, Burger, Group, Skeleton, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { SignedOut } from "../api/request.ts";
import { useSession } from "../api/session.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Loading } from "../components/loading.tsx";
import { NameMark } from "../components/name-mark.tsx";
import { hasUnsavedInput, UnsavedGuard } from "../components/unsaved.tsx";
import { SearchButton } from "../search/search-button.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { useOwnUnderway } from "./end-underway.ts";
import { FocusKeeper } from "./focus-keeper.tsx";
import { headerHeight, navigationWidth } from "./frame-sizes.ts";
import { Navigation } from "./navigation.tsx";
import { NoMailServer } from "./no-mail-server.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SignedOutNotice, ToSignIn } from "./signed-out.tsx";
import { contentId, SkipLink } from "./skip-link.tsx";
import { UploadProgress } from "./upload-progress.tsx";

/** The frame around every screen. Redirects to the sign-in and back afterwards. */
export function Shell() {
  const burger = useRef<HTMLButtonElement>(null);
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const { data: session, error, isPending, refetch } = useSession();

  useOwnUnderway(session?.user.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu on a phone.
  useEffect(close, [pathname]);

  const leaveSections = () => {
    if (!opened) return;
    close();
    burger.current?.focus();
  };
  useHotkeys([["Escape", leaveSections]]);

  const isSignedOut = error instanceof SignedOut;
  if (isSignedOut && !(session && hasUnsavedInput())) return <ToSignIn wasSignedIn={session !== undefined} />;

  return (
    <AppShell
      header={{ height: headerHeight }}
      navbar={{ width: navigationWidth, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={{ base: "md", md: "xl" }}
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label="Navigation menu"
              aria-expanded={opened}
            />
            {isPending ? (
              <Skeleton w={140} h={20} />
            ) : (
              <>
                <NameMark size={26} />
                <Text size="md" fw={650} truncate maw="24rem" title={session?.account.name}>
                  {session?.account.name ?? "Waybill"}
                </Text>
              </>
            )}
          </Group>
          <Group gap="md" wrap="nowrap" style={{ flexShrink: 0 }}>
            <BulkProgress />
            <UploadProgress />
            {session && <SearchButton />}
            {session && <PersonMenu session={session} />}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Sections" style={{ overflowY: "auto" }}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id={contentId} tabIndex={-1} style={{ outline: 0 }}>
        {isSignedOut && <SignedOutNotice />}
        {session?.sends_email === false && <NoMailServer />}
        {session ? <Outlet /> : error ? <ErrorNotice error={error} retry={() => refetch()} /> : <Loading />}
      </AppShell.Main>
      <UnsavedGuard />
      <FocusKeeper />
      <ScrollRestoration />
    </AppShell>
  );
}
