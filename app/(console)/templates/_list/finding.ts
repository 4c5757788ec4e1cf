/** What about a template may ask to be looked at, as the list can be narrowed to it. */
export const findings = ["almost-everything", "birth-date", "listed-false", "certificate"] as const;
export type Finding = (typeof findings)[number];
