/** Connections to PostgreSQL that a process opens at most, unless the settings say otherwise. */
export const usualConnections = 20;

/** Fewer would make requests wait for each other. */
const fewestConnections = 4;

/** For the processes of one `serve --processes`: less than PostgreSQL's usual limit of 100. */
const connectionsOfAll = 80;

/** Connections that each of `count` processes opens at most. From 21 processes on, all together open more than 80. */
export function connectionsOfEach(count: number): number {
  return Math.max(fewestConnections, Math.min(usualConnections, Math.floor(connectionsOfAll / count)));
}
