import { Box } from "@mantine/core";
import { useRouteError } from "react-router";
import { ErrorNotice } from "../components/error-notice.tsx";

/** Shown instead of a screen that failed to render. */
export function ScreenError() {
  const error = useRouteError();
  return <ErrorNotice error={error} retry={() => window.location.reload()} />;
}

/** Shown instead of the whole page when its frame failed to render. */
export function PageError() {
  return (
    <Box m="md">
      <ScreenError />
    </Box>
  );
}
