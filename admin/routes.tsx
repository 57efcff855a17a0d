import { createBrowserRouter } from "react-router";
import { LateScreen, type LoadScreen } from "./layout/late-screen.tsx";
import { Loading } from "./layout/loading.tsx";
import { PageError, ScreenError } from "./layout/screen-error.tsx";
import { Shell } from "./layout/shell.tsx";

/** A screen that is loaded when it is first opened; each screen's file exports it as `Component`. Bare ones have no shell. */
const screen = (load: LoadScreen, isBare = false) => ({
  // The router would keep a failure for good.
  lazy: () => load().catch(() => ({ element: <LateScreen load={load} isBare={isBare} /> })),
  HydrateFallback: Loading,
});

/** Every screen has an address of its own. */
export const router = createBrowserRouter([
  {
    path: "/admin",
    Component: Shell,
    ErrorBoundary: PageError,
    HydrateFallback: Loading,
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          { index: true, ...screen(() => import("./overview/overview.tsx")) },
          { path: "products", ...screen(() => import("./products/product-list.tsx")) },
          { path: "products/new", ...screen(() => import("./products/product-new.tsx")) },
          { path: "products/:id", ...screen(() => import("./products/product-detail.tsx")) },
          { path: "orders", ...screen(() => import("./orders/order-list.tsx")) },
          { path: "orders/new", ...screen(() => import("./orders/order-new.tsx")) },
          { path: "orders/:id", ...screen(() => import("./orders/order-detail.tsx")) },
          { path: "renewals", ...screen(() => import("./orders/renewal-requests.tsx")) },
          { path: "downloads", ...screen(() => import("./downloads/download-list.tsx")) },
          { path: "emails", ...screen(() => import("./emails/email-list.tsx")) },
          { path: "emails/mailbox/:id?", ...screen(() => import("./emails/mailbox.tsx")) },
          { path: "emails/:id", ...screen(() => import("./emails/email-detail.tsx")) },
          { path: "transfer", ...screen(() => import("./transfer/transfer.tsx")) },
          { path: "settings/*", ...screen(() => import("./settings/settings.tsx")) },
          { path: "*", ...screen(() => import("./layout/not-found.tsx")) },
        ],
      },
    ],
  },
  { path: "/admin/sign-in", ...screen(() => import("./sign-in/sign-in.tsx"), true) },
  { path: "/admin/forgot-password", ...screen(() => import("./sign-in/forgot-password.tsx"), true) },
  { path: "/admin/reset-password", ...screen(() => import("./sign-in/reset-password.tsx"), true) },
]);
