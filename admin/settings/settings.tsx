import { Box, Flex } from "@mantine/core";
import { Navigate, useParams } from "react-router";
import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";
import { NotFound } from "./not-found.tsx";
import { pages, type SettingsPage } from "./pages.ts";
import { SettingsNavigation } from "./settings-navigation.tsx";

/** Loaded separately: most visits change no settings. */
const screensCode = lazyCode(() => import("./screens.ts"));

/** The settings pages with their navigation. Each has its own URL. */
export function Settings() {
  const name = useParams()["*"] ?? "";
  if (name === "") return <Navigate to="/admin/settings/general" replace />;
  // Some pages have screens of their own below them.
  const page = pages.find((one) => one.name === name.split("/")[0]);
  return (
    <Flex direction={{ base: "column", md: "row" }} gap={{ base: "md", md: "xl" }} align="stretch">
      <SettingsNavigation current={page?.name ?? name} />
      <Box flex={1} miw={0} maw={page && "wide" in page ? undefined : 720}>
        {page ? <Page key={page.name} name={page.name} /> : <NotFound />}
      </Box>
    </Flex>
  );
}

function Page({ name }: { name: SettingsPage }) {
  return (
    <Lazy loaded={screensCode}>
      {({ screens }) => {
        const Screen = screens[name];
        return <Screen />;
      }}
    </Lazy>
  );
}
