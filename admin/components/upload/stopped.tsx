import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { readUpload } from "../../api/files.ts";
import { ApiProblem } from "../../api/request.ts";

/** Milliseconds without a new byte after which nobody sends an upload. */
const standstill = 2_000;

/** What the uploader's library keeps in the browser of an upload that has not ended. */
interface Kept {
  uploadUrl?: string | null;
  metadata?: Record<string, string>;
}

interface StoppedUpload {
  address: string;
  name: string;
  /** From 0 to 100; null while bytes still arrive, or while the service does not say. */
  percent: number | null;
}

/** Uploads of a product that ended with their tab, and how to go on. `running` names those of this tab. */
export function StoppedUploads({ product, running }: { product: number; running: string[] }) {
  const { data = [] } = useQuery({
    // Asked again when the running ones change: one of them may have gone on from here.
    queryKey: ["uploads", "stopped", product, ...running],
    queryFn: () => findStopped(product),
    staleTime: 0,
    // What was sent before the page was left may arrive only now.
    refetchInterval: ({ state }) => (state.data?.some(({ percent }) => percent === null) ? standstill : false),
  });
  const stopped = data.filter(({ name, percent }) => percent !== null && !running.includes(name));
  if (stopped.length === 0) return null;
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: "none" }} aria-label="Stopped uploads">
      {stopped.map(({ address, name, percent }) => (
        <Text key={address} component="li" size="sm" style={{ overflowWrap: "anywhere" }}>
          {name} stopped at {percent} %: choose it again.
        </Text>
      ))}
    </Stack>
  );
}

async function findStopped(product: number): Promise<StoppedUpload[]> {
  const found = await Promise.all(keptUploads(product).map(stoppedOf));
  return found.filter((upload) => upload !== null);
}

function keptUploads(product: number): { address: string; name: string }[] {
  const values = Object.entries(localStorage).filter(([key]) => key.startsWith("tus::"));
  return values.flatMap(([, value]) => {
    const { uploadUrl, metadata } = readKept(value);
    const isOf = metadata?.product_id === String(product) && !metadata.version_of;
    return isOf && uploadUrl && metadata.name ? [{ address: uploadUrl, name: metadata.name }] : [];
  });
}

function readKept(value: string): Kept {
  try {
    return JSON.parse(value) ?? {};
  } catch {
    return {};
  }
}

/** Null if the service has all of it or knows it no more. */
async function stoppedOf({ address, name }: { address: string; name: string }): Promise<StoppedUpload | null> {
  try {
    const before = await readUpload(address);
    if (before.offset === before.size_bytes) return null;
    await new Promise((resolve) => setTimeout(resolve, standstill));
    const { offset, size_bytes: size } = await readUpload(address);
    const percent = size && offset === before.offset ? Math.floor((100 * offset) / size) : null;
    return { address, name, percent };
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.status < 500;
    return isGone ? null : { address, name, percent: null };
  }
}
