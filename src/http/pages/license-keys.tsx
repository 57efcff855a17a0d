/** @jsxImportSource hono/jsx */
/** The license keys of an ordered product; `script.ts` shows the buttons, without it one click selects a whole key. */
export function LicenseKeys({ keys }: { keys: string[] }) {
  return (
    <div class="keys">
      <h3>{keys.length === 1 ? "License key" : `${keys.length} license keys`}</h3>
      <ul>
        {keys.map((key) => (
          <li class="key" key={key}>
            <code dir="ltr">{key}</code>
            <button type="button" class="copy" hidden>
              <span aria-live="polite">Copy</span>
              <span class="unseen"> license key {key}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
