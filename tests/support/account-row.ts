import { instant } from "../../src/platform/instants.ts";
/** A row of `accounts` for tests that need any row with a unique text: the handle. */
export function accountRow(handle: string) {
  return {
    handle,
    name: "",
    email: "",
    billing_email: "",
    ecommerce_address: "",
    payment_address: "",
    plan: "unlimited",
    api_key: handle,
    api_token_hash: "",
    api_token_encrypted: "",
    next_order_number: 10_000_001,
    created_at: instant(0),
  };
}
