/** The id of the fieldset under "More attributes", which a link to it opens. */
export const MORE_ID = "group-more";

/** The id of a group's fieldset. */
export function groupId(title: string): string {
	return `group-${title.toLowerCase().replaceAll(" ", "-")}`;
}

type GroupLink = { id: string; text: string; ticked: number };

/** Links to each group of attributes, with the number of ticked boxes. */
export function GroupLinks({ groups }: { groups: readonly GroupLink[] }) {
	return (
		<nav aria-label="Groups of attributes" className="group-links">
			<ul className="flex flex-wrap gap-x-4 text-sm">
				{groups.map(({ id, text, ticked }) => (
					<li key={id} className="flex items-center gap-1.5">
						<a href={`#${id}`} className="inline-flex min-h-6 min-w-6 items-center text-accent hover:underline">
							{text}
						</a>
						<span className={ticked > 0 ? "font-medium tabular-nums" : "tabular-nums text-muted"}>{ticked}</span>
					</li>
				))}
			</ul>
		</nav>
	);
}
