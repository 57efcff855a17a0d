import { Gathering } from "../gathering.ts";
import type { Log } from "../log.ts";
import type { Database, Tx } from "./database.ts";

/** Notes per transaction. */
const notesAtOnce = 1_000;

/** Maximum number of waiting notes. More are dropped. */
const mostWaiting = 20_000;

/** Milliseconds from the first note to its transaction. */
const gatheringTime = 1_000;

interface LaterWriterSettings<Note> {
  db: Pick<Database, "writeUnsynced">;
  log: Log;
  /** Writes notes in the order of their creation. */
  write(tx: Tx, notes: Note[]): Promise<void>;
  /** What the notes are about, for the log. */
  about: string;
}

/**
 * Writes notes that nobody waits for, later and many at once. Notes are lost if the process is killed before, or if they cannot
 * be written. Use it only for data that may be lost.
 */
export class LaterWriter<Note> {
  #waiting: Note[] = [];
  readonly #gathering = new Gathering(gatheringTime, () => this.#writeAll());

  constructor(private readonly settings: LaterWriterSettings<Note>) {}

  note(note: Note): void {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(note);
    this.#gathering.begin();
  }

  /** Writes waiting notes, and resolves when done. */
  flush(): Promise<void> {
    return this.#gathering.flush();
  }

  async #writeAll(): Promise<void> {
    const { db, log, write, about } = this.settings;
    while (this.#waiting.length > 0) {
      const notes = this.#waiting.splice(0, notesAtOnce);
      // After a failed commit it is unknown what was written. Writing it again could count it twice.
      await db
        .writeUnsynced((tx) => write(tx, notes))
        .catch((error) => log.warn({ err: error, notes: notes.length }, `could not write ${about}`));
    }
  }
}
