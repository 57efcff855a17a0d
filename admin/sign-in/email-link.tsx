import { requestSignInLink } from "../api/sign-in.ts";
import { RequestLink } from "./request-link.tsx";

/** Requests a link that signs in without a password. */
export function EmailLink() {
  return (
    <RequestLink
      title="Sign-in link"
      words="Enter your email. We will send you a link that signs you in without your password."
      send={requestSignInLink}
      validity="It works once, for 15 minutes."
    />
  );
}
