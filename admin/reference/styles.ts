/** The colors of the administration area, for the library's variables. Each text has a contrast of at least 4.5. */
export const styles = `
.light-mode {
  color-scheme: light;
  --scalar-color-1: #1a1d21; --scalar-color-2: #4d555e; --scalar-color-3: #59616b; --scalar-color-accent: #1d5fa8;
  --scalar-background-1: #ffffff; --scalar-background-2: #f4f6f8; --scalar-background-3: #e9edf0; --scalar-background-accent: #1d5fa81a;
  --scalar-border-color: #d9dde2;
  --scalar-color-green: #246427; --scalar-color-red: #a8322c; --scalar-color-yellow: #7a4a00; --scalar-color-blue: #1c5f8f;
  --scalar-color-orange: #8a4300; --scalar-color-purple: #5b4a9c;
  --scalar-button-1: #1a1d21; --scalar-button-1-hover: #33383e; --scalar-button-1-color: #ffffff;
}
.dark-mode {
  color-scheme: dark;
  --scalar-color-1: #e8ebee; --scalar-color-2: #b4bcc5; --scalar-color-3: #a2abb5; --scalar-color-accent: #8dbdf2;
  --scalar-background-1: #14171b; --scalar-background-2: #1d2126; --scalar-background-3: #272c33; --scalar-background-accent: #8dbdf21f;
  --scalar-border-color: #353c45;
  --scalar-color-green: #8bcf8e; --scalar-color-red: #f4a39e; --scalar-color-yellow: #e5b567; --scalar-color-blue: #7fbce8;
  --scalar-color-orange: #efb07a; --scalar-color-purple: #c0b2f7;
  --scalar-button-1: #e8ebee; --scalar-button-1-hover: #ffffff; --scalar-button-1-color: #14171b;
}
.light-mode .sidebar, .dark-mode .sidebar {
  --scalar-sidebar-background-1: var(--scalar-background-1); --scalar-sidebar-color-1: var(--scalar-color-1);
  --scalar-sidebar-color-2: var(--scalar-color-2); --scalar-sidebar-border-color: var(--scalar-border-color);
  --scalar-sidebar-item-hover-background: var(--scalar-background-2); --scalar-sidebar-item-active-background: var(--scalar-background-3);
  --scalar-sidebar-color-active: var(--scalar-color-1); --scalar-sidebar-search-background: var(--scalar-background-2);
  --scalar-sidebar-search-color: var(--scalar-color-2); --scalar-sidebar-search-border-color: var(--scalar-border-color);
}
:root { --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
/* All statuses of an operation can be seen: by itself the library hides the last ones behind the copy button. */
.scalar-card-header-tabs .scalar-card-header-title { overflow: visible; white-space: normal; }
.scalar-card-header-tabs .tab-list { flex-wrap: wrap; row-gap: 10px; height: auto; overflow: visible; }
`;
