// What a test starts a service with in its own process. It is compiled as the program is, and so shares no modules with the test.
export { startService } from "../../../src/cli/commands/serve.ts";
export { readConfig } from "../../../src/config/config.ts";
export { openContext } from "../../../src/context.ts";
export { createLog } from "../../../src/platform/log.ts";
