import type { ServiceProcess } from "../support/service.ts";

/** A process that the service has started. */
export interface Renderer {
  pid: number;
  /** Bytes of memory that it uses now. */
  bytes: number;
}

/** The processes in which a service renders wordings, as the system lists them. */
export async function renderersOf({ process: { pid } }: Pick<ServiceProcess, "process">): Promise<Renderer[]> {
  return (await processes()).filter((one) => one.parent === pid);
}

/** Whether any of them is still there. */
export async function isAnyAlive(renderers: Renderer[]): Promise<boolean> {
  const pids = new Set(renderers.map(({ pid }) => pid));
  return (await processes()).some(({ pid, isZombie }) => pids.has(pid) && !isZombie);
}

async function processes() {
  const listed = Bun.spawn(["ps", "-A", "-o", "pid=,ppid=,rss=,stat="], { stdout: "pipe" });
  const lines = (await new Response(listed.stdout).text()).trim().split("\n");
  return lines.map((line) => {
    const [pid, parent, kilobytes, state = ""] = line.trim().split(/\s+/);
    return {
      pid: Number(pid),
      parent: Number(parent),
      bytes: 1024 * Number(kilobytes),
      isZombie: state.startsWith("Z"),
    };
  });
}
