import { type BrandColors, brandColors } from "../../store/accounts/brand-color.ts";
import { fallbackHues } from "../../store/accounts/fallback-color.ts";
import type { Store } from "../../store/accounts/store.ts";

/** Degrees between two hues that pages can have (`hue-N` on the root element); a store's color is rounded to one. */
export const hueStep = 10;

const brandHues = Array.from({ length: 360 / hueStep }, (_, step) => step * hueStep);

const colors = {
  light: `
    --page: #f3f4f6; --card: #ffffff; --ink: #191c20; --quiet: #545b64; --line: #dcdfe4;
    --accent: #2f5a86; --accent-deep: #244769; --on-accent: #ffffff; --wash: #e9eff6; --on-wash: #2a4e73;
    --notice: #fdf3e1; --notice-line: #e8c98d; --notice-ink: #6b4700;`,
  lightTinted: `
    --page: oklch(0.968 calc(0.006 * var(--vivid)) var(--hue)); --ink: oklch(0.22 calc(0.015 * var(--vivid)) var(--hue)); --quiet: oklch(0.46 calc(0.018 * var(--vivid)) var(--hue));
    --line: oklch(0.9 calc(0.01 * var(--vivid)) var(--hue)); --accent: oklch(0.46 calc(0.115 * var(--vivid)) var(--hue)); --accent-deep: oklch(0.39 calc(0.11 * var(--vivid)) var(--hue));
    --wash: oklch(0.945 calc(0.024 * var(--vivid)) var(--hue)); --on-wash: oklch(0.4 calc(0.09 * var(--vivid)) var(--hue));`,
  dark: `
    --page: #14171a; --card: #1d2125; --ink: #eceef0; --quiet: #a9b0b8; --line: #333940;
    --accent: #9cc4ee; --accent-deep: #bcd9f6; --on-accent: #10202f; --wash: #26323e; --on-wash: #b5d2ef;
    --notice: #33270f; --notice-line: #6a5120; --notice-ink: #f3d79b;`,
  darkTinted: `
    --page: oklch(0.19 calc(0.012 * var(--vivid)) var(--hue)); --card: oklch(0.235 calc(0.014 * var(--vivid)) var(--hue)); --ink: oklch(0.945 calc(0.006 * var(--vivid)) var(--hue));
    --quiet: oklch(0.745 calc(0.018 * var(--vivid)) var(--hue)); --line: oklch(0.335 calc(0.018 * var(--vivid)) var(--hue)); --accent: oklch(0.81 calc(0.085 * var(--vivid)) var(--hue));
    --accent-deep: oklch(0.87 calc(0.07 * var(--vivid)) var(--hue)); --on-accent: oklch(0.22 calc(0.04 * var(--vivid)) var(--hue));
    --wash: oklch(0.31 calc(0.035 * var(--vivid)) var(--hue)); --on-wash: oklch(0.86 calc(0.06 * var(--vivid)) var(--hue));`,
};

const theme = `
:root { color-scheme: light dark; --hue: 255; --vivid: 1; ${colors.light}
  --fill: var(--accent); --fill-deep: var(--accent-deep); --on-fill: var(--on-accent); --edge: var(--accent); }
@media (prefers-color-scheme: dark) { :root { ${colors.dark} } }
@supports (color: oklch(0 0 0)) {
  ${fallbackHues.map((hue, tint) => `.tint-${tint} { --hue: ${hue}; }`).join("\n")}
  ${brandHues.map((hue) => `.hue-${hue} { --hue: ${hue}; }`).join("\n")}
  .hue-none { --vivid: 0; }
  :root { ${colors.lightTinted} }
  @media (prefers-color-scheme: dark) { :root { ${colors.darkTinted} } }
}`;

/**
 * The style sheet of all customers' pages. Each color is given once as a plain value and once by the store's
 * own hue (`tint-N` on the root element) at fixed lightness, so that contrast is the same for every store. The dot
 * between the facts about a file is clipped at the start of a line. Our Japanese texts break only at their marks
 * (`i18n/japanese-phrases.ts`). The browser breaks what a store has written. The font is not system-ui, which on Windows
 * in Japanese draws Latin letters with a font for Japanese. A page has one filled button: where all files or orders have
 * one of their own, theirs are quiet.
 */
export const styles = `${theme}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  overflow-wrap: anywhere;
}
:lang(ja) { word-break: keep-all; line-break: strict; }
:lang(ja) :is(bdi, .own, textarea) { word-break: normal; word-break: auto-phrase; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; padding: 0; }
p { text-wrap: pretty; }
ul { list-style: none; }
svg { flex: none; }
a { color: var(--accent); text-underline-offset: 0.2em; }
a:hover { color: var(--accent-deep); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 0.375rem; }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: 1rem; top: -5rem; background: var(--card); padding: 0.75rem 1rem; }
.skip:focus { top: 1rem; z-index: 1; }
.frame { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }

.store { display: flex; align-items: center; min-height: 2.75rem; }
.store-link {
  display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; min-height: 2.75rem;
  min-width: min(100%, 21rem); color: inherit; text-decoration: none;
}
a.store-link:hover .store-name { text-decoration: underline; text-underline-offset: 0.25em; }
.store-name {
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; flex: 1 1 8rem; overflow: hidden;
  font-weight: 600; line-height: 1.3;
}
.mark {
  display: grid; place-items: center; flex: none; width: 2.5rem; height: 2.5rem; border-radius: 0.75rem;
  border: 1px solid var(--edge); background: var(--fill); color: var(--on-fill); font-weight: 650; font-size: 0.9375rem; letter-spacing: 0.02em;
  overflow-wrap: normal;
}

.logo { display: block; width: auto; height: auto; max-width: min(12rem, 70vw); max-height: 3rem; }

.lead { margin: 2.25rem 0 1.5rem; }
.lead h1 { font-size: clamp(1.625rem, 1.35rem + 1.3vw, 2.125rem); line-height: 1.2; letter-spacing: -0.015em; font-weight: 680; text-wrap: balance; }
.lead p { margin-top: 0.5rem; color: var(--quiet); font-size: 1.0625rem; text-wrap: pretty; }
.lead .back { margin: 0 0 0.5rem; }
.back a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.75rem; font-size: 1rem; }

.facts { display: grid; gap: 0.75rem 2rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.order { display: flex; flex-direction: column; }
.order .lead { margin-bottom: 0.5rem; }
.order .facts { margin-top: 1rem; }
.facts dt { color: var(--quiet); font-size: 0.875rem; }
.facts dd { font-weight: 550; text-wrap: balance; }
.facts .aside { display: block; color: var(--quiet); font-weight: 400; font-size: 0.875rem; }

.notice { margin-top: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--notice-line); border-radius: 1rem; background: var(--notice); color: var(--notice-ink); }
.notice[id] { scroll-margin-top: 2rem; }
.notice > p:first-child { margin-top: 0; }
.notice h2 { scroll-margin-top: 2rem; font-size: 1.0625rem; line-height: 1.4; font-weight: 650; text-wrap: balance; }
.notice p { margin-top: 0.25rem; text-wrap: pretty; }
.notice .own, .notice .words, .fine .own { white-space: pre-line; }
.notice a { color: inherit; font-weight: 600; }

.card { margin-top: 1rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.card header { padding: 1.125rem 1.25rem 1rem; }
.card :is(h2, header h3) { font-size: 1.125rem; line-height: 1.35; font-weight: 640; }
.bundle { margin: 1rem -0.4375rem 0; padding: 0.375rem; border: 1px solid transparent; border-radius: 1.375rem; background: var(--wash); }
.bundle > h2 { padding: 0.5rem 1.25rem 0.375rem; color: var(--on-wash); font-size: 1rem; line-height: 1.4; font-weight: 600; text-wrap: balance; }
.bundle > p { padding: 0 1.25rem 0.375rem; color: var(--on-wash); font-size: 0.9375rem; }
.bundle > .card { margin-top: 0.375rem; }
.card header { display: flex; align-items: center; gap: 0.875rem; }
.card header p { margin-top: 0.125rem; color: var(--quiet); font-size: 0.9375rem; }
.card .empty { padding: 0 1.25rem 1.25rem; text-wrap: pretty; }
.card > :is(.unseen + .empty, .empty:first-child) { padding-top: 1.25rem; }
.files + .updates { padding-top: 1.25rem; border-top: 1px solid var(--line); }
.cover { display: grid; place-items: center; color: var(--on-wash); flex: none; width: 4rem; height: 4rem; border-radius: 0.625rem; object-fit: cover; background: var(--wash); outline: 1px solid rgb(128 128 128 / 25%); outline-offset: -1px; }
.covered { display: flex; align-items: center; gap: 1rem; }
.lead .cover { width: 5rem; height: 5rem; }
.keys { padding: 1rem 1.25rem; border-top: 1px solid var(--line); }
.card > :is(.unseen + .keys, .keys:first-child) { border-top: 0; }
.key-count { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; margin-bottom: 0.25rem; }
.keys :is(h3, h4) { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.key { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.key .copy { min-width: 4.75rem; padding-inline: 0.75rem; }
.key + .key { margin-top: 0.375rem; }
.key code {
  flex: 1 1 auto; min-width: 0; padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--wash); color: var(--on-wash);
  font: 0.9375rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; white-space: pre-wrap;
  -webkit-user-select: all; user-select: all;
}
.devices { border-top: 1px solid var(--line); }
.devices li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; padding: 0.875rem 1.25rem; }
.devices li + li { border-top: 1px solid var(--line); }
.devices li > div { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
.card > .notice { margin: 0 1.25rem 1.25rem; }
.copy, .tracks button, .devices button, .forget button {
  flex: none; min-width: 5.5rem; min-height: 2.75rem; padding: 0.375rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem;
  background: none; color: var(--on-wash); font: inherit; font-weight: 600; cursor: pointer; overflow-wrap: normal;
}
:is(.copy, .tracks button)[hidden] { display: none; }
:is(.copy, .tracks button, .devices button, .forget button):hover { border-color: currentColor; }
.files > li { padding: 1rem 1.25rem; border-top: 1px solid var(--line); }
.card > :is(.unseen + .files, .files:first-child) > li:first-child { border-top: 0; }
.file { display: grid; grid-template-columns: 2.75rem minmax(0, 1fr); gap: 0.75rem 0.875rem; align-items: start; }
.kind {
  display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 0.625rem;
  background: var(--wash); color: var(--on-wash); font-size: 0.75rem; font-weight: 680; letter-spacing: 0.02em;
  overflow-wrap: normal;
}
.filename { font-weight: 550; font-size: 1rem; line-height: 1.4; text-wrap: balance; }
.about { display: flex; flex-wrap: wrap; margin: 0.125rem 0 0 -1em; clip-path: inset(0 0 0 1em); color: var(--quiet); font-size: 0.9375rem; }
.about > * { position: relative; padding-left: 1em; }
.about > ::before { content: "·"; position: absolute; left: 0; width: 1em; text-align: center; color: var(--quiet); font-weight: 400; }
.about .gone { color: var(--notice-ink); font-weight: 600; }
.about strong { color: var(--ink); }
.all { display: grid; gap: 0.75rem 1rem; padding: 1.125rem 1.25rem; }
.all p:not(.about) { margin-top: 0.25rem; color: var(--quiet); font-size: 0.9375rem; text-wrap: pretty; }
.update { margin-top: 0.25rem; color: var(--quiet); font-size: 0.9375rem; text-wrap: pretty; }
.update > * { display: block; }
.update .when { color: var(--ink); font-weight: 550; }
.update .own { white-space: pre-line; }
.help { grid-column: 1 / -1; color: var(--quiet); font-size: 0.9375rem; text-wrap: pretty; }

.hint { margin-top: 1rem; padding: 0 1.25rem; color: var(--quiet); font-size: 0.9375rem; text-wrap: pretty; }
.preview { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; grid-column: 1 / -1; }
.preview :is(audio, video, img) { display: block; width: 100%; max-height: 75vh; }
.preview :is(video, img) { border-radius: 0.5rem; object-fit: contain; background: var(--wash); }
.preview .aside { margin-top: 0.25rem; color: var(--quiet); font-size: 0.875rem; }
.player { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; width: 100%; min-width: 0; margin: 0.5rem 0 0; padding: 0; border: 0; }
.player[hidden] { display: none; }
.tracks { display: flex; gap: 0.5rem; }
.tracks button { flex: 0 1 auto; min-width: 0; padding-inline: 0.875rem; font-size: 0.9375rem; line-height: 1.3; text-wrap: balance; }
.player label { color: var(--quiet); font-size: 0.9375rem; }
.player select { min-height: 2.75rem; margin-left: 0.5rem; padding: 0.375rem 0.5rem; border: 1px solid var(--quiet); border-radius: 0.75rem; background: var(--card); color: var(--ink); font: inherit; }
.view { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; }

.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 3rem; padding: 0.5rem 1.25rem;
  border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--fill); color: var(--on-fill); font-weight: 620; text-decoration: none;
  transition: background-color 0.15s, transform 0.15s;
}
.button:hover { background: var(--fill-deep); color: var(--on-fill); }
.all ~ :is(.card, .bundle) .button, .orders .button { border-color: transparent; background: var(--wash); color: var(--on-wash); }
:is(.all ~ :is(.card, .bundle), .orders) .button:hover { border-color: currentColor; }
.button:active { transform: translateY(1px); }
.button:focus-visible { border-radius: 0.75rem; }
.file .button { grid-column: 1 / -1; overflow-wrap: normal; }

.problem { margin-top: 2.25rem; padding: 1.75rem 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.problem .sign { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; background: var(--notice); color: var(--notice-ink); }
.problem .sign + h1 { margin-top: 1rem; }
.problem h1 { font-size: clamp(1.5rem, 1.3rem + 1vw, 1.875rem); line-height: 1.25; letter-spacing: -0.01em; font-weight: 680; text-wrap: balance; }
.problem p { margin-top: 0.5rem; font-size: 1.0625rem; }
.problem h2 { margin-top: 1.5rem; font-size: 1rem; font-weight: 650; }
.problem h2 + p { margin-top: 0.25rem; font-size: 1rem; }

.renewal { margin-top: 0.75rem; }
.problem .renewal { margin-top: 1.5rem; }
.renewal label { display: block; margin-top: 0.75rem; font-weight: 550; }
.renewal textarea {
  display: block; width: 100%; min-height: 5rem; margin-top: 0.375rem; padding: 0.625rem 0.75rem; border: 1px solid var(--quiet); border-radius: 0.75rem;
  background: var(--card); color: var(--ink); font: inherit; resize: vertical;
}
.renewal .button { margin-top: 0.75rem; max-width: 100%; font: inherit; font-weight: 620; text-align: center; text-wrap: balance; cursor: pointer; }
.renewal .aside { font-size: 0.9375rem; }
.problem .renewal .aside { color: var(--quiet); }

.ask label { display: block; margin-top: 1rem; font-weight: 550; }
.ask input {
  display: block; width: 100%; min-height: 3rem; margin-top: 0.375rem; padding: 0.5rem 0.75rem; border: 1px solid var(--quiet); border-radius: 0.75rem;
  background: var(--card); color: var(--ink); font: inherit;
}
.ask .button { margin-top: 0.75rem; font: inherit; font-weight: 620; cursor: pointer; }
.ask .wrong { color: var(--notice-ink); font-weight: 600; }
.search > div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.75rem; }
.search .button { margin-top: 0.375rem; }
.parts { display: grid; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.orders { padding-top: 0.5rem; }
.orders .card { display: grid; gap: 0.75rem 1rem; padding: 1.125rem 1.25rem; }
.orders .button { justify-self: start; }
.orders h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; font-size: 1rem; }
.pages { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 1rem; }

.languages { margin-top: 1.75rem; font-size: 0.875rem; }
.languages ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.languages a, .languages span { display: inline-flex; align-items: center; min-height: 2.75rem; }
.languages span { color: var(--quiet); font-weight: 600; }

.forget { margin-top: 1.75rem; color: var(--quiet); font-size: 0.875rem; }
.forget button { margin: 0.5rem 0.5rem 0 0; }
.fine { margin-top: 1.75rem; color: var(--quiet); font-size: 0.875rem; }
.fine p + p { margin-top: 0.25rem; }
.fine a { color: inherit; }

@media (max-width: 22.49rem) {
  .orders .covered { display: block; }
  .orders .cover { margin-bottom: 0.75rem; }
}
@media (min-width: 40rem) {
  .frame { padding: 2.25rem 1.5rem 4rem; }
  .facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.75rem; }
  .order .lead { order: -2; margin-bottom: 1.5rem; }
  .order .facts { order: -1; margin-top: 0; }
  .all, .orders .card { grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
  .all .button, .orders .button { min-height: 2.75rem; }
  .facts time span { display: block; white-space: nowrap; }
  .key { flex-wrap: nowrap; }
  .file { grid-template-columns: 2.75rem minmax(0, 1fr) auto; align-items: center; gap: 0.5rem 1rem; }
  .file .button { grid-column: auto; min-height: 2.75rem; }
  .file .help, .preview { grid-column: 2 / -1; }
  .problem { padding: 2.5rem; }
}
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { transition: none !important; } }
@media (forced-colors: active) { .button, .mark, .kind { border: 1px solid; } }
@media print { .button, .copy, .renewal, .forget, .languages { display: none; } body { background: none; } }
`;

/** The changes of a store's own color to the style sheet. Null if the store has none. */
export function brandStyles(store: Store | null): string | null {
  if (!store?.brandColor) return null;
  const colors = brandColors(store.brandColor);
  return `:root { ${shown(colors)} --accent: ${colors.textOnLight}; --accent-deep: var(--ink); --edge: ${colors.edgeOnLight}; }
@media (prefers-color-scheme: dark) { :root { --accent: ${colors.textOnDark}; --edge: ${colors.edgeOnDark}; } }`;
}

const shown = ({ fill, fillDeep, onFill }: BrandColors) =>
  `--fill: ${fill}; --fill-deep: ${fillDeep}; --on-fill: ${onFill};`;
