import { encode } from "uqr";

/** Width of the quiet zone that scanners need, in modules. */
const quiet = 4;

/** A QR code, drawn locally because it contains a secret. Dark on light in both color schemes, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quiet });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
      style={{ background: "#fff", borderRadius: "var(--mantine-radius-md)" }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
