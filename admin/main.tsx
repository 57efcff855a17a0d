import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { ApiProblem } from "./api/request.ts";
import { router } from "./routes.tsx";
import { cssVariables, theme } from "./theme.ts";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A service on this machine or in this house is there without the internet; one that is not there is said to be so.
      networkMode: "always",
      // What the service has refused it will refuse again; only what did not reach it is worth another try.
      retry: (count, error) => !(error instanceof ApiProblem && error.status < 500) && count < 2,
    },
    mutations: { networkMode: "always" },
  },
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <ModalsProvider labels={{ confirm: "Yes", cancel: "Cancel" }}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
