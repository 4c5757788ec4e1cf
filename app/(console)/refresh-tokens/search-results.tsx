import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { UnreadItems } from "@/app/_tables/unread-items";
import { RowLink, TextLink } from "@/components/layout/links";
import { Breakable } from "@/components/ui/breakable";
import { EmptyState } from "@/components/ui/empty-state";
import { Name } from "@/components/ui/name";
import type { Clock } from "@/components/ui/time-text";
import { listPageOf, pageOf } from "@/lib/dashboard/resources/resources";
import type { FoundPlace } from "./find-by-id";
import type { FoundUser, TokenSearchResult } from "./find-tokens";
import { mayBeId } from "./token-id";
import { TokenTable, type TokenView } from "./token-table";

/** What was found; a place has a page of its own. */
type Found = Exclude<TokenSearchResult, FoundPlace>;

export function summaryOf(result: Found): string {
	switch (result.kind) {
		case "users":
			return `${result.users.length} users found.`;
		case "tokens":
			return `${result.tokens.length}${result.next ? " or more" : ""} refresh tokens found.`;
		case "nothing":
			return "Nothing found.";
	}
}

export function SearchResults({ result, view, clock }: { result: Found; view: TokenView; clock: Clock }) {
	switch (result.kind) {
		case "users":
			return <Users {...result} />;
		case "tokens":
			return <TokenTable {...result} view={view} clock={clock} />;
		case "nothing":
			return <NothingFound {...result} />;
	}
}

const userColumns: Column<FoundUser>[] = [
	{
		title: "User",
		cell: ({ id, label }) => <RowLink href={listPageOf("refresh token", id)} name={label} />,
	},
	{
		title: "Name",
		cell: ({ name }) => (name ? <Name text={name} /> : <span className="text-muted">—</span>),
	},
	{
		title: "User ID",
		cell: ({ id }) => (
			<code>
				<Breakable text={id} />
			</code>
		),
	},
];

function Users({ users, unread, unreadable, mayBeMore }: Extract<Found, { kind: "users" }>) {
	return (
		<div className="grid gap-3">
			<UnreadItems count={unread} what="user" unreadable={unreadable} />
			{users.length > 0 ? (
				<>
					<h2 className="font-semibold">Which user?</h2>
					<ColumnTable
						label="Users found"
						columns={userColumns}
						rows={users}
						idOf={({ id }) => id}
						shared={undefined}
					/>
				</>
			) : null}
			{mayBeMore ? (
				<p className="text-sm text-muted">There may be more. Type more of the name or e-mail address.</p>
			) : null}
		</div>
	);
}

function NothingFound({ text, noUserSearch }: Extract<Found, { kind: "nothing" }>) {
	// A text that doesn't look like an identifier was not looked up as one.
	const mayBeUnusualId = !/[\s@|]/.test(text) && !mayBeId(text);
	return (
		<EmptyState title={noUserSearch ? "Users can't be searched" : "Nothing found"}>
			{noUserSearch ? (
				<>
					<p>
						The tenant has not granted this console <code>read:users</code>, so only whole IDs of tokens and users are
						found. “<Name text={text} />” is not one.
					</p>
					<TextLink href="/connection">Open the connection page</TextLink>
				</>
			) : (
				<>
					<p>
						No user, token or session matches “<Name text={text} />
						”.
					</p>
					<p>IDs of tokens and sessions must be whole.</p>
				</>
			)}
			{mayBeUnusualId ? (
				<p>
					Is it the whole ID of a token? <TextLink href={pageOf("refresh token", text)}>Open it as a token ID</TextLink>
				</p>
			) : null}
		</EmptyState>
	);
}
