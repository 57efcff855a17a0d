/** Pixels of the navigation beside the screens. */
export const navigationWidth = 220;
