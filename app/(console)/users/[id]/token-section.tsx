import type { Column } from "@/app/_tables/column-table";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { PageLink } from "@/components/layout/links";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/can-use";
import { listPageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { AllGone } from "../../_revocation/revocation-status";
import type { TokenLine } from "../../refresh-tokens/find-tokens";
import { tokenColumns } from "../../refresh-tokens/token-columns";
import { TokenRows } from "../../refresh-tokens/token-table";
import { unlistedTokens } from "../../sessions/logout-notices";
import { allOf, RevokeAllTokens } from "./end-all";
import { MoreLink } from "./more-link";
import type { PersonPart } from "./person-part";
import type { ReadTokens } from "./read-sign-ins";
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
	/** The user has more, which may belong to it. */
	isCut: boolean;
	/** Of the session, unlike that of any other: several may be on the same kind of device. */
	name: string;
	userId: string;
	clock: Clock;
	canRevoke: boolean;
};

export function TokensOfSession({ tokens, isCut, name, ...rest }: TokensOfSessionProps) {
	if (tokens.length === 0) {
		return (
			<p className="border-t border-line p-3 text-sm text-muted">
				{isCut ? "No refresh token among those loaded." : "No refresh token."}
			</p>
		);
	}
	return <TokenRows label={`Tokens of the session on ${name}`} columns={columns} rows={tokens} {...rest} />;
}

type TokenSectionProps = PersonPart & { tokens: ReadTokens; areSessionsKnown: boolean; moreHref: string | null };

/** The refresh tokens that stand under no session, and what concerns all. */
export function TokenSection({ tokens, areSessionsKnown, moreHref, ...part }: TokenSectionProps) {
	const { userId, person, role, clock, requested, page } = part;
	const canRevoke = canUse(role, "delete_refresh-tokens_by_id");
	const { apart, unreadable } = tokens;
	const shown = tokens.shown.length;
	const isAny = shown + unreadable > 0;
	const revoked = requested.allTokens;
	const unlisted = unlistedTokens("their session");
	return (
		<Section
			id="refresh-tokens"
			title="Refresh tokens"
			aside={
				isAny && canUse(role, "delete_user_refresh-tokens") ? (
					<RevokeAllTokens {...{ userId, person }} tokens={tokens.all} />
				) : null
			}
		>
			{revoked ? (
				<AllGone
					{...{ resource: "refresh token", page, userId, at: revoked.at }}
					began={tokens.shown.map(({ createdAt }) => createdAt)}
					isPart={unreadable > 0 || (shown > 0 && tokens.hasMore)}
					gone={{
						all: "No refresh token is listed any more.",
						those: "None of those refresh tokens is listed any more: those below were issued since.",
					}}
				/>
			) : null}
			<UnreadableRows count={unreadable} />
			<p className="text-sm text-muted">
				{!isAny ? (
					"None is listed."
				) : (
					<>
						{sentenceOf(tokens, areSessionsKnown)}{" "}
						<PageLink href={listPageOf("refresh token", userId)} className="text-accent underline">
							{may(role, "editMetadata") ? "Filter, select or edit several" : "Filter"}
						</PageLink>
					</>
				)}
			</p>
			{unlisted ? <p className="text-sm text-muted">{unlisted}</p> : null}
			{apart.length > 0 ? (
				<TokenRows
					label={`Tokens of ${person} under no session`}
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
function sentenceOf(tokens: ReadTokens, areSessionsKnown: boolean): string {
	const { apart, all, unreadable, hasMore } = tokens;
	const shown = tokens.shown.length;
	const first = hasMore ? `The first ${shown} of ${allOf(all, "refresh token")}` : allOf(all, "refresh token");
	const under = shown - apart.length;
	if (!areSessionsKnown || under === 0) return `${first}.`;
	if (unreadable > 0) return `${first}: ${under} under sessions above, ${apart.length} here, ${unreadable} unreadable.`;
	if (apart.length > 0) return `${first}: ${under} under sessions above, ${apart.length} here.`;
	return shown === 1 ? `${first}, under its session above.` : `${first}, all under their sessions above.`;
}
