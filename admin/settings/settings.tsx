import { Box, Flex } from "@mantine/core";
import { Navigate, useParams } from "react-router";
import { NotFound } from "./not-found.tsx";
import { pages } from "./pages.ts";
import { SettingsNavigation } from "./settings-navigation.tsx";

/** The settings pages with their navigation. Each has its own URL. */
export function Settings() {
  const name = useParams()["*"] ?? "";
  if (name === "") return <Navigate to="/admin/settings/general" replace />;
  // Some pages have screens of their own below them.
  const page = pages.find((one) => one.name === name.split("/")[0]);
  return (
    <Flex direction={{ base: "column", md: "row" }} gap={{ base: "md", md: "xl" }} align="stretch">
      <SettingsNavigation current={page?.name ?? name} />
      <Box flex={1} miw={0} maw={page?.wide ? undefined : 720}>
        {page ? <page.Page key={page.name} /> : <NotFound />}
      </Box>
    </Flex>
  );
}
