import { ListPages } from "@/app/_tables/list-pages";
import { rowSortText, sortRows } from "@/app/_tables/row-sort";
import { SortHeads } from "@/app/_tables/sort-heads";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Cell, DataTable } from "@/components/ui/data-table";
import { SelectAll, SelectRow } from "@/components/ui/select-box";
import { Selection } from "@/components/ui/selection";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { type TokenFlag, tokenFlags } from "../_token/token-flags";
import { ApplicationFilter } from "./application-filter";
import { NoTokens } from "./no-tokens";
import { type TokenSort, tokenColumns } from "./token-columns";
import { tokenEnd } from "./token-end";
import type { TokenLine, TokensOfUser } from "./token-search-result";

/** What of a user's tokens the address names: the order, and the checkpoint where the page begins. */
export type TokenView = { sort: TokenSort | null; from: string | null };

type TokenTableProps = TokensOfUser & { view: TokenView; clock: Clock; canWrite: boolean };

const titles = [
	["Application", "application"],
	["Device", null],
	["Created", "createdAt"],
	["Last exchanged", "lastExchangedAt"],
	["Expires", "expiresAt"],
	["Rotating", null],
	["Metadata", null],
] as const;

/** One checkpoint page of a user's refresh tokens. */
export function TokenTable({ user, tokens, filter, next, isFirst, view, clock, canWrite }: TokenTableProps) {
	const { sort, from } = view;
	function address(changed: { from?: string | null; sort?: TokenSort | null }): string {
		const wanted = { from, sort, ...changed };
		const query = new URLSearchParams({ user: user.id });
		if (filter.chosen) query.set("client", filter.chosen.id);
		if (wanted.sort) query.set("sort", rowSortText(wanted.sort));
		if (wanted.from) query.set("from", wanted.from);
		return `${resources["refresh token"].path}?${query}`;
	}
	const table = (
		<DataTable
			label={`Tokens of ${user.label}`}
			head={
				<>
					{canWrite ? <SelectAll what="tokens on this page" /> : null}
					<SortHeads titles={titles} columns={tokenColumns} sort={sort} addressOf={(sort) => address({ sort })} />
				</>
			}
		>
			{sortRows(tokenColumns, tokens, sort).map((token) => (
				<TokenRow key={token.id} {...{ token, clock, canWrite }} />
			))}
		</DataTable>
	);
	return (
		<div className="grid gap-4">
			<h2 className="text-lg font-semibold">
				Tokens of <bdi>{user.label}</bdi>
			</h2>
			<div className="flex flex-wrap items-end justify-between gap-3">
				{filter.used.length > 0 ? <ApplicationFilter userId={user.id} filter={filter} /> : null}
				{canWrite && tokens.length > 0 ? <RevokeAll userId={user.id} /> : null}
			</div>
			<p className="text-sm text-muted empty:hidden">
				{filter.loaded === null
					? ""
					: `${tokens.length} in ${filter.loaded} loaded: this tenant does not filter by application, so the console does. `}
				{sort && (next || !isFirst) ? `Sorted among the ${tokens.length} on this page.` : ""}
			</p>
			{tokens.length === 0 ? (
				<NoTokens
					{...{ user, filter, next, isFirst }}
					all={`${resources["refresh token"].path}?user=${encodeURIComponent(user.id)}`}
				/>
			) : canWrite ? (
				<Selection
					name="token"
					action="/refresh-tokens/revoke"
					actions={
						<>
							<Button formAction="/refresh-tokens/bulk">Edit metadata…</Button>
							<Button>Revoke selected</Button>
						</>
					}
				>
					<input type="hidden" name="user" value={user.id} />
					{table}
				</Selection>
			) : (
				table
			)}
			<ListPages
				label="Pages of tokens"
				first={isFirst ? null : address({ from: null })}
				next={next ? address({ from: next }) : null}
			/>
		</div>
	);
}

/** Apart from what is done with the chosen tokens: it takes all of them, those of other pages too. */
function RevokeAll({ userId }: { userId: string }) {
	return (
		<form action="/refresh-tokens/revoke">
			<input type="hidden" name="user" value={userId} />
			<Button name="all" value="yes">
				Revoke all of this user
			</Button>
		</form>
	);
}

function TokenRow({ token, clock, canWrite }: { token: TokenLine; clock: Clock; canWrite: boolean }) {
	const { id, application } = token;
	const flags = tokenFlags(token, clock.now);
	const end = tokenEnd(token);
	const isTwiceSoon = flags.filter((flag) => flag !== "device changed").length > 1;
	return (
		<tr>
			{canWrite ? <SelectRow name="token" value={id} label={`Select ${application}, ${id}`} /> : null}
			<th scope="row" title={`${application}, ${id}`}>
				<PageLink href={pageOf("refresh token", id)} className="text-accent underline-offset-2 hover:underline">
					<bdi>{application}</bdi> <code className="text-xs font-normal text-muted">{id}</code>
				</PageLink>
			</th>
			<Cell label="Device" title={token.device ?? undefined}>
				<span className="flex gap-1.5 max-sm:flex-wrap">
					<span className="truncate">{token.device ?? <span className="text-muted">not said</span>}</span>
					<Flag name="device changed" flags={flags} />
				</span>
			</Cell>
			<Cell label="Created">
				<TimeText value={token.createdAt} clock={clock} isCompact />
			</Cell>
			<Cell label="Last exchanged">
				<TimeText value={token.lastExchangedAt} clock={clock} missing="never" isCompact />
			</Cell>
			<Cell label="Expires" className={isTwiceSoon ? "max-w-none whitespace-normal" : "max-w-none"}>
				<TimeText value={end.at} clock={clock} isCompact />
				{end.isWhenUnused && !flags.includes("expires unused within 7 days") ? " if unused" : null}{" "}
				<Flag name="expires within 7 days" flags={flags} /> <Flag name="expires unused within 7 days" flags={flags} />
			</Cell>
			<Cell label="Rotating">
				{token.rotating === null ? <span className="text-muted">not said</span> : token.rotating ? "yes" : "no"}
			</Cell>
			<Cell label="Metadata">
				{token.metadataKeys} {token.metadataKeys === 1 ? "key" : "keys"}
			</Cell>
		</tr>
	);
}

function Flag({ name, flags }: { name: TokenFlag; flags: readonly TokenFlag[] }) {
	return flags.includes(name) ? <Badge tone="warning">{name}</Badge> : null;
}
