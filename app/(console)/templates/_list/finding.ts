/** What about a template may need attention; the list can be filtered by it. */
export const findings = [
	...(["almost-everything", "birth-date", "listed-false", "certificate"] as const),
	...(["beyond-purpose", "no-purpose"] as const),
] as const;
export type Finding = (typeof findings)[number];
