import { readFileSync, statSync } from "node:fs";

/** How many descriptors this process may open; infinite on systems that do not say. */
export function descriptorLimit(): number {
  try {
    // The runtime has raised the soft limit to the hard one by now.
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Needs no descriptor itself. Returns 0 if the size of the folder is not the number of its entries. */
export function openDescriptors(): number {
  return statSync("/proc/self/fd", { throwIfNoEntry: false })?.size ?? 0;
}
