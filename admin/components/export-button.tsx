import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { startExport } from "../api/exports.ts";
import { useAction } from "../api/use-action.ts";
import { showError } from "./notify.tsx";

/** Downloads the list at an `exportAddress`, or shows why it cannot. */
export function ExportButton({ address, ...props }: { address: string; children: ReactNode } & ButtonProps) {
  const saving = useAction({ mutationFn: startExport, onError: showError });
  if (props.disabled) return <Button {...props} />;
  return (
    <Button
      component="a"
      href={address}
      onClick={(event) => {
        event.preventDefault();
        saving.mutate(address);
      }}
      {...props}
    />
  );
}
