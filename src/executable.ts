// Where the executable begins that `npm run build` makes: it contains the program of renderers too.

import { rendererArgument } from "./contained.ts";

if (process.argv[2] === rendererArgument) await import("./wording/renderer/process.ts");
else await import("./main.ts");
