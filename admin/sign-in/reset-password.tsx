import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useDeed } from "../api/deed.ts";
import { acceptInvitation, resetPassword } from "../api/sign-in.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { LinkButton } from "../components/links.tsx";
import { NewPasswordField, newPasswordProblem } from "../components/new-password-field.tsx";
import { CheckedLink } from "./checked-link.tsx";
import { Frame } from "./frame.tsx";

/** Sets a password with the link of an email: a new one, or the first one of an invited person. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get("token");
  const invited = search.get("invitation") === "1";
  if (!token || search.has("error")) return <Useless invited={invited} />;
  return (
    <CheckedLink key={search.toString()} token={token} invitation={invited} title={titleFor(invited)}>
      <PasswordForm token={token} invited={invited} />
    </CheckedLink>
  );
}

const titleFor = (invited: boolean) => (invited ? "Welcome" : "New password");

function PasswordForm({ token, invited }: { token: string; invited: boolean }) {
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const setting = useDeed({
    mutationFn: (text: string) => (invited ? acceptInvitation : resetPassword)(token, text),
  });
  const problem = newPasswordProblem(password);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!problem) setting.mutate(password);
  };
  if (setting.isSuccess) return <Done invited={invited} />;
  return (
    <Frame
      title={titleFor(invited)}
      words={invited ? "Choose a password to sign in with." : "Choose the password to sign in with from now on."}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormProblem error={setting.error} />
          <NewPasswordField value={password} onChange={setPassword} error={asked ? problem : null} autoFocus />
          <Button type="submit" size="md" loading={setting.isPending}>
            Set the password
          </Button>
          {setting.error && <WayOut token={invited ? token : null} />}
        </Stack>
      </form>
    </Frame>
  );
}

/** Another way when the password was not taken; `token` is an invitation's. */
function WayOut({ token }: { token: string | null }) {
  if (token === null) {
    return (
      <LinkButton to="/admin/forgot-password" variant="default">
        Ask for a new link
      </LinkButton>
    );
  }
  return (
    <LinkButton to={`/admin/sign-in?invitation=${encodeURIComponent(token)}`} variant="default">
      Accept by signing in
    </LinkButton>
  );
}

function Done({ invited }: { invited: boolean }) {
  return (
    <Frame title="Your password is set">
      <Stack>
        <Text role="status">
          {invited ? "Sign in with your email and this password." : "You were signed out everywhere. Sign in anew."}
        </Text>
        <LinkButton to="/admin/sign-in" size="md">
          Sign in
        </LinkButton>
      </Stack>
    </Frame>
  );
}

function Useless({ invited }: { invited: boolean }) {
  return (
    <Frame title="This link is not whole">
      <Stack>
        <Text>
          Open the link in the email again, or copy all of it into the address bar.
          {invited && " If that does not help, ask the store's owner for a new invitation."}
        </Text>
        {!invited && <LinkButton to="/admin/forgot-password">Ask for a new link</LinkButton>}
      </Stack>
    </Frame>
  );
}
