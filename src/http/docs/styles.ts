/** The style sheet of the reference page. */
export const styles = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1a1d21; --quiet: #59616b; --line: #e2e5e9; --accent: #1d5fa8; --wash: #f4f6f8;
  --code: #171b21; --code-ink: #e4e8ee; --code-quiet: #9ba6b3; --code-line: #2b323c;
  --get: #1c5f8f; --post: #2c6b2f; --put: #8a5300; --delete: #a8322c; --other: #5b4a9c; --required: #a8322c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --ink: #e8ebee; --quiet: #a2abb5; --line: #2c3238; --accent: #8dbdf2; --wash: #1d2126;
    --code: #0c0e11; --code-line: #262c33;
    --get: #7fbce8; --post: #8bcf8e; --put: #e5b567; --delete: #f0948e; --other: #b9a9f5; --required: #f0948e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
h1, h2, h3, h4, p, ul, dl, dd, figure, pre { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
code, pre, .method, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
.skip { position: absolute; left: 1rem; top: -5rem; background: var(--page); padding: 0.75rem 1rem; }
.skip:focus { top: 1rem; z-index: 1; }

.frame { max-width: 90rem; margin: 0 auto; }
nav .rail { display: none; }
nav .menu { border-bottom: 1px solid var(--line); }
nav summary { padding: 0.875rem 1rem; font-weight: 600; cursor: pointer; }
nav .menu > :not(summary) { padding: 0 1rem; }
nav p { margin-top: 1.25rem; font-weight: 600; font-size: 0.9375rem; }
nav .title { font-size: 1.0625rem; }
nav ul { margin: 0.375rem 0 1rem; }
nav a { display: block; padding: 0.375rem 0; color: inherit; text-decoration: none; overflow-wrap: break-word; }
nav li a { display: flex; gap: 0.5rem; align-items: baseline; color: var(--quiet); font-size: 0.875rem; }
nav a:hover { color: var(--accent); }
nav .path { min-width: 0; }
nav .method { flex: none; width: 4.25em; font-size: 0.6875rem; }

main { padding: 1.5rem 1rem 4rem; min-width: 0; }
h1 { font-size: clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem); line-height: 1.2; letter-spacing: -0.015em; }
h2 { margin-top: 4rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
h3 { font-size: 1.125rem; line-height: 1.35; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin-top: 1.25rem; font-size: 0.875rem; }
.lead { margin-top: 0.25rem; color: var(--quiet); }
.told { min-width: 0; }
.told > p { margin-top: 0.625rem; text-wrap: pretty; max-width: 42rem; }
.told :not(pre) > code { overflow-wrap: anywhere; }
.operation { padding: 2rem 0; border-bottom: 1px solid var(--line); }
.operation.intro { padding-top: 0; }
.method { font-weight: 700; letter-spacing: 0.02em; color: var(--other); }
.method.get { color: var(--get); }
.method.post { color: var(--post); }
.method.put, .method.patch { color: var(--put); }
.method.delete { color: var(--delete); }

.fields { margin-top: 0.375rem; }
.fields > div { padding: 0.5rem 0; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; }
.name { font-weight: 650; }
.type { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.required { margin-left: 0.5em; color: var(--required); font-size: 0.8125rem; font-weight: 600; }
.fields dd { font-size: 0.9375rem; text-wrap: pretty; max-width: 42rem; }
.limits { color: var(--quiet); }
.answers { margin-top: 0.375rem; font-size: 0.9375rem; }
.answers > div { display: grid; grid-template-columns: 3rem minmax(0, 1fr); padding: 0.125rem 0; }
.answers dt { color: var(--quiet); font-variant-numeric: tabular-nums; font-weight: 600; }
.answers dt.good { color: var(--post); }

.samples { margin-top: 1.5rem; min-width: 0; }
.code { border-radius: 0.625rem; background: var(--code); color: var(--code-ink); border: 1px solid var(--code-line); overflow: hidden; }
.code + .code { margin-top: 0.875rem; }
.code figcaption { padding: 0.5rem 0.875rem; border-bottom: 1px solid var(--code-line); color: var(--code-quiet); font-size: 0.8125rem; }
.code pre { padding: 0.75rem 0.875rem; overflow: auto; max-height: 30rem; font-size: 0.9375rem; line-height: 1.5; tab-size: 2; }
.code pre:focus-visible { outline-offset: -3px; }

@media (min-width: 62rem) {
  .frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav .menu { display: none; }
  nav .rail { display: block; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem 1.5rem; border-right: 1px solid var(--line); }
  main { padding: 2.25rem 2rem 6rem 2.5rem; }
}
@media (min-width: 76rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .samples { margin-top: 0; position: sticky; top: 1rem; }
}
@media (prefers-contrast: more) { :root { --quiet: var(--ink); } }
@media print { nav { display: none; } .code pre { max-height: none; white-space: pre-wrap; } }
`;
