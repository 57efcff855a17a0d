import { type ComponentProps, useState } from "react";

/** Mantine sets it while the button's action runs. */
type SteadyButtonProps = ComponentProps<"button"> & { "data-loading"?: boolean };

/** A button that keeps the focus while disabled. A natively disabled button would lose it. */
export function SteadyButton({ disabled, onClick, type = "button", ...props }: SteadyButtonProps) {
  const [focused, setFocused] = useState(false);
  const isHeld = disabled && (focused || props["data-loading"]);
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isHeld}
      aria-disabled={isHeld || undefined}
      onClick={isHeld ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setFocused(true);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        props.onBlur?.(event);
      }}
    />
  );
}
