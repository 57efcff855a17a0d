/** Lets other requests of the process go on before the rest of a long piece of work. */
export const letOthersRun = () => new Promise<void>((resolve) => setImmediate(resolve));
