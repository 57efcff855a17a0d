/** Milliseconds between two tries. */
const pause = 5;

/**
 * Executes `begin`, which starts a transaction of SQLite, once no other connection prevents it. Between two tries, all other work
 * of this process continues: some of it may have to end first. Throws SQLite's error after `patience` milliseconds.
 */
export async function beginOnceFree(begin: () => void, patience: number): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      begin();
      return;
    } catch (error) {
      const isBusy = String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() >= deadline) throw error;
    }
    await Bun.sleep(pause);
  }
}
