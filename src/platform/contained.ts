/** Whether this is the executable that `npm run build` makes, which contains the runtime and all of the program. */
export const isContained = Bun.main.startsWith("/$bunfs/");

/** With this as its first argument, the executable is a renderer (wording/renderer/process.ts). */
export const rendererArgument = "--wording-renderer";
