/** A stamping process that uses this many bytes of memory (resident) ends itself. A file takes about three times its size. */
export const mostBytes = 768 * 1024 ** 2;

/** Most bytes of a file. Larger files are not tried. */
export const largestSource = 192 * 1024 ** 2;

/** Most milliseconds for a file in its process: real time or, if other processes keep the machine busy, processor time. */
export const mostTime = 60_000;

/** If a process does not end itself, the server ends it after this many times that limit, in real time. */
export const patience = 5;
