import { PageLink } from "@/components/layout/links";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";

/** The tokens that this admin opened last, with what they were called then: nothing is asked of the service. */
export async function RecentlyOpened({ tokens }: { tokens: OpenedRefreshToken[] }) {
	if (tokens.length === 0) return null;
	const clock = await pageClock();
	return (
		<Section title="Recently opened by you">
			<DataTable
				label="Tokens that you opened last"
				head={["Token", "User", "Application", "Opened"].map((head) => <Head key={head}>{head}</Head>)}
			>
				{tokens.map(({ tokenId, openedAt, user, application }) => (
					<tr key={tokenId}>
						<th scope="row" title={tokenId}>
							<PageLink
								href={pageOf("refresh token", tokenId)}
								className="text-accent underline-offset-2 hover:underline"
							>
								<code>{tokenId}</code>
							</PageLink>
						</th>
						<Cell label="User">{user ? <bdi>{user}</bdi> : <span className="text-muted">—</span>}</Cell>
						<Cell label="Application">
							{application ? <bdi>{application}</bdi> : <span className="text-muted">—</span>}
						</Cell>
						<Cell label="Opened">
							<TimeText value={openedAt} clock={clock} isCompact />
						</Cell>
					</tr>
				))}
			</DataTable>
		</Section>
	);
}
