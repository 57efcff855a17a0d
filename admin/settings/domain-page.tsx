import { Alert, Code, List, Stack, TextInput } from "@mantine/core";
import { useSession } from "../api/session.ts";
import type { Account } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Section } from "../components/section.tsx";
import { AccountPage } from "./account-page.tsx";
import { DomainProof } from "./domain-proof.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** The store's custom domain. */
export function DomainPage() {
  return (
    <AccountPage title="Domain" words="Use your own domain for customers' links.">
      {(account) => <DomainForm account={account} />}
    </AccountPage>
  );
}

function DomainForm({ account }: { account: Account }) {
  const form = useAccountForm({
    saved: { custom_domain: account.custom_domain ?? "" },
    changesOf: ({ custom_domain }) => ({ custom_domain: hostIn(custom_domain) || null }),
    problemsOf: ({ custom_domain = "" }) => (hostIn(custom_domain) === null ? { custom_domain: moreThanHost } : {}),
    done: "Domain saved.",
  });
  const host = hostIn(form.values.custom_domain) ?? "";
  return (
    <>
      <Section title="Current address">
        <Code fz="sm" style={{ overflowWrap: "anywhere" }}>
          {account.url}
        </Code>
      </Section>
      {account.custom_domain !== null && account.custom_domain_verification && (
        <DomainProof domain={account.custom_domain} proof={account.custom_domain_verification} />
      )}
      <Section title="Custom domain">
        <form {...form.element}>
          <Stack>
            <DnsSteps host={host} />
            <TextInput
              label="Domain"
              description="Leave empty to use the default address."
              placeholder="downloads.example.com"
              autoCapitalize="none"
              spellCheck={false}
              {...form.text("custom_domain")}
            />
            {form.changed && <BeforeSaving account={account} host={host} />}
            <FormProblem error={form.error} fields={["custom_domain"]} />
            <SaveBar form={form} />
          </Stack>
        </form>
      </Section>
    </>
  );
}

/** What changes on saving. */
function BeforeSaving({ account, host }: { account: Account; host: string }) {
  const { custom_domain: before, custom_domain_verification: proof } = account;
  const stops = before !== null && host !== before && proof?.serving === true;
  return (
    <Alert
      color={stops ? "yellow" : "gray"}
      title={stops ? "Some links stop working" : undefined}
      style={{ overflowWrap: "anywhere" }}
    >
      {stops && `Links already sent with ${before} stop working at once. `}
      {host ? (
        <>
          New links use <b>{host}</b> once it is verified, and the default address until then.
        </>
      ) : (
        "New links use the default address."
      )}
    </Alert>
  );
}

/** Steps to set up a custom domain. */
function DnsSteps({ host }: { host: string }) {
  const { data: session } = useSession();
  const service = session ? serviceHost(session.account) : "";
  const target = session ? `${session.account.handle}.${service}` : "";
  // A host of the service cannot be a custom domain.
  const shown = host === service || host.endsWith(`.${service}`) ? "" : host;
  return (
    <List type="ordered" spacing="xs" size="sm">
      <List.Item>Save the domain here. Nothing changes for customers yet.</List.Item>
      <List.Item>
        At your domain provider, add a <Code>CNAME</Code> record from{" "}
        <Code style={{ overflowWrap: "anywhere" }}>{shown || "downloads.example.com"}</Code> to{" "}
        <Code style={{ overflowWrap: "anywhere" }}>{target}</Code>. Or point the domain here another way and add the{" "}
        <Code>TXT</Code> record shown after saving.
      </List.Item>
      <List.Item>
        Ask the administrator of this installation for a TLS certificate for the domain, so that HTTPS works.
      </List.Item>
      <List.Item>
        Once the domain is verified, new links use it. Links with the default address keep working. Password and
        invitation emails always use the default address.
      </List.Item>
    </List>
  );
}

/** The service's host, taken from the account's default URL or from this page's URL. */
function serviceHost({ handle, url }: { handle: string; url: string }): string {
  const { hostname } = new URL(url);
  if (hostname.startsWith(`${handle}.`)) return hostname.slice(handle.length + 1);
  return window.location.hostname.replace(`${handle}.`, "");
}

const moreThanHost = "Enter only the domain, such as downloads.example.com, without a path or port.";

/** The host in a typed or pasted URL; null if the URL has more than a scheme and a host. */
function hostIn(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "") return "";
  const host = /^(?:https?:\/\/)?([^/:?#@]+?)\.?\/?$/.exec(trimmed)?.[1] ?? null;
  // Converts international names to ASCII.
  return host !== null && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}
