import { afterAll, setDefaultTimeout } from "bun:test";
import { cleanUp } from "./cleanup.ts";

// bunfig.toml loads this file ahead of every test file, so that the hook belongs to the run and not to one file.

/** Milliseconds for one test: two databases and a browser share two slow cores on a build machine. */
setDefaultTimeout(90_000);

afterAll(cleanUp, 60_000);
