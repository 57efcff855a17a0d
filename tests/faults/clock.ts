import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/cleanup.ts";
import { mailArrives, mailProblems, startMailServer } from "./_mail-server.ts";
import { newInstallation, run, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Sets the clock of a server under load forward and back: `bun tests/faults/clock.ts sqlite` (or postgres). Needs Debian's
// package libfaketime.

const [name = "sqlite"] = process.argv.slice(2);
const library = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
/** Each lasts two seconds. */
const jumps = ["+0", "+3d", "-3d", "+1h", "-1h", "+400d", "+0"];

await run(async () => {
  if (!existsSync(library)) throw new Error(`There is no ${library}: install Debian's package libfaketime.`);
  const offset = join(temporaryFolder(), "offset");
  const setClock = (jump: string) => writeFileSync(offset, `${jump}\n`);
  setClock("+0");
  const mail = await startMailServer();
  const installation = await newInstallation(name);
  const server = await startServer({
    ...installation,
    environment: {
      WAYBILL_SMTP: mail.url,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  const traffic = new Traffic(() => [server], { sendsEmail: true });
  await traffic.prepare({ keys: 20_000, limit: 2_000 });
  traffic.begin(4);
  for (const jump of jumps) {
    setClock(jump);
    await Bun.sleep(2_000);
  }
  await traffic.end();
  const problems = await traffic.problems();
  const expected = traffic.stored;
  await mailArrives(mail.received, expected, 120_000);
  problems.push(...mailProblems(mail, expected));
  return { fault: "clock", name, jumps, orders: traffic.acknowledged, downloads: traffic.downloads, problems };
});
