import { mailProblems, startMailServer } from "./_mail-server.ts";
import { newInstallation, run, startServer } from "./_server.ts";
import { SteadyLoad } from "./_steady-load.ts";
import { Watch, watchedEnvironment } from "./_watch.ts";

// Everything that stores and customers do, at a steady moderate rate, while memory, descriptors and file sizes are watched:
// `bun tests/faults/endurance.ts sqlite 30` (or postgres; minutes). A third word is how many times the usual load, a fourth a
// file for the samples.

const [name = "sqlite", minutes = "30", rate = "1", file = ""] = process.argv.slice(2);
const interval = 15_000;

await run(async () => {
  const mail = await startMailServer();
  const installation = await newInstallation(name);
  const watched = watchedEnvironment();
  const environment = { WAYBILL_SMTP: mail.url, WAYBILL_TRUSTED_PROXIES: "127.0.0.1", ...watched };
  const server = await startServer({ ...installation, environment });
  const load = new SteadyLoad(server);
  await load.prepare();
  const watch = new Watch(server, installation, watched);
  for (let quarter = 0; quarter < 4; quarter++) {
    await watch.quarter(load.run((Number(minutes) * 60_000) / 4, Number(rate)), interval, file);
  }
  const twice = mailProblems(mail, mail.received.size);
  return {
    fault: "endurance",
    name,
    minutes: Number(minutes),
    quarters: watch.quarters(),
    grown: watch.grown(),
    answers: load.answers,
    log: server.log().slice(0, 2_000),
    problems: [...watch.problems(), ...twice],
  };
});
