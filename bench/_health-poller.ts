/** Asks `URL/healthz` every few milliseconds until its standard input ends; prints the worst and the 99th percentile in milliseconds. */
const [url = ""] = process.argv.slice(2);
const times: number[] = [];
let ended = false;
const input = new Response(Bun.stdin.stream()).arrayBuffer().then(() => {
  ended = true;
});
while (!ended) {
  const began = performance.now();
  await (await fetch(`${url}/healthz`)).arrayBuffer();
  times.push(performance.now() - began);
  await Bun.sleep(5);
}
await input;
times.sort((one, other) => one - other);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
process.stdout.write(JSON.stringify({ worst: at(1), p99: at(0.99), asked: times.length }));

export {};
