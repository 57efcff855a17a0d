import { heapStats } from "bun:jsc";
import { writeFileSync } from "node:fs";

// A server that loads this file collects garbage and writes what is left in its heap to the file that FAULT_HEAP names, each
// time it gets SIGUSR2.

const { FAULT_HEAP } = process.env;
if (FAULT_HEAP && Bun.isMainThread) {
  // Processes that it starts have no file to write to.
  delete process.env.FAULT_HEAP;
  process.on("SIGUSR2", () => {
    Bun.gc(true);
    const { heapSize, objectCount, objectTypeCounts } = heapStats();
    writeFileSync(FAULT_HEAP, JSON.stringify({ heapSize, objectCount, objectTypeCounts }));
  });
}
