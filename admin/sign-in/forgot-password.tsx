import { requestPasswordReset } from "../api/sign-in.ts";
import { RequestLink } from "./request-link.tsx";

/** Requests a link to set a new password. */
export function ForgotPassword() {
  return (
    <RequestLink
      title="New password"
      words="Enter your email. We will send you a link to set a new password."
      send={requestPasswordReset}
      validity="It works once, for one hour."
    />
  );
}
