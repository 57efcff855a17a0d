import type { Answers } from "../clients.ts";

// Run by `rush`: says that it is ready, waits for the end of its standard input, then sends everything at once.
const [requests, ...urls] = process.argv.slice(2);
process.stdout.write("ready\n");
await Bun.stdin.text();
const all = urls.flatMap((url) => Array.from({ length: Number(requests) }, () => fetch(url)));
const answers: Answers = {};
for (const answer of await Promise.all(all)) {
  await answer.arrayBuffer();
  answers[answer.status] = (answers[answer.status] ?? 0) + 1;
}
process.stdout.write(JSON.stringify(answers));
