/** Line icons on a grid of 16, rendered on the server. They are decorative: there is always a word beside. */
const drawings = {
	activity: "M1.5 8.5h3l2-5.5 3 10 2-4.5h3",
	applications: "M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z",
	browser: "M1.5 3h13v10h-13zM1.5 6h13M3.5 4.5h.1M5.5 4.5h.1",
	calls: "M4.5 13V3M2 5.5l2.5-2.5 2.5 2.5M11.5 3v10M9 10.5l2.5 2.5 2.5-2.5",
	connection:
		"M5.5 10.5l5-5M7 4.5l1.7-1.7a3.2 3.2 0 0 1 4.5 4.5l-1.7 1.7M9 11.5l-1.7 1.7a3.2 3.2 0 0 1-4.5-4.5l1.7-1.7",
	globe:
		"M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM1.5 8h13M8 1.5c1.9 1.9 2.7 4.1 2.7 6.5s-.8 4.6-2.7 6.5c-1.9-1.9-2.7-4.1-2.7-6.5s.8-4.6 2.7-6.5Z",
	help: "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM6.1 6.3a1.9 1.9 0 1 1 2.9 1.6c-.7.4-1 .8-1 1.5M8 11.4v.1",
	machine: "M2 2.5h12v4.5h-12zM2 9h12v4.5h-12zM4.5 4.75h.1M4.5 11.25h.1",
	menu: "M2 4h12M2 8h12M2 12h12",
	outbox: "M2 3.5h12v9h-12zM2 4.5l6 4.5 6-4.5",
	overview: "M2.5 7.5L8 2.5l5.5 5M4 6.5v7h8v-7",
	phone: "M4.5 1.5h7v13h-7zM7 12.5h2",
	providers: "M9.5 2.5h4v11h-4M2.5 8h7M6.5 5l3 3-3 3",
	search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5L14 14",
	shield: "M8 1.5l5.5 2v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4zM5.5 8l1.8 1.8 3.2-3.5",
	stream: "M3.5 12.5h.1M3 8.5a4.5 4.5 0 0 1 4.5 4.5M3 4.5a8.5 8.5 0 0 1 8.5 8.5",
	templates: "M3.5 1.5h9v13h-9zM6 5h4M6 8h4M6 11h2",
	tokens: "M5.5 10.5a3.5 3.5 0 1 1 3.3-2.3l5.2 5.2v1.1h-2.5v-2h-2v-2h-1.2M4.8 5.3v.1",
	users:
		"M6 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 6 8ZM1 13.5c0-2.2 2.2-3.7 5-3.7s5 1.5 5 3.7M10.5 2.8a2.6 2.6 0 0 1 0 5M12.6 10.2c1.5.5 2.4 1.7 2.4 3.3",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg aria-hidden="true" viewBox="0 0 16 16" className="icon">
			<path d={drawings[name]} />
		</svg>
	);
}

/** An icon and its word, in one line. */
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
