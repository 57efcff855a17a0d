import "./mantine.css";
import "@mantine/notifications/styles.css";
import "./long-words.css";
import "./look.css";
import "./touch.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "./api/query-client.ts";
import { ignoreClicksThroughDialogs } from "./double-click.ts";
import { Toasts } from "./layout/toasts.tsx";
import { router } from "./routes.tsx";
import { cssVariables, theme } from "./theme.ts";

ignoreClicksThroughDialogs(document);

const queries = createQueryClient();
const root = document.getElementById("root");
if (root) {
  document.getElementById("first-frame")?.remove();
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <ModalsProvider labels={{ confirm: "Yes", cancel: "Cancel" }}>
          <Toasts />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
