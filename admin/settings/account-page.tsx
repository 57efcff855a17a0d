import { Alert, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useAccount } from "../api/account.ts";
import { useRights } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";
import { PageHeader } from "../components/page-header.tsx";

interface AccountPageProps {
  title: string;
  words?: string;
  children: (account: Account) => ReactNode;
}

/** A page of account settings, with its loading, error and read-only states. */
export function AccountPage({ title, words, children }: AccountPageProps) {
  const { data: account, error, refetch } = useAccount();
  const { canManage } = useRights();
  return (
    <>
      <PageHeader title={title} words={words} />
      {!canManage && (
        <Alert color="gray" mb="md">
          Only owners can change these settings.
        </Alert>
      )}
      <Stack gap="lg">
        {account ? children(account) : error ? <ErrorNotice error={error} retry={refetch} /> : <Loading />}
      </Stack>
    </>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label="Loading the settings" gap="lg">
      <LoadingSection lines={8} />
      <LoadingSection lines={8} />
    </Stack>
  );
}
