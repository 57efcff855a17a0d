import pg from "pg";

/** Milliseconds without an answer after which the server is asked whether it is working on the statement. */
const patience = 2_500;

/** Milliseconds to wait for that answer. */
const probeTimeout = 1_500;

/** The server, or the network, has stopped answering. */
export class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database does not answer.");
  }
}

/**
 * A client for the pool. If a statement gets no answer, it asks the server at `url` over a second connection. It gives up its
 * connection if there is no answer either, or if the server is not working on the statement. Slow statements, and those that wait
 * for a lock, continue.
 */
export function watchedClient(url: string): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: passes on every form of the call.
    override query(...call: any[]): any {
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const answer = (super.query as any)(...call);
      if (!(answer instanceof Promise)) return answer;
      return this.#watched(answer);
    }

    async #watched<T>(answer: Promise<T>): Promise<T> {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      let timer = setTimeout(check, patience);
      const client = this as unknown as { processID: number | null; connection: { stream: { destroy(): void } } };
      let answered = false;
      async function check(): Promise<void> {
        const works = await isAtWork(url, client.processID);
        if (answered) return;
        if (works) {
          timer = setTimeout(check, patience);
          return;
        }
        reject(new DatabaseSilent());
        client.connection.stream.destroy();
      }
      try {
        return await Promise.race([answer, silence]);
      } finally {
        answered = true;
        clearTimeout(timer);
        // Of the two promises, this one is no longer awaited.
        answer.catch(() => {});
      }
    }
  };
}

/** Whether the server answers and its process is working, if it knows the process. */
async function isAtWork(url: string, processId: number | null): Promise<boolean> {
  const probe = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeout,
    query_timeout: probeTimeout,
  });
  probe.on("error", () => {});
  try {
    await probe.connect();
    const { rows } = await probe.query<{ state: string | null }>("select state from pg_stat_activity where pid = $1", [
      processId,
    ]);
    // Behind a pooler, process numbers are the pooler's.
    return rows[0] === undefined || rows[0].state === null || rows[0].state === "active";
  } catch {
    return false;
  } finally {
    void probe.end().catch(() => {});
  }
}
