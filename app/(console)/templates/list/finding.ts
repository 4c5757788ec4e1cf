/** What about a template may ask to be looked at, as the list can be narrowed to it. */
export const findings = ["almost-everything", "birth-date", "listed-false", "certificate"] as const;
export type Finding = (typeof findings)[number];

/** What is said of a template with it. */
export const findingTexts: Record<Finding, string> = {
	"almost-everything": "Asks for almost everything",
	"birth-date": "Asks for the date of birth and no age limit",
	"listed-false": "Lists an attribute as false",
	certificate: "Certificate authority has expired or soon will",
};
