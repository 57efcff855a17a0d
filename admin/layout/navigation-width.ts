/** Width of the navigation in pixels. */
export const navigationWidth = 220;
