import { type ComponentType, useEffect, useState } from "react";
import { isReachable, Unreachable } from "../api/request.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Loading } from "./loading.tsx";

/** Loads the code of a screen. */
export type LoadScreen = () => Promise<{ Component: ComponentType }>;

/** Stands for a screen whose code did not arrive: says why, and loads it again once the service is back. */
export function LateScreen({ load }: { load: LoadScreen }) {
  const [loaded, setLoaded] = useState<{ Component: ComponentType } | Error | null>(null);
  const tryAgain = async () => {
    const outdated = new Error("This page is older than the service. It has to be loaded anew.");
    setLoaded((await isReachable()) ? await load().catch(() => outdated) : new Unreachable());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened.
  useEffect(() => void tryAgain(), []);
  if (loaded === null) return <Loading />;
  if (loaded instanceof Unreachable) return <ErrorNotice error={loaded} retry={tryAgain} />;
  if (loaded instanceof Error) return <ErrorNotice error={loaded} retry={() => window.location.reload()} />;
  return <loaded.Component />;
}
