import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Kills the server under full load, again and again: `bun tests/faults/kill.ts sqlite 50` (or postgres).

const [name = "sqlite", times = "50"] = process.argv.slice(2);

await run(async () => {
  const installation = await newInstallation(name);
  let server: Server | null = await startServer(installation);
  const { port } = server;
  const traffic = new Traffic(() => (server ? [server] : []));
  await traffic.prepare({ keys: 60_000, limit: 2_000 });
  traffic.begin(32);
  const kills = Number(times);
  for (let kill = 0; kill < kills; kill++) {
    await Bun.sleep(200 + Math.random() * 800);
    const running: Server = server;
    await running.kill();
    server = await startServer(installation, port);
  }
  await traffic.end();
  const problems = await traffic.problems();
  return { fault: "kill", name, kills, orders: traffic.acknowledged, downloads: traffic.downloads, problems };
});
