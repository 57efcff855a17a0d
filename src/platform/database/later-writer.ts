import type { Log } from "../log.ts";
import type { Database, Tx } from "./database.ts";

/** Notes that one transaction writes. */
const notesAtOnce = 1_000;

/** Notes that wait at most. More are forgotten. */
const mostWaiting = 20_000;

/** Milliseconds from the first note to its transaction, in which others are gathered. */
const gatheringTime = 1_000;

interface LaterWriterSettings<Note> {
  db: Pick<Database, "write">;
  log: Log;
  /** Writes notes in the order in which they were made. */
  write(tx: Tx, notes: Note[]): Promise<void>;
  /** What the notes are about, for the log. */
  about: string;
}

/**
 * Writes what nobody waits for some time later, many notes at once. What is in memory when the process is killed is lost, and
 * so is what cannot be written: only for what may be unknown.
 */
export class LaterWriter<Note> {
  #waiting: Note[] = [];
  #timer: Timer | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly settings: LaterWriterSettings<Note>) {}

  note(note: Note): void {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(note);
    this.#timer ??= setTimeout(() => void this.flush(), gatheringTime);
  }

  /** Writes what has been noted. Resolves when that is done. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { db, log, write, about } = this.settings;
    while (this.#waiting.length > 0) {
      const notes = this.#waiting.splice(0, notesAtOnce);
      // After a commit that failed nobody knows what was written, and writing it again could count it twice.
      await db
        .write((tx) => write(tx, notes))
        .catch((error) => log.warn({ err: error, notes: notes.length }, `could not write ${about}`));
    }
  }
}
