import { join } from "node:path";
import { v3Document } from "../src/http/v3/interface.ts";
import { clientTypes } from "./client-types.ts";

const root = join(import.meta.dir, "..");

/** The file that the client's types are in, beside what it should hold now. */
export const clientTypesFile = join(root, "clients/typescript/src/types.ts");

export async function formattedClientTypes(): Promise<string> {
  const biome = join(root, "node_modules/.bin/biome");
  const format = Bun.spawn([biome, "format", "--stdin-file-path=types.ts"], {
    cwd: root,
    stdin: new Blob([clientTypes(v3Document())]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const [text, status] = await Promise.all([new Response(format.stdout).text(), format.exited]);
  if (status !== 0) throw new Error("The types could not be formatted.");
  return text;
}

if (import.meta.main) await Bun.write(clientTypesFile, await formattedClientTypes());
