import { Stack } from "@mantine/core";
import { useSession } from "../api/session.ts";
import { LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { ActiveSessions } from "./active-sessions.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** Settings of the signed-in person. */
export function ProfilePage() {
  const { data: session } = useSession();
  return (
    <>
      <PageHeader title="Your profile" words={session && readableAddress(session.user.email)} />
      {session ? (
        <Stack gap="lg">
          <NameForm name={session.user.name} />
          <PasswordForm email={session.user.email} />
          <SecondFactor enabled={session.user.two_factor_enabled} />
          <ActiveSessions />
        </Stack>
      ) : (
        <LoadingSection lines={8} />
      )}
    </>
  );
}
