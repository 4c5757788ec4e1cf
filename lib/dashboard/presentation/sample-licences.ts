import "server-only";

/** The made-up licences that a simulation can be run with. */
export const SAMPLE_LICENCES: readonly { id: string; title: string; describes: string }[] = [
	{ id: "whole", title: "Whole licence", describes: "Every element that an issuer may put into one." },
	{ id: "mandatory", title: "Mandatory elements only", describes: "What every licence has, and nothing else." },
];
