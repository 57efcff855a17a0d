import { appendFileSync } from "node:fs";

// Loaded into the server ahead of its own code. For each SIGUSR2, appends to the file in BENCH_PIECES the longest time in
// milliseconds that the main thread has worked in one round of its event loop since the last one. Unlike the time that
// somebody waits, it leaves out the disk and other programs that use the processor.
const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let before = worked();
let longest = 0;

setInterval(() => {
  const now = worked();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();

process.on("SIGUSR2", () => {
  appendFileSync(process.env.BENCH_PIECES ?? "", `${longest}\n`);
  longest = 0;
});
