import { useSyncExternalStore } from "react";
import type { UploadFile } from "./upload-file.ts";

/** The running uploads. Every screen's frame reads them without loading the uploader. */
export interface Underway {
  /** Uploads that are not stored yet. */
  files: UploadFile[];
  /** Uploads that were stored since the list was last empty. */
  arrived: { count: number; bytes: number };
  /** False from a failed request until the next progress. */
  connected: boolean;
}

const nothing: Underway = { files: [], arrived: { count: 0, bytes: 0 }, connected: true };
let underway = nothing;
const listeners = new Set<() => void>();

export const underwayNow = () => underway;

export function setFiles(files: UploadFile[]): void {
  change(files.length === 0 ? nothing : { ...underway, files, arrived: arrivedWithout(files) });
}

export function setConnected(connected: boolean): void {
  if (underway.files.length > 0 && underway.connected !== connected) change({ ...underway, connected });
}

function change(to: Underway): void {
  underway = to;
  for (const changed of listeners) changed();
}

function arrivedWithout(files: UploadFile[]): Underway["arrived"] {
  const left = new Set(files.map(({ id }) => id));
  const gone = underway.files.filter(({ id, progress }) => !left.has(id) && progress.uploadComplete);
  const { count, bytes } = underway.arrived;
  return { count: count + gone.length, bytes: bytes + gone.reduce((sum, { size }) => sum + (size ?? 0), 0) };
}

export function useUnderway(): Underway {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, underwayNow);
}
