import type { Metadata } from "next";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { GUIDE_TITLES, type GuideName } from "@/lib/guides/guide";
import { guides } from "./guides";

export const metadata: Metadata = { title: "Guides" };

export default async function GuidesPage() {
	await requirePageSession("/guides");
	return (
		<>
			<PageHeader title="Guides">
				How to run this console, build on its service, and what it does when something fails.
			</PageHeader>
			<ul className="grid max-w-6xl gap-x-10 border-t border-line md:grid-cols-2">
				{Object.entries(GUIDE_TITLES).map(([name, title]) => (
					<li key={name} className="grid content-start gap-1 border-b border-line py-4">
						<PageLink href={`/guides/${name}`} className="justify-self-start font-medium text-accent underline">
							{title}
						</PageLink>
						<ul aria-label={`Sections of ${title}`} className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
							{guides[name as GuideName].headings
								.filter(({ level }) => level === 2)
								.map(({ id, text }) => (
									<li key={id}>
										<PageLink
											href={`/guides/${name}#${id}`}
											className="inline-block min-h-6 text-muted hover:underline"
										>
											{text}
										</PageLink>
									</li>
								))}
						</ul>
					</li>
				))}
			</ul>
		</>
	);
}
