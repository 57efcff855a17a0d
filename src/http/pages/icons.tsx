/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from "hono/jsx";

/** A line drawing, `size` pixels wide and high. Hidden from screen readers: the text beside it says the same. */
function Sign({ size, stroke = "2.25", children }: PropsWithChildren<{ size: number; stroke?: string }>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={stroke}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export function DownloadSign() {
  return (
    <Sign size={18}>
      <path d="M12 3v12m0 0 5-5m-5 5-5-5M4 20h16" stroke-linecap="round" stroke-linejoin="round" />
    </Sign>
  );
}

export function FileSign() {
  return (
    <Sign size={20} stroke="2">
      <path d="M14 3H6v18h12V7zM14 3v4h4" stroke-linejoin="round" />
    </Sign>
  );
}

export function OpenSign({ size }: { size: number }) {
  return (
    <Sign size={size}>
      <path d="M14 4h6v6m0-6-9 9M18 14v6H4V6h6" stroke-linecap="round" stroke-linejoin="round" />
    </Sign>
  );
}

export function ProblemSign() {
  return (
    <Sign size={24}>
      <path d="M12 7v6m0 4v.01" stroke-linecap="round" />
      <circle cx="12" cy="12" r="9.5" stroke-width="1.75" />
    </Sign>
  );
}
