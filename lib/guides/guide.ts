/** The guides of `docs/guides/` that the console shows, by file name, in the order in which it lists them. */
export const GUIDE_TITLES = {
	operator: "Operator's guide",
	"application-developer": "Application developer's guide",
	users: "Users and sessions",
	templates: "Templates: matrix, purpose, files, history",
	"templates-as-code": "Templates as code",
	proposals: "Proposals",
	connections: "Identity providers",
	"try-it": "Try it",
	"log-stream": "Log stream",
	"read-tokens": "Read tokens",
	faults: "What happens when…",
	accessibility: "Accessibility",
} as const satisfies Record<string, string>;

export type GuideName = keyof typeof GUIDE_TITLES;

export type GuideHeading = { id: string; text: string; level: 2 | 3 };

/** A guide as a page shows it. */
export type RenderedGuide = {
	/** Its first heading, which is not part of the HTML. */
	title: string;
	headings: GuideHeading[];
	html: string;
};
