import { Box } from "@mantine/core";
import { type ComponentType, useEffect, useState } from "react";
import { isReachable, Unreachable } from "../api/request.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Loading } from "./loading.tsx";

/** Loads the code of a screen. */
export type LoadScreen = () => Promise<{ Component: ComponentType }>;

interface LateScreenProps {
  load: LoadScreen;
  /** Whether the window's edge is around it, and not the padding of the shell. */
  isBare: boolean;
}

/** Stands for a screen whose code did not arrive: says why, and loads it again once the service is back. */
export function LateScreen({ load, isBare }: LateScreenProps) {
  const [loaded, setLoaded] = useState<{ Component: ComponentType } | Error | null>(null);
  const tryAgain = async () => {
    const outdated = new Error("This page is older than the service. It has to be loaded anew.");
    setLoaded((await isReachable()) ? await load().catch(() => outdated) : new Unreachable());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened.
  useEffect(() => void tryAgain(), []);
  if (loaded && !(loaded instanceof Error)) return <loaded.Component />;
  const retry = loaded instanceof Unreachable ? tryAgain : () => window.location.reload();
  return <Box m={isBare ? "md" : 0}>{loaded ? <ErrorNotice error={loaded} retry={retry} /> : <Loading />}</Box>;
}
