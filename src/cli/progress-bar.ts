/** Milliseconds between two updates of the bar. */
const pause = 100;

const width = 30;

/** Shows the progress of long work on standard error: a bar on a terminal, otherwise a line for each tenth. */
export class ProgressBar {
  #shownAt = 0;
  #shown = "";

  /** `what` is being done, and `unit` is what `done` and `total` count. */
  show(what: string, { done, total, unit }: { done: number; total: number; unit: string }): void {
    const share = total === 0 ? 1 : done / total;
    if (!process.stderr.isTTY) {
      this.#showLine(`${what}: ${Math.floor(share * 10) * 10}%`);
      return;
    }
    if (performance.now() - this.#shownAt < pause && done < total) return;
    this.#shownAt = performance.now();
    const bar = "#".repeat(Math.round(share * width)).padEnd(width, "-");
    const count = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${unit}`;
    process.stderr.write(`\r\x1b[K[${bar}] ${Math.floor(share * 100)}% ${what}: ${count}`);
  }

  /** Clears the bar. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }

  #showLine(line: string): void {
    if (line === this.#shown) return;
    this.#shown = line;
    process.stderr.write(`${line}\n`);
  }
}
