/** Which downloads an S3 store sends directly: those without a limit, or all. */
export const redirectChoices = ["unlimited", "all"] as const;

export type RedirectChoice = (typeof redirectChoices)[number];
