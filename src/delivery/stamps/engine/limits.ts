/** A stamping process that uses this many bytes of memory (resident) ends itself. A file takes about three times its size. */
export const mostBytes = 768 * 1024 ** 2;

/** Maximum size of a file, in bytes. Larger files are not tried. */
export const largestSource = 192 * 1024 ** 2;

/**
 * Maximum time for a file in its process, in milliseconds: real time or, if other processes keep the machine busy, processor
 * time.
 */
export const mostTime = 60_000;

/** If a process does not end itself, the server ends it after this many times that limit, in real time. */
export const patience = 5;
