import { Button } from "@mantine/core";
import { useState } from "react";
import { UrlForm } from "./url-form.tsx";

/** A button and dialog to add a link to another site. */
export function AddLink({ product }: { product: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Add link…{" "}
      </Button>
      {isOpen && <UrlForm product={product} url={null} onClose={() => setOpen(false)} />}
    </>
  );
}
