import { Button } from "@mantine/core";
import { useSession } from "../api/session.ts";
import { useTestOrder } from "../api/setup.ts";
import { showError } from "./notify.tsx";

/** Makes a test order of the product, whose email goes to the store, and opens its page as the customer sees it. */
export function TryAsCustomer({ sku, again = false }: { sku: string; again?: boolean }) {
  const { data: session } = useSession();
  const testing = useTestOrder();
  if (!session) return null;
  const { name, email } = session.user;
  const start = () => {
    // Opened at once, and empty: browsers block pages that open after a wait.
    const page = window.open("", "_blank");
    const show = ({ download_url }: { download_url: string }) => {
      if (page) page.location.replace(new URL(download_url).pathname);
    };
    const fail = (error: Error) => {
      page?.close();
      showError(error);
    };
    testing.mutate({ sku, email, name }, { onSuccess: show, onError: fail });
  };
  return (
    <Button variant={again ? "default" : "filled"} onClick={start} loading={testing.isPending}>
      Try it as your customer
    </Button>
  );
}
