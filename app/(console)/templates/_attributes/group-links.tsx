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
			<ul>
				{groups.map(({ id, text, ticked }) => (
					<li key={id}>
						<a href={`#${id}`}>{text}</a>
						<span className={ticked > 0 ? undefined : "none"}>{ticked}</span>
					</li>
				))}
			</ul>
		</nav>
	);
}
