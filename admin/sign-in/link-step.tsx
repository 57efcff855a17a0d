import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type LinkOwner, signInByLink } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { LinkButton } from "../components/links.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { CheckedLink } from "./checked-link.tsx";
import { Frame } from "./frame.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { useEnter } from "./use-enter.ts";

/** Signs in with an emailed link. Only the button uses it up, because mail scanners open links. */
export function LinkStep() {
  const token = useSearchParams()[0].get("token");
  if (!token) return <Incomplete />;
  return (
    <CheckedLink key={token} token={token} kind="sign_in" title="Sign in">
      {(owner) => <LinkForm token={token} owner={owner} />}
    </CheckedLink>
  );
}

interface LinkFormProps {
  token: string;
  /** The link's owner; null if unknown. */
  owner: LinkOwner | null;
}

function LinkForm({ token, owner }: LinkFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEnter();
  const navigate = useNavigate();
  const done = () => enter("/admin");
  const signingIn = useAction({
    mutationFn: () => signInByLink(token),
    onSuccess: (asksForCode: boolean) => (asksForCode ? setNeedsCode(true) : done()),
  });
  if (needsCode) return <SecondFactorStep onDone={done} onBack={() => navigate("/admin/sign-in")} />;
  return (
    <Frame
      title="Sign in"
      words={
        owner && (
          <>
            You are signing in to <b>{owner.accountName}</b> as <b>{readableAddress(owner.email)}</b>.
          </>
        )
      }
    >
      <Stack>
        <FormProblem error={signingIn.error} />
        <Button size="md" loading={signingIn.isPending} onClick={() => signingIn.mutate()}>
          Sign in
        </Button>
        {signingIn.error && (
          <LinkButton to="/admin/email-link" state={{ email: owner?.email }} variant="default">
            Request a new link
          </LinkButton>
        )}
      </Stack>
    </Frame>
  );
}

function Incomplete() {
  return (
    <Frame title="This link is incomplete">
      <Stack>
        <Text>Open the link in the email again, or copy the whole link into the address bar.</Text>
        <LinkButton to="/admin/email-link">Request a new link</LinkButton>
      </Stack>
    </Frame>
  );
}
