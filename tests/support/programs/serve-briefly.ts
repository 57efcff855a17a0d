import { serve } from "../../../src/cli/commands/serve.ts";
import { readConfig } from "../../../src/config/config.ts";
import { openContext } from "../../../src/context.ts";

/** `waybill serve` that waits for hardly anything when it is told to stop. */
const context = await openContext(readConfig(process.env));
await serve(context, { grace: 300 });
await context.close();
