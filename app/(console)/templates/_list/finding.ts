/** What about a template may need attention, in words; the list can be filtered by it. */
export const findingTexts = {
	"almost-everything": "Asks for almost everything",
	"birth-date": "Asks for the date of birth and no age limit",
	"listed-false": "Lists an attribute as false",
	certificate: "Certificate authority has expired or soon will",
	"beyond-purpose": "Asks more than its purpose needs",
	"no-purpose": "No purpose stated",
} as const;

export type Finding = keyof typeof findingTexts;

export const findingNames = Object.keys(findingTexts) as Finding[];
