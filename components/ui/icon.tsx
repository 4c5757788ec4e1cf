/** One set of line drawings on a grid of 16, drawn by the server. They decorate: a word always stands beside. */
const drawings = {
	activity: "M1.5 8.500h3l2-5.5 3 10 2-4.500h3",
	applications:
		"M2.5 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.5 9h4.500v4.500h-4.500zM9 9h4.500v4.500h-4.500z",
	browser: "M1.5 3h13v10h-13zM1.5 6h13M3.5 4.500h.1M5.500 4.500h.1",
	calls: "M4.5 13V3M2 5.500l2.500-2.500 2.500 2.500M11.500 3v10M9 10.500l2.500 2.500 2.500-2.500",
	connection:
		"M5.5 10.500l5-5M7 4.500l1.7-1.700a3.2 3.2 0 0 1 4.5 4.500l-1.7 1.700M9 11.500l-1.7 1.700a3.2 3.2 0 0 1-4.5-4.500l1.7-1.7",
	globe:
		"M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM1.500 8h13M8 1.500c1.900 1.900 2.700 4.100 2.700 6.500s-.800 4.600-2.700 6.500c-1.900-1.900-2.700-4.100-2.700-6.500s.800-4.600 2.700-6.500Z",
	help: "M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM6.100 6.300a1.900 1.900 0 1 1 2.900 1.600c-.7.400-1 .8-1 1.500M8 11.400v.1",
	machine: "M2 2.500h12v4.500h-12zM2 9h12v4.500h-12zM4.500 4.750h.1M4.500 11.250h.1",
	menu: "M2 4h12M2 8h12M2 12h12",
	outbox: "M2 3.500h12v9h-12zM2 4.500l6 4.500 6-4.500",
	overview: "M2.5 7.500L8 2.500l5.5 5M4 6.500v7h8v-7",
	phone: "M4.500 1.500h7v13h-7zM7 12.500h2",
	providers: "M9.500 2.500h4v11h-4M2.500 8h7M6.500 5l3 3-3 3",
	search: "M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.500L14 14",
	shield:
		"M8 1.500l5.500 2v4c0 3.500-2.300 5.800-5.500 7-3.200-1.200-5.500-3.500-5.500-7v-4zM5.500 8l1.800 1.800 3.200-3.500",
	templates: "M3.5 1.500h9v13h-9zM6 5h4M6 8h4M6 11h2",
	tokens: "M5.5 10.500a3.5 3.5 0 1 1 3.3-2.300l5.2 5.200v1.100h-2.500v-2h-2v-2h-1.200M4.8 5.300v.1",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg aria-hidden="true" viewBox="0 0 16 16" className="icon">
			<path d={drawings[name]} />
		</svg>
	);
}

/** A drawing and its word, in one line. */
export function IconWord({ name, children }: { name: IconName; children: string }) {
	return (
		<span className="inline-flex align-top items-center gap-1.5 whitespace-nowrap">
			<span className="text-muted">
				<Icon name={name} />
			</span>
			{children}
		</span>
	);
}
