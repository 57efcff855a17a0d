import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { SignedOut } from "../api/request.ts";
import { type LinkOwner, signIn } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { LinkButton, TextLink } from "../components/links.tsx";
import { errorWords } from "../components/notify.tsx";
import { Frame } from "./frame.tsx";
import { Joining } from "./joining.tsx";

interface PasswordStepProps {
  /** Who accepts an invitation; null without an invitation or if unknown. */
  invited: LinkOwner | null;
  /** Gets whether a two-factor code is needed. */
  onDone: (needsCode: boolean) => unknown;
}

/** Asks for email and password. */
export function PasswordStep({ invited, onDone }: PasswordStepProps) {
  const location = useLocation();
  const invitation = useSearchParams()[0].get("invitation");
  const [email, setEmail] = useState(String(invited?.email ?? location.state?.email ?? ""));
  const [password, setPassword] = useState("");
  const signingIn = useAction({ mutationFn: signIn, onSuccess: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signingIn.mutate({ email: email.trim(), password, invitation });
  };
  return (
    <Frame
      title={invitation === null ? "Sign in" : "Accept the invitation"}
      words={
        invitation !== null && (
          <>
            <Joining owner={invited} /> Sign in with the password you already use for this email.
          </>
        )
      }
    >
      <form onSubmit={submit}>
        <Stack>
          {location.state?.signedOut && !signingIn.error && (
            <Alert color="yellow" role="alert">
              {new SignedOut().message}
            </Alert>
          )}
          {signingIn.error && (
            <Alert color="red" role="alert">
              {errorWords(signingIn.error)}
              {invitation !== null &&
                " If they are correct, the invitation has expired or was already used: ask for a new one."}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus={email === ""}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            autoFocus={email !== ""}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show password" }}
          />
          <Button type="submit" size="md" loading={signingIn.isPending}>
            Sign in
          </Button>
          {invitation === null && (
            <LinkButton to="/admin/email-link" state={{ email: email.trim() }} variant="default">
              Email me a sign-in link
            </LinkButton>
          )}
          <TextLink
            to="/admin/forgot-password"
            state={{ email: email.trim() }}
            size="sm"
            ta="center"
            py={2}
            className="tall-link"
          >
            Forgot your password?
          </TextLink>
        </Stack>
      </form>
    </Frame>
  );
}
