import { useSyncExternalStore } from "react";
import type { UploadFile } from "./upload-file.ts";

/** What is on its way to the service; the frame of every screen reads it, without what uploads need to be sent. */
export interface Underway {
  /** Those that are not files of their products yet. */
  files: UploadFile[];
  /** Those that have become one since nothing was on its way. */
  arrived: { count: number; bytes: number };
  /** False from when something could not be sent until something has been. */
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
