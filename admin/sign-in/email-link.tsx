import { requestSignInLink } from "../api/sign-in.ts";
import { RequestLink } from "./request-link.tsx";

/** Has a link sent that signs in without the password. */
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
