import { UnreadPart } from "@/app/_forms/unread-part";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Section } from "@/components/ui/section";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/connection/can-use";
import { listPageOf } from "@/lib/dashboard/registry/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { EndRequested } from "../../_end/end-status";
import { tokenColumns } from "../../refresh-tokens/_find/token-columns";
import type { TokenLine } from "../../refresh-tokens/_find/token-search-result";
import { TokenEntries } from "../../refresh-tokens/_find/token-table";
import { unlistedTokens } from "../../sessions/_session/unlisted-tokens";
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
	return <Tokens label={`Tokens of the session on ${name}`} columns={columns} rows={tokens} {...rest} />;
}

type TokensProps<Line extends TokenLine> = Omit<TokensOfSessionProps, "tokens" | "isCut" | "name"> & {
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

type ReadTokens = Exclude<SignIns["tokens"], { problem: unknown }>;

type TokenSectionProps = SignIns & PersonPart & { moreHref: string | null };

/** The refresh tokens that stand under no session, and what concerns all. */
export function TokenSection({ sessions, tokens, moreHref, ...part }: TokenSectionProps) {
	const { userId, person, role, clock, requested } = part;
	const canRevoke = canUse(role, "delete_refresh-tokens_by_id");
	if ("problem" in tokens) {
		return (
			<Section id="refresh-tokens" title="Refresh tokens">
				<UnreadPart problem={tokens.problem} />
			</Section>
		);
	}
	const { apart, shown } = tokens;
	const unlisted = unlistedTokens("their session");
	return (
		<Section
			id="refresh-tokens"
			title="Refresh tokens"
			aside={
				shown > 0 && canUse(role, "delete_user_refresh-tokens") ? (
					<RevokeAllTokens {...{ userId, person }} tokens={tokens.all} />
				) : null
			}
		>
			{!requested.revoked ? null : shown === 0 ? (
				<Alert tone="success" title="No refresh token is listed any more." />
			) : (
				<EndRequested
					title="Revocation requested"
					what="they are"
					watched={{ resource: "refresh token", allOf: userId }}
				/>
			)}
			<p className="text-sm text-muted">
				{shown === 0 ? (
					"None is listed."
				) : (
					<>
						{sentenceOf(tokens, "problem" in sessions)}{" "}
						<PageLink href={listPageOf("refresh token", userId)} className="text-accent underline">
							{may(role, "editMetadata") ? "Filter, select or edit several" : "Filter"}
						</PageLink>
					</>
				)}
			</p>
			{unlisted ? <p className="text-sm text-muted">{unlisted}</p> : null}
			{apart.length > 0 ? (
				<Tokens
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
function sentenceOf({ apart, shown, all, hasMore }: ReadTokens, areSessionsUnknown: boolean): string {
	const first = hasMore ? `The first ${shown} of ${allOf(all, "refresh token")}` : allOf(all, "refresh token");
	const under = shown - apart.length;
	if (areSessionsUnknown || under === 0) return `${first}.`;
	if (apart.length > 0) return `${first}: ${under} under sessions above, ${apart.length} here.`;
	return shown === 1 ? `${first}, under its session above.` : `${first}, all under their sessions above.`;
}
