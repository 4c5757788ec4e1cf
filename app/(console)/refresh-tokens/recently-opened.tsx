import { Name } from "@/components/ui/name";
import "server-only";
import { after } from "next/server";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { PageLink } from "@/components/layout/links";
import { CopyEntry } from "@/components/ui/row-menu";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { logger } from "@/lib/dashboard/logger";
import { pageClock } from "@/lib/dashboard/request/page";
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
		hint: ({ tokenId }) => tokenId,
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
export async function RecentlyOpened({ tokens }: { tokens: OpenedRefreshToken[] }) {
	if (tokens.length === 0) return <NoneOpened />;
	return (
		<Section title="Recently opened by you">
			<ColumnTable
				label="Tokens that you opened last"
				columns={columns}
				rows={tokens}
				idOf={({ tokenId }) => tokenId}
				shared={await pageClock()}
				menu={{
					nameOf: ({ tokenId }) => tokenId,
					entries: ({ tokenId }) => (
						<>
							<li>
								<PageLink href={pageOf("refresh token", tokenId)}>Open</PageLink>
							</li>
							<CopyEntry text={tokenId}>Copy token ID</CopyEntry>
						</>
					),
				}}
			/>
		</Section>
	);
}

const EXAMPLES = [
	["mina.park@", "the beginning of an e-mail address or a name"],
	["auth0|13d3658d4956bbdd8f577ab8", "a whole user id"],
	["dcr_oYiXqp0fDdHjPzOV", "a whole token id"],
] as const;

function NoneOpened() {
	return (
		<Section title="What you can search for">
			<dl className="grid max-w-2xl border-t border-line text-sm">
				{EXAMPLES.map(([text, words]) => (
					<div
						key={text}
						className="grid gap-x-4 border-b border-line px-2 py-2 sm:grid-cols-[17rem_minmax(0,1fr)] sm:items-baseline"
					>
						<dt>
							<code>{text}</code>
						</dt>
						<dd className="text-muted">{words}</dd>
					</div>
				))}
			</dl>
			<p className="text-sm text-muted">The tokens that you open will be listed here.</p>
		</Section>
	);
}

/**
 * Records after the response that a token was opened. A convenience: its failure is only logged.
 * @param as null for a token that no longer exists
 */
export function rememberOpened(subject: string, tokenId: string, as: OpenedAs | null): void {
	after(async () => {
		try {
			await (as ? noteOpenedToken(subject, tokenId, as) : forgetOpenedToken(subject, tokenId));
		} catch (error) {
			logger.warn({ err: error }, "an opened token could not be noted");
		}
	});
}
