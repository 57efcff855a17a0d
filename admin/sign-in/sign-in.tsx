import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useKnownSession } from "../api/session.ts";
import type { LinkOwner } from "../api/sign-in.ts";
import { CheckedLink } from "./checked-link.tsx";
import { nextAddress } from "./next-address.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { useEnter } from "./use-enter.ts";

/** Signs a person in, then opens the screen they wanted. */
export function SignIn() {
  const invitation = useSearchParams()[0].get("invitation");
  if (invitation === null) return <SigningIn invited={null} />;
  return (
    <CheckedLink key={invitation} token={invitation} kind="invitation" title="Accept the invitation">
      {(owner) => <SigningIn invited={owner} />}
    </CheckedLink>
  );
}

function SigningIn({ invited }: { invited: LinkOwner | null }) {
  const [search] = useSearchParams();
  const [step, setStep] = useState<"password" | "second-factor">("password");
  const enter = useEnter();
  const { data: session, isError } = useKnownSession();
  const next = nextAddress(search.get("next"));

  // Redirects signed-in people, unless somebody else may be invited.
  if (session && !isError && !search.has("invitation")) return <Navigate to={next} replace />;
  const done = () => enter(next);
  if (step === "second-factor") return <SecondFactorStep onDone={done} onBack={() => setStep("password")} />;
  return <PasswordStep invited={invited} onDone={(needsCode) => (needsCode ? setStep("second-factor") : done())} />;
}
