import { Progress, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useProductRefresh } from "../api/products.ts";
import { number } from "../components/format.ts";
import { type Underway, useUnderway } from "../components/upload/underway.ts";
import { stateColors, stateOf } from "../components/upload/upload-words.ts";

/** Upload progress in the header. Links to the product of the first failed upload, else of the first one. */
export function UploadProgress() {
  const underway = useUnderway();
  useRefreshAtEnds(underway.files.length);
  const { state, words, file } = summaryOf(underway);
  const percent = percentOf(underway);
  return (
    <>
      {/* Announced at every quarter, not at every step. */}
      <VisuallyHidden role="status">{file && `${words}, ${25 * Math.floor(percent / 25)}%`}</VisuallyHidden>
      {file && (
        <UnstyledButton
          component={Link}
          to={`/admin/products/${file.meta.product_id}?tab=files`}
          style={{ flexShrink: 0 }}
        >
          <Text fz={{ base: "xs", sm: "sm" }} mb={4}>
            {words}, {percent}%
          </Text>
          <Progress value={percent} color={stateColors[state]} size="xs" aria-hidden />
        </UnstyledButton>
      )}
    </>
  );
}

function summaryOf({ files, arrived, connected }: Underway) {
  const states = files.map((file) => stateOf(file, connected));
  const all = files.length + arrived.count;
  const count = all === 1 ? "1 file" : `${number(all)} files`;
  const failed = states.filter((state) => state === "failed").length;
  if (failed > 0) {
    const file = files[states.indexOf("failed")];
    return { state: "failed", words: `Stopped: ${number(failed)} of ${count}`, file } as const;
  }
  const [file] = files;
  if (states.includes("lost")) return { state: "lost", words: `Connection lost: ${count}`, file } as const;
  if (states.every((state) => state === "paused")) return { state: "paused", words: `Paused: ${count}`, file } as const;
  if (states.every((state) => state === "storing"))
    return { state: "storing", words: `Storing ${count}`, file } as const;
  return { state: "sending", words: `Uploading ${count}`, file } as const;
}

/** From 0 to 100, of all uploads since the list was last empty. */
function percentOf({ files, arrived }: Underway): number {
  const sizes = files.reduce((sum, { size }) => sum + (size ?? 0), arrived.bytes);
  const sent = files.reduce((sum, { progress }) => sum + Number(progress.bytesUploaded), arrived.bytes);
  return sizes === 0 ? 0 : Math.min(100, Math.floor((100 * sent) / sizes));
}

/** Refetches products whenever an upload finishes, on any screen. */
function useRefreshAtEnds(count: number): void {
  const refresh = useProductRefresh();
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current) void refresh();
    before.current = count;
  }, [count, refresh]);
}
