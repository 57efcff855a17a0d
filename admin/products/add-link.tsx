import { Button } from "@mantine/core";
import { useState } from "react";
import { UrlForm } from "./url-form.tsx";

/** Asks for a link to another site and adds it to the product. */
export function AddLink({ product }: { product: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Add link{" "}
      </Button>
      {isOpen && <UrlForm product={product} url={null} onClose={() => setOpen(false)} />}
    </>
  );
}
