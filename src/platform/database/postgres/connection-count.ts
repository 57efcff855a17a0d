/** Maximum number of connections of a process to PostgreSQL, unless the settings say otherwise. */
export const usualConnections = 20;

/** With fewer connections, requests would wait for each other. */
const fewestConnections = 4;

/** For all processes of one `serve --processes`. Less than PostgreSQL's usual limit of 100. */
const connectionsOfAll = 80;

/** Maximum number of connections of each of `count` processes. From 21 processes on, together they open more than 80. */
export function connectionsOfEach(count: number): number {
  return Math.max(fewestConnections, Math.min(usualConnections, Math.floor(connectionsOfAll / count)));
}
