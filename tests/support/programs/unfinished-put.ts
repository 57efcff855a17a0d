import { openDiskStore } from "../../../src/platform/files/disk.ts";

// Puts bytes without end into the disk store in the folder given; says when it has begun, and why it stopped.
const store = await openDiskStore(process.argv[2] ?? "");
let pulled = 0;
const content = new ReadableStream<Uint8Array>({
  pull(controller) {
    controller.enqueue(new Uint8Array(65_536));
    pulled += 1;
    if (pulled === 32) process.stdout.write("writing\n");
  },
});
try {
  await store.put(content);
} catch (error) {
  process.stdout.write(`${(error as NodeJS.ErrnoException).code}\n`);
}
