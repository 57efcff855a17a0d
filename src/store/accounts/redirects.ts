/** Which downloads a store lets an S3 store send itself: those without a limit, or all. */
export const redirectChoices = ["unlimited", "all"] as const;

export type RedirectChoice = (typeof redirectChoices)[number];
