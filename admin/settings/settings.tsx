import { Box, Flex } from "@mantine/core";
import { Navigate, useLocation, useParams } from "react-router";
import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";
import { NotFound } from "./not-found.tsx";
import { pages, renamed, type SettingsPage } from "./pages.ts";
import { SettingsNavigation } from "./settings-navigation.tsx";

/** Loaded separately: most visits change no settings. */
const screensCode = lazyCode(() => import("./screens.ts"));

/** The settings pages with their navigation. Each has its own URL. */
export function Settings() {
  const path = useParams()["*"] ?? "";
  const { search } = useLocation();
  if (path === "") return <Navigate to="/admin/settings/store" replace />;
  // Some pages have screens of their own below them.
  const [name = "", ...below] = path.split("/");
  const now = renamed[name];
  if (now) return <Navigate to={`/admin/settings/${[now, ...below].join("/")}${search}`} replace />;
  const page = pages.find((one) => one.name === name);
  return (
    <Flex direction={{ base: "column", md: "row" }} gap={{ base: "md", md: "xl" }} align="stretch">
      <SettingsNavigation current={name} />
      <Box flex={1} miw={0} maw={page?.wide ? undefined : 720}>
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
