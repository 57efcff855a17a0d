import { Button, Code, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLocation } from "react-router";
import type { LinkRequested } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { TextLink } from "../components/links.tsx";
import { Frame } from "./frame.tsx";

interface RequestLinkProps {
  title: string;
  words: string;
  /** Sends the link to this email. */
  send: (email: string) => Promise<LinkRequested>;
  /** A sentence on how long the link works. */
  validity: string;
}

/** A form that sends a link by email. */
export function RequestLink({ title, words, send, validity }: RequestLinkProps) {
  const location = useLocation();
  const [email, setEmail] = useState(String(location.state?.email ?? ""));
  const asking = useAction({ mutationFn: send });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate(email.trim());
  };
  if (asking.data?.sends_email === false) return <Kept email={email.trim()} validity={validity} />;
  if (asking.isSuccess) return <Asked email={email.trim()} validity={validity} onAgain={asking.reset} />;
  return (
    <Frame title={title} words={words}>
      <form onSubmit={submit}>
        <Stack>
          <FormProblem error={asking.error} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={asking.isPending}>
            Send link
          </Button>
          <BackToSignIn />
        </Stack>
      </form>
    </Frame>
  );
}

/** Shown without a mail server. The same for known and unknown emails. */
function Kept({ email, validity }: { email: string; validity: string }) {
  return (
    <Frame title="The email was not sent">
      <Stack>
        <Text role="status" style={{ overflowWrap: "anywhere" }}>
          This installation has no mail server. If <b>{email}</b> belongs to an account, the email with the link was
          kept on the server. {validity}
        </Text>
        <Text size="sm" c="dimmed">
          The administrator of this installation can read it with this command:
        </Text>
        <Code block>npx waybill mailbox show</Code>
        <BackToSignIn />
      </Stack>
    </Frame>
  );
}

interface AskedProps {
  email: string;
  validity: string;
  onAgain: () => void;
}

/** The same for known and unknown emails. */
function Asked({ email, validity, onAgain }: AskedProps) {
  return (
    <Frame title="Check your email">
      <Stack>
        <Text role="status" style={{ overflowWrap: "anywhere" }}>
          If <b>{email}</b> belongs to an account, a link is on its way. {validity}
        </Text>
        <Text size="sm" c="dimmed">
          Nothing after a few minutes? Check your spam folder and the address.
        </Text>
        <Button variant="default" onClick={onAgain}>
          Use a different email
        </Button>
        <BackToSignIn />
      </Stack>
    </Frame>
  );
}

function BackToSignIn() {
  return (
    <TextLink to="/admin/sign-in" size="sm" ta="center" py={2} className="tall-link">
      Back to sign-in
    </TextLink>
  );
}
