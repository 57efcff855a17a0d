/** Whether this is the executable that `npm run build` makes: runtime and program in one file. */
export const isContained = Bun.main.startsWith("/$bunfs/");

/** With this as its first argument, the executable is a renderer (store/wording/renderer/process.ts). */
export const rendererArgument = "--wording-renderer";

/** With this as its first argument, the executable stamps a file (delivery/stamps/engine/process.ts). */
export const stamperArgument = "--stamper";
