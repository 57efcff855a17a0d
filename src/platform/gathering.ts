/** Runs a task some time after it was asked for, so that what arrives meanwhile is done with it. Never runs it twice at once. */
export class Gathering {
  #timer: Timer | null = null;
  #running: Promise<void> = Promise.resolve();

  /** `time` is in milliseconds. `task` must not reject. */
  constructor(
    private readonly time: number,
    private readonly task: () => Promise<void>,
  ) {}

  /** Asks for the task. Until it begins, asking again changes nothing. */
  begin(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.time);
  }

  /** Runs the task now, or after the one that runs, and resolves when it is done. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running = this.#running.then(this.task);
    return this.#running;
  }
}
