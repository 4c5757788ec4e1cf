import { Name } from "@/components/ui/name";
import "server-only";
import { after } from "next/server";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { PageLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { logger } from "@/lib/dashboard/logger";
import { pageOf } from "@/lib/dashboard/resources/resources";
import {
	forgetOpenedToken,
	noteOpenedToken,
	type OpenedAs,
	type OpenedRefreshToken,
} from "@/lib/dashboard/store/opened-refresh-tokens";

const columns: Column<OpenedRefreshToken, Clock>[] = [
	{
		title: "Token",
		cell: ({ tokenId }) => (
			<PageLink href={pageOf("refresh token", tokenId)}>
				<code>{tokenId}</code>
			</PageLink>
		),
	},
	{
		title: "User",
		cell: ({ user }) => (user ? <Name text={user} /> : <span className="text-muted">—</span>),
	},
	{
		title: "Application",
		cell: ({ application }) => (application ? <Name text={application} /> : <span className="text-muted">—</span>),
	},
	{
		title: "Opened",
		cell: ({ openedAt }, clock) => <TimeText value={openedAt} clock={clock} isCompact />,
	},
];

/** The tokens that this admin opened last, with their names at that time: no request is sent to the service. */
export function RecentlyOpened({ tokens, clock }: { tokens: OpenedRefreshToken[]; clock: Clock }) {
	if (tokens.length === 0) return <p className="text-sm text-muted">Tokens you open are listed here.</p>;
	return (
		<Section title="Recently opened by you">
			<ColumnTable
				label="Tokens you opened last"
				columns={columns}
				rows={tokens}
				idOf={({ tokenId }) => tokenId}
				shared={clock}
			/>
		</Section>
	);
}

/**
 * Records after the response that a token was opened. A convenience: its failure is only logged.
 * @param as null for a token that no longer exists
 */
export function rememberOpened(subject: string, tokenId: string, as: OpenedAs | null): void {
	after(async () => {
		const noted = as ? noteOpenedToken(subject, tokenId, as) : forgetOpenedToken(subject, tokenId);
		await noted.catch((error: unknown) => logger.warn({ err: error }, "an opened token could not be noted"));
	});
}
