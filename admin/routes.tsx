import { createBrowserRouter } from "react-router";
import { ActivityList } from "./activity/activity-list.tsx";
import { Connections } from "./connections/connections.tsx";
import { CustomerDetail } from "./customers/customer-detail.tsx";
import { CustomerList } from "./customers/customer-list.tsx";
import { DownloadList } from "./downloads/download-list.tsx";
import { EmailDetail, EmailList, Mailbox } from "./emails/lazy-screens.tsx";
import { NotFound } from "./layout/not-found.tsx";
import { PageError, ScreenError } from "./layout/screen-error.tsx";
import { Shell } from "./layout/shell.tsx";
import { OrderDetail, OrderNew } from "./orders/lazy-screens.tsx";
import { OrderList } from "./orders/order-list.tsx";
import { RenewalRequests } from "./orders/renewal-requests.tsx";
import { Overview } from "./overview/overview.tsx";
import { ProductDetail, ProductNew } from "./products/lazy-screens.tsx";
import { ProductList } from "./products/product-list.tsx";
import { Settings } from "./settings/settings.tsx";
import { EmailLink } from "./sign-in/email-link.tsx";
import { ForgotPassword } from "./sign-in/forgot-password.tsx";
import { LinkStep } from "./sign-in/link-step.tsx";
import { ResetPassword } from "./sign-in/reset-password.tsx";
import { SignIn } from "./sign-in/sign-in.tsx";
import { Transfer } from "./transfer/lazy-transfer.tsx";

/**
 * Every screen has its own URL, and most are in the first bundle: browsers remember a failed import for as long as the page
 * is open, so code of the others loads a few seconds after the page (`lazyCode`).
 */
export const router = createBrowserRouter([
  {
    path: "/admin",
    Component: Shell,
    ErrorBoundary: PageError,
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          { index: true, Component: Overview },
          { path: "products", Component: ProductList },
          { path: "products/new", Component: ProductNew },
          { path: "products/:id", Component: ProductDetail },
          { path: "orders", Component: OrderList },
          { path: "new-order", Component: OrderNew },
          { path: "orders/:id", Component: OrderDetail },
          { path: "customers", Component: CustomerList },
          { path: "customers/:email", Component: CustomerDetail },
          { path: "renewals", Component: RenewalRequests },
          { path: "downloads", Component: DownloadList },
          { path: "emails", Component: EmailList },
          { path: "emails/mailbox/:id?", Component: Mailbox },
          { path: "emails/:id", Component: EmailDetail },
          { path: "activity", Component: ActivityList },
          { path: "connections/*", Component: Connections },
          { path: "transfer", Component: Transfer },
          { path: "settings/*", Component: Settings },
          { path: "*", Component: NotFound },
        ],
      },
    ],
  },
  { path: "/admin/sign-in", Component: SignIn },
  { path: "/admin/sign-in-link", Component: LinkStep },
  { path: "/admin/email-link", Component: EmailLink },
  { path: "/admin/forgot-password", Component: ForgotPassword },
  { path: "/admin/reset-password", Component: ResetPassword },
]);
