/** The least that can answer with a file: `bun _bare-server.ts PATH`; prints its port. */
const [path = ""] = process.argv.slice(2);
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(Bun.file(path)) });
process.stdout.write(`${server.port}\n`);
