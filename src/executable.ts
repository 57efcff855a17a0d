// Where the executable begins that `npm run build` makes: it contains the program of renderers too.

import { rendererArgument } from "./platform/contained.ts";

if (process.argv[2] === rendererArgument) await import("./store/wording/renderer/process.ts");
else await import("./main.ts");
