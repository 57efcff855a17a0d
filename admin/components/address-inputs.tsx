import { TextInput, type TextInputProps } from "@mantine/core";
import type { ChangeEvent, SyntheticEvent } from "react";

/**
 * A field for an email address. It has no `type="email"`: there, browsers give a domain such as `bücher.example` as `xn--bcher-kva.example`,
 * and what people typed could not be shown again.
 */
export const EmailInput = (props: TextInputProps) => (
  <TextInput inputMode="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} />
);

/** A field for a web address. `https://` appears in it where people leave it out, as soon as they go on. */
export function UrlInput({ onChange, onBlur, onKeyDown, ...props }: TextInputProps) {
  const complete = (event: SyntheticEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const whole = withScheme(field.value);
    if (whole === field.value) return;
    field.value = whole;
    onChange?.(event as ChangeEvent<HTMLInputElement>);
  };
  return (
    <TextInput
      type="url"
      {...props}
      onChange={onChange}
      onBlur={(event) => {
        complete(event);
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // Enter sends the form before the field is left.
        if (event.key === "Enter" && !event.nativeEvent.isComposing) complete(event);
        onKeyDown?.(event);
      }}
    />
  );
}

/** Begins with a host that has a dot, such as `example.com/maps`, and not with a scheme. */
const hostFirst = /^[^\s/:?#@.]+(\.[^\s/:?#@.]+)+(:\d+)?([/?#]|$)/;

function withScheme(text: string): string {
  const address = text.trim();
  return hostFirst.test(address) ? `https://${address}` : text;
}
