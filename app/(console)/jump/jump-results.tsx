import { FURTHER } from "@/app/_palette/jump-groups";
import type { JumpGroup } from "@/app/_palette/jump-option";
import { PageLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";

/** What was found, as lists of links. */
export function JumpResults({ groups, noUserSearch }: { groups: JumpGroup[]; noUserSearch: boolean }) {
	return (
		<>
			{groups.every(({ title }) => title === FURTHER) ? <p className="text-sm">Nothing found.</p> : null}
			{groups.map(({ title, options }) => (
				<Section key={title} title={title}>
					<ul className="grid text-sm">
						{options.map(({ text, detail, href }) => (
							<li key={href} className="flex flex-wrap items-baseline gap-x-3 py-1">
								<PageLink href={href} className="text-accent [overflow-wrap:anywhere] hover:underline">
									<bdi>{text}</bdi>
								</PageLink>
								{detail ? <bdi className="text-xs text-muted [overflow-wrap:anywhere]">{detail}</bdi> : null}
							</li>
						))}
					</ul>
				</Section>
			))}
			{noUserSearch ? (
				<p className="text-sm text-muted">
					Users can't be searched: the tenant has not granted this console <code>read:users</code>.
				</p>
			) : null}
		</>
	);
}
