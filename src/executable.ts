// Where the executable begins that `npm run build` makes: it contains the programs of its other processes too.

import { rendererArgument, stamperArgument } from "./platform/single-executable.ts";

if (process.argv[2] === rendererArgument) await import("./store/wording/renderer/process.ts");
else if (process.argv[2] === stamperArgument) await import("./delivery/stamps/engine/process.ts");
else await import("./main.ts");
