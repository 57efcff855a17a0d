import { Box } from "@mantine/core";
import { useRouteError } from "react-router";
import { ErrorNotice } from "../components/error-notice.tsx";

/** Stands where a screen failed to be drawn; the rest of the page goes on. */
export function ScreenError() {
  const error = useRouteError();
  return <ErrorNotice error={error} retry={() => window.location.reload()} />;
}

/** Stands in place of the whole page when its frame failed to be drawn. */
export function PageError() {
  return (
    <Box m="md">
      <ScreenError />
    </Box>
  );
}
