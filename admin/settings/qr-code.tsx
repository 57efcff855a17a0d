import { encode } from "uqr";

/** Light modules around the code, which readers need. */
const quiet = 4;

/** A QR code, drawn here: nobody else learns what it says. Dark on light also in the dark, as readers expect. */
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
