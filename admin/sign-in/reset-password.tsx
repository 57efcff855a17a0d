import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { acceptInvitation, type LinkOwner, resetPassword, signIn } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { LinkButton } from "../components/links.tsx";
import { NewPasswordField, newPasswordProblem } from "../components/new-password-field.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { CheckedLink } from "./checked-link.tsx";
import { Frame } from "./frame.tsx";
import { Joining } from "./joining.tsx";
import { useEnter } from "./use-enter.ts";

/** Sets a password with an emailed link: a new one, or the first one of an invited person. */
export function ResetPassword() {
  const [search] = useSearchParams();
  const token = search.get("token");
  const invited = search.get("invitation") === "1";
  if (!token || search.has("error")) return <IncompleteLink invited={invited} />;
  return (
    <CheckedLink
      key={search.toString()}
      token={token}
      kind={invited ? "invitation" : "password_reset"}
      title={titleFor(invited)}
    >
      {(owner) => <PasswordForm token={token} invited={invited} owner={owner} />}
    </CheckedLink>
  );
}

const titleFor = (invited: boolean) => (invited ? "Welcome" : "New password");

interface PasswordFormProps {
  token: string;
  invited: boolean;
  /** The link's owner; null if unknown. */
  owner: LinkOwner | null;
}

function PasswordForm({ token, invited, owner }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const signInAndEnter = useSignIn();
  const setting = useAction({
    async mutationFn(text: string) {
      await (invited ? acceptInvitation : resetPassword)(token, text);
      if (invited && owner) await signInAndEnter({ email: owner.email, password: text });
    },
  });
  const problem = newPasswordProblem(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!problem) setting.mutate(password);
  };
  if (setting.isSuccess) return <Done invited={invited} email={owner?.email} />;
  return (
    <Frame
      title={titleFor(invited)}
      words={
        <>
          {invited ? <Joining owner={owner} /> : owner && <Whose email={owner.email} />} Choose{" "}
          {invited ? "a password." : "a new password."}
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormProblem error={setting.error} />
          <NewPasswordField value={password} onChange={setPassword} error={asked ? problem : null} autoFocus />
          <Button type="submit" size="md" loading={setting.isPending}>
            Set password
          </Button>
          {setting.error && <OtherWay token={invited ? token : null} />}
        </Stack>
      </form>
    </Frame>
  );
}

function Whose({ email }: { email: string }) {
  return (
    <>
      You sign in as <b>{readableAddress(email)}</b>.
    </>
  );
}

/** What to do when setting the password failed; `token` is an invitation's. */
function OtherWay({ token }: { token: string | null }) {
  if (token === null) {
    return (
      <LinkButton to="/admin/forgot-password" variant="default">
        Request a new link
      </LinkButton>
    );
  }
  return (
    <LinkButton to={`/admin/sign-in?invitation=${encodeURIComponent(token)}`} variant="default">
      Accept by signing in
    </LinkButton>
  );
}

/** Signs in a new person. If that fails, they sign in themselves. */
function useSignIn() {
  const enter = useEnter();
  return async (person: { email: string; password: string }) => {
    const isIn = await signIn({ ...person, invitation: null }).then(
      () => true,
      () => false,
    );
    if (isIn) await enter("/admin");
  };
}

function Done({ invited, email }: { invited: boolean; email: string | undefined }) {
  return (
    <Frame title="Your password is set">
      <Stack>
        <Text role="status">
          {invited
            ? "Sign in with your email and this password."
            : "You were signed out everywhere. Sign in with your new password."}
        </Text>
        <LinkButton to="/admin/sign-in" state={{ email }} size="md">
          Sign in
        </LinkButton>
      </Stack>
    </Frame>
  );
}

function IncompleteLink({ invited }: { invited: boolean }) {
  return (
    <Frame title="This link is incomplete">
      <Stack>
        <Text>
          Open the link in the email again, or copy the whole link into the address bar.
          {invited && " If that does not help, ask the store's owner for a new invitation."}
        </Text>
        {!invited && <LinkButton to="/admin/forgot-password">Request a new link</LinkButton>}
      </Stack>
    </Frame>
  );
}
