import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Card } from "@/components/ui/card";
import { requirePageSession } from "@/lib/dashboard/session/session";

const areas = [
	{
		href: "/templates",
		title: "Verification templates",
		text: "Choose which attributes of a mobile driving licence a verification asks the holder for.",
	},
	{
		href: "/refresh-tokens",
		title: "Refresh token metadata",
		text: "Find a refresh token by its user or its identifier, and edit what is noted on it.",
	},
	{
		href: "/connection",
		title: "Connection to the tenant",
		text: "See which service this console works on and what it is allowed to do there.",
	},
];

export default async function OverviewPage() {
	await requirePageSession("/");
	return (
		<>
			<PageHeader title="Overview">What do you want to work on?</PageHeader>
			<ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
				{areas.map(({ href, title, text }) => (
					<li key={href} className="grid">
						<Card className="relative grid content-start gap-2 hover:border-accent">
							<h2 className="font-semibold">
								<PageLink href={href} className="text-accent after:absolute after:inset-0">
									{title}
								</PageLink>
							</h2>
							<p className="text-sm text-muted">{text}</p>
						</Card>
					</li>
				))}
			</ul>
		</>
	);
}
