import { PageLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";

/** The tokens that this admin opened last, with what they were called then: nothing is asked of the service. */
export async function RecentlyOpened({ tokens }: { tokens: OpenedRefreshToken[] }) {
	if (tokens.length === 0) return null;
	const clock = await pageClock();
	return (
		<Section title="Recently opened by you">
			<ul className="grid gap-2 text-sm">
				{tokens.map(({ tokenId, openedAt, user, application }) => (
					<li key={tokenId} className="flex flex-wrap items-baseline gap-x-4">
						<PageLink
							href={`/refresh-tokens/${encodeURIComponent(tokenId)}`}
							className="text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
						>
							<code>{tokenId}</code>
						</PageLink>
						<span className="[overflow-wrap:anywhere]">
							{user ? <bdi>{user}</bdi> : null}
							{user && application ? " · " : ""}
							{application ? <bdi>{application}</bdi> : null}
						</span>
						<TimeText value={openedAt} clock={clock} />
					</li>
				))}
			</ul>
		</Section>
	);
}
