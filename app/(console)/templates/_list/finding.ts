/** What about a template may need attention, in words; the list can be filtered by it. */
export const findingTexts = {
	"almost-everything": "Almost everything requested",
	"birth-date": "Date of birth requested, and no age limit",
	"listed-false": "Attribute listed as false",
	certificate: "Certificate authority expired or expiring",
	"beyond-purpose": "More requested than the purpose needs",
	"no-purpose": "No purpose stated",
} as const;

export type Finding = keyof typeof findingTexts;

export const findingNames = Object.keys(findingTexts) as Finding[];
