import { UnreadPart } from "@/app/_forms/unread-part";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { listPageOf } from "@/lib/dashboard/registry/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { EndRequested } from "../../_end/end-status";
import { tokenColumns } from "../../refresh-tokens/_find/token-columns";
import type { TokenLine } from "../../refresh-tokens/_find/token-search-result";
import { TokenEntries } from "../../refresh-tokens/_find/token-table";
import { canUse } from "./can-use";
import { allOf, RevokeAllTokens } from "./end-all";
import { MoreLink } from "./more-link";
import type { PersonPart } from "./person-part";
import type { SignIns } from "./read-sign-ins";
import type { TokenApart } from "./session-lines";

const SHOWN_COLUMNS = ["Application", "Device", "Last exchanged", "Expires", "Metadata"];

/** Without what the session above says already. */
const columns = tokenColumns.filter(({ title }) => SHOWN_COLUMNS.includes(title));

const [first, ...others] = columns;
const columnsApart: Column<TokenApart, Clock>[] = [
	...(first ? [first] : []),
	{ title: "Session", className: "max-w-none", cell: ({ session }) => session },
	...others,
];

type TokensOfSessionProps = {
	tokens: readonly TokenLine[];
	/** Of the session. */
	name: string;
	userId: string;
	clock: Clock;
	canRevoke: boolean;
};

export function TokensOfSession({ tokens, name, ...rest }: TokensOfSessionProps) {
	if (tokens.length === 0) return <p className="border-t border-line p-3 text-sm text-muted">No refresh token.</p>;
	return <Tokens label={`Refresh tokens of the session on ${name}`} columns={columns} rows={tokens} {...rest} />;
}

type TokensProps<Line extends TokenLine> = Omit<TokensOfSessionProps, "tokens" | "name"> & {
	label: string;
	columns: readonly Column<Line, Clock>[];
	rows: readonly Line[];
};

function Tokens<Line extends TokenLine>({ label, columns, rows, userId, clock, canRevoke }: TokensProps<Line>) {
	return (
		<ColumnTable
			label={label}
			columns={columns}
			rows={rows}
			idOf={({ id }) => id}
			shared={clock}
			menu={{
				nameOf: ({ application, id }) => `${application}, ${id}`,
				entries: ({ id }) => <TokenEntries id={id} userId={userId} canRevoke={canRevoke} />,
			}}
		/>
	);
}

type TokenSectionProps = SignIns & PersonPart & { moreHref: string | null };

/** The refresh tokens that stand under no session, and what concerns all. */
export function TokenSection({ sessions, tokens, moreHref, ...part }: TokenSectionProps) {
	const { userId, person, role, clock, requested } = part;
	const canRevoke = may(role, "revokeTokens");
	if ("problem" in tokens) {
		return (
			<Section id="refresh-tokens" title="Refresh tokens">
				<UnreadPart problem={tokens.problem} />
			</Section>
		);
	}
	const { apart, count } = tokens;
	return (
		<Section
			id="refresh-tokens"
			title="Refresh tokens"
			aside={
				count > 0 && canUse(role, "delete_user_refresh-tokens") ? (
					<RevokeAllTokens {...{ userId, person, tokens }} />
				) : null
			}
		>
			{!requested.revoked ? null : count === 0 ? (
				<Alert tone="success" title="All refresh tokens are revoked." />
			) : (
				<EndRequested
					title="Revocation requested"
					what="they are"
					watched={{ resource: "refresh token", allOf: userId }}
				/>
			)}
			<p className="text-sm text-muted">
				{count === 0 ? (
					"None now."
				) : (
					<>
						{sentenceOf(tokens, "problem" in sessions)}{" "}
						<PageLink href={listPageOf("refresh token", userId)} className="text-accent underline">
							{may(role, "editMetadata") ? "Filter, select or edit several" : "Filter"}
						</PageLink>
					</>
				)}
			</p>
			{apart.length > 0 ? (
				<Tokens
					label={`Refresh tokens of ${person} under no session`}
					columns={columnsApart}
					rows={apart}
					{...{ userId, clock, canRevoke }}
				/>
			) : null}
			<MoreLink href={moreHref} what="refresh tokens" />
		</Section>
	);
}

/** Where the loaded tokens stand: under their sessions, or here. */
function sentenceOf(
	tokens: { apart: readonly unknown[]; count: number; hasMore: boolean },
	areSessionsUnknown: boolean,
): string {
	const { apart, count, hasMore } = tokens;
	const all = hasMore ? `The first ${count} refresh tokens` : allOf(tokens, "refresh token");
	const under = count - apart.length;
	if (areSessionsUnknown || under === 0) return `${all}.`;
	if (apart.length > 0) return `${all}: ${under} under sessions above, ${apart.length} here.`;
	return count === 1 ? `${all}, under its session above.` : `${all}, all under their sessions above.`;
}
