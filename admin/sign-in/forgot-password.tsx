import { Button, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useDeed } from "../api/deed.ts";
import { requestPasswordReset } from "../api/sign-in.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { TextLink } from "../components/links.tsx";
import { Frame } from "./frame.tsx";

/** Has a link to a new password sent. */
export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const asking = useDeed({ mutationFn: requestPasswordReset });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate(email.trim());
  };
  if (asking.isSuccess) return <Asked email={email.trim()} onAgain={asking.reset} />;
  return (
    <Frame
      title="New password"
      words="Say which email you sign in with, and a link to set a new password is sent there."
    >
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
            Send the link
          </Button>
          <TextLink to="/admin/sign-in" size="sm" ta="center" py={2}>
            Back to sign-in
          </TextLink>
        </Stack>
      </form>
    </Frame>
  );
}

/** The same words whether anybody has the email or not. */
function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <Frame title="Look into your mail">
      <Stack>
        <Text role="status" style={{ overflowWrap: "anywhere" }}>
          If somebody signs in here with <b>{email}</b>, a link is on its way. It works once, for one hour.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing there after a few minutes? Look among the unwanted mail, or check the address.
        </Text>
        <Button variant="default" onClick={onAgain}>
          Use another email
        </Button>
        <TextLink to="/admin/sign-in" size="sm" ta="center" py={2}>
          Back to sign-in
        </TextLink>
      </Stack>
    </Frame>
  );
}
