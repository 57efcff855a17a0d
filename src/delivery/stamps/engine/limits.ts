/** Bytes of memory (resident) with which a stamping process ends itself. A file takes about three times its size. */
export const mostBytes = 768 * 1024 ** 2;

/** Largest file that is tried, in bytes. */
export const largestSource = 192 * 1024 ** 2;

/** Milliseconds of a file in its process, of real time or, where other processes keep the machine busy, of processor time. */
export const mostTime = 60_000;

/** The server waits this many times as long, in real time, before it ends a process that did not end itself. */
export const patience = 5;
