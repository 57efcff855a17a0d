/** Width of the navigation in pixels. */
export const navigationWidth = 220;

/** Height of the bar at the top, in pixels. */
export const headerHeight = 56;
