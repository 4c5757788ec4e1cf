import { UnreadPart } from "@/app/_page/unread";
import type { Column } from "@/app/_tables/column-table";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { TextLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { listPageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { AllGone } from "../../_revocation/revocation-status";
import type { TokenLine } from "../../refresh-tokens/find-tokens";
import { tokenColumns } from "../../refresh-tokens/token-columns";
import { TokenRows } from "../../refresh-tokens/token-table";
import { unlistedTokens } from "../../sessions/logout-notices";
import { allOf, RevokeAllTokens } from "./end-all";
import type { PersonPart, SignInProps } from "./person-part";
import type { TokenApart } from "./read-sign-ins";

const SHOWN_COLUMNS = ["Application", "Device", "Last exchanged", "Expires", "Metadata"];

/** Without what the session above says already. */
const columns = tokenColumns.filter(({ title }) => SHOWN_COLUMNS.includes(title));

const columnsApart: Column<TokenApart, Clock>[] = [
	...columns.slice(0, 1),
	{ title: "Session", className: "max-w-none", cell: ({ reason }) => reason },
	...columns.slice(1),
];

type TokensOfSessionProps = {
	tokens: readonly TokenLine[];
	/** The user has more, which may belong to it. */
	isCut: boolean;
	/** Of the session, unlike that of any other: several may be on the same kind of device. */
	name: string;
	part: PersonPart;
};

export function TokensOfSession({ tokens, isCut, name, part: { userId, clock, role } }: TokensOfSessionProps) {
	if (tokens.length === 0) {
		return (
			<p className="border-t border-line p-3 text-sm text-muted">
				{isCut ? "No refresh token among those loaded." : "No refresh token."}
			</p>
		);
	}
	const canRevoke = canUse(role, "delete_refresh-tokens_by_id");
	return (
		<TokenRows
			label={`Tokens of the session on ${name}`}
			rows={tokens}
			columns={columns}
			userId={userId}
			clock={clock}
			canRevoke={canRevoke}
		/>
	);
}

/** The refresh tokens that stand under no session, and what concerns all. */
export function TokenSection({ signIns, part }: SignInProps) {
	const { tokens, lines, apart } = signIns;
	if (tokens.problem) {
		return (
			<Section id="refresh-tokens" title="Refresh tokens">
				<UnreadPart problem={tokens.problem} />
			</Section>
		);
	}
	const { userId, person, role, clock, requested } = part;
	const { all, hasMore, unreadable } = tokens.value;
	const isAny = lines.length + unreadable > 0;
	const canRevoke = canUse(role, "delete_refresh-tokens_by_id");
	const began = lines.map(({ createdAt }) => createdAt);
	const under = lines.length - apart.length;
	const unread = unreadable > 0 ? `, ${unreadable} unreadable` : "";
	return (
		<Section
			id="refresh-tokens"
			title="Refresh tokens"
			aside={
				isAny && canUse(role, "delete_user_refresh-tokens") ? (
					<RevokeAllTokens userId={userId} person={person} tokens={all} />
				) : null
			}
		>
			{requested.allTokens ? (
				<AllGone
					resource="refresh token"
					userId={userId}
					began={began}
					at={requested.allTokens.at}
					isPart={hasMore || unreadable > 0}
				/>
			) : null}
			<UnreadableRows count={unreadable} />
			<p className="text-sm text-muted">
				{isAny ? (
					<>
						{hasMore ? `The first ${lines.length} of ` : ""}
						{allOf(all, "refresh token")}
						{under > 0 ? `: ${under} under sessions above, ${apart.length} here${unread}.` : "."}{" "}
						<TextLink href={listPageOf("refresh token", userId)}>
							{may(role, "editMetadata") ? "Filter, select or edit several" : "Filter"}
						</TextLink>
					</>
				) : (
					"None is listed."
				)}{" "}
				{unlistedTokens("their session")}
			</p>
			{apart.length > 0 ? (
				<TokenRows
					label={`Tokens of ${person} under no session`}
					columns={columnsApart}
					rows={apart}
					userId={userId}
					clock={clock}
					canRevoke={canRevoke}
				/>
			) : null}
		</Section>
	);
}
