import { UnreadPart } from "@/app/_page/unread";
import type { Column } from "@/app/_tables/column-table";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { TextLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { listPageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { AllGone } from "../../_revocation/revocation-status";
import { tokenColumns } from "../../refresh-tokens/token-columns";
import { TokenRows } from "../../refresh-tokens/token-table";
import { unlistedTokens } from "../../sessions/logout-notices";
import { allOf, RevokeAllTokens } from "./end-all";
import type { SignInProps } from "./person-part";
import type { TokenApart } from "./read-sign-ins";

const SHOWN_COLUMNS = ["Application", "Device", "Last exchanged", "Expires", "Metadata"];

/** Without what the session above says already. */
export const columnsOfSession = tokenColumns.filter(({ title }) => SHOWN_COLUMNS.includes(title));

const columnsApart: Column<TokenApart, Clock>[] = [
	...columnsOfSession.slice(0, 1),
	{ title: "Session", className: "max-w-none", cell: ({ reason }) => reason },
	...columnsOfSession.slice(1),
];

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
	const { userId, person, role, requested } = part;
	const { all, hasMore, unreadable } = tokens.value;
	const isAny = lines.length + unreadable > 0;
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
					"None listed."
				)}{" "}
				{unlistedTokens("their session")}
			</p>
			{apart.length > 0 ? (
				<TokenRows
					label={`Tokens of ${nameInWords(person)} under no session`}
					columns={columnsApart}
					rows={apart}
					part={part}
				/>
			) : null}
		</Section>
	);
}
