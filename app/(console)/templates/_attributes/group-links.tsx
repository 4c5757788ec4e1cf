/** The id of the fieldset under "More attributes", which a link to it opens. */
export const MORE_ID = "group-more";

/** The id of a group's fieldset. */
export function groupId(title: string): string {
	return `group-${title.toLowerCase().replaceAll(" ", "-")}`;
}

type GroupLink = { id: string; text: string; ticked: number };

const LINKS =
	"flex flex-wrap gap-x-4 text-sm tabular-nums [&>li]:flex [&>li]:items-center [&>li]:gap-1.5 [&_a]:inline-flex [&_a]:min-h-6 [&_a]:min-w-6 [&_a]:items-center [&_a]:text-accent [&_a:hover]:underline";

/** Links to each group of attributes, with the number of ticked boxes. */
export function GroupLinks({ groups }: { groups: readonly GroupLink[] }) {
	return (
		<nav aria-label="Groups of attributes" className="group-links basis-full">
			<ul className={LINKS}>
				{groups.map(({ id, text, ticked }) => (
					<li key={id}>
						<a href={`#${id}`}>{text}</a>
						<span className={ticked > 0 ? "font-medium" : "text-muted"}>{ticked}</span>
					</li>
				))}
			</ul>
		</nav>
	);
}
