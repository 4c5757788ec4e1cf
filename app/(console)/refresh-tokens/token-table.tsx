import { RoleNote, ScopeMissing } from "@/app/_page/notices";
import { ColumnTable, type ColumnTableProps } from "@/app/_tables/column-table";
import { ListPages } from "@/app/_tables/list-controls";
import { listAddress, type RowSort, sortRows } from "@/app/_tables/list-view";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { ButtonLink, MenuLink, NameLink } from "@/components/layout/links";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { CopyEntry } from "@/components/ui/row-menu";
import { SelectAll, SelectRow } from "@/components/ui/select-box";
import { Selection } from "@/components/ui/selection";
import type { Clock } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { listPageOf, pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import type { Application, TokenLine, TokensOfUser } from "./find-tokens";
import { tokenColumns } from "./token-columns";

const EDIT = resources["refresh token"].metadata.update;
const [REVOKE] = resources["refresh token"].ends.one;

/** The view of a user's tokens in the URL: the sort order, the checkpoint of the page, and the search that found the user. */
export type TokenView = { sort: RowSort | null; from: string | null; search: string | null };

type TokenTableProps = TokensOfUser & { view: TokenView; clock: Clock };

const tokenChoice = {
	head: <SelectAll what="tokens on this page" />,
	cell: ({ id, application }: TokenLine) => (
		<SelectRow name="token" value={id} label={`Select ${nameInWords(application)}, ${id}`} />
	),
};

export function TokenTable(props: TokenTableProps) {
	const { user, tokens, unreadable, filter, next, isFirst, access, view, clock } = props;
	const [canEdit, canRevoke] = [canUse(access.towards, EDIT), canUse(access.towards, REVOKE)];
	const { sort, search } = view;
	const address = (changed: Partial<Omit<TokenView, "search">>) =>
		listAddress(resources["refresh token"].path, {
			user: user.id,
			client: filter.chosen?.id,
			sort,
			from: view.from,
			...changed,
		});
	const table = (
		<TokenRows
			part={{ userId: user.id, role: access.towards, clock }}
			sort={sort}
			label={`Tokens of ${nameInWords(user.label)}`}
			columns={tokenColumns}
			rows={sortRows(tokenColumns, tokens, sort).map((token) => ({ ...token, search }))}
			addressOf={(sort) => address({ sort })}
			choice={canEdit || canRevoke ? tokenChoice : null}
		/>
	);
	return (
		<div className="grid gap-4">
			<h2 className="text-lg font-semibold">
				Tokens of{" "}
				<NameLink
					href={pageOf("user", user.id)}
					className="text-accent underline-offset-2 hover:underline"
					name={user.label}
				/>
			</h2>
			<RoleNote {...access} permission="editMetadata" />
			{may(access.towards, "editMetadata") ? <ScopeMissing of={EDIT} /> : null}
			{may(access.towards, "revokeTokens") ? <ScopeMissing of={REVOKE} /> : null}
			<div className="flex flex-wrap items-end justify-between gap-3">
				{filter.used.length > 0 ? <ApplicationFilter userId={user.id} filter={filter} /> : null}
				{canRevoke && tokens.length > 0 ? (
					// Separate from the selection: it revokes all tokens, including those of other pages.
					<form action="/refresh-tokens/revoke">
						<input type="hidden" name="user" value={user.id} />
						<Button name="all" value="yes">
							Revoke all of this user
						</Button>
					</form>
				) : null}
			</div>
			<p className="text-sm text-muted empty:hidden">
				{filter.loaded === null
					? ""
					: `${tokens.length} in ${filter.loaded} loaded: this tenant does not filter by application, so the console does. `}
				{sort && (next || !isFirst) ? `Sorted among the ${tokens.length} on this page.` : ""}
			</p>
			<UnreadableRows count={unreadable} />
			{tokens.length === 0 && unreadable > 0 ? null : tokens.length === 0 ? (
				<NoTokens {...props} />
			) : canEdit || canRevoke ? (
				<Selection
					name="token"
					action="/refresh-tokens/revoke"
					actions={
						<>
							{canEdit ? <Button formAction="/refresh-tokens/bulk">Edit metadata…</Button> : null}
							{canRevoke ? <Button>Revoke selected</Button> : null}
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

type TokenRowsProps<Line extends TokenLine> = Omit<ColumnTableProps<Line, Clock>, "idOf" | "shared" | "menu"> & {
	/** `role`: the admin's towards the user. */
	part: { userId: string; role: Role; clock: Clock };
};

/** A table of a user's tokens, each with its menu. */
export function TokenRows<Line extends TokenLine>({ part, ...table }: TokenRowsProps<Line>) {
	const { userId, role, clock } = part;
	const canRevoke = canUse(role, REVOKE);
	const entries = ({ id }: Line) => (
		<>
			<MenuLink href={pageOf("refresh token", id)}>Open</MenuLink>
			<CopyEntry text={id}>Copy token ID</CopyEntry>
			{canRevoke ? (
				<MenuLink
					href={`/refresh-tokens/revoke?${new URLSearchParams({ user: userId, token: id })}`}
					className="text-danger"
				>
					Revoke…
				</MenuLink>
			) : null}
		</>
	);
	const nameOf = ({ application, id }: Line) => `${application}, ${id}`;
	return <ColumnTable {...table} idOf={({ id }) => id} shared={clock} menu={{ nameOf, entries }} />;
}

function NoTokens({ user, filter: { chosen, loaded }, next, isFirst }: TokensOfUser) {
	const where = loaded !== null && next ? "among those loaded. There are more." : isFirst ? "now." : "on this page.";
	return (
		<EmptyState title={`No ${isFirst ? "" : "more "}refresh tokens${chosen ? " of this application" : ""}`}>
			<p>
				<Name text={user.label} /> has none{" "}
				{chosen ? (
					<>
						of <Name text={chosen.name} />{" "}
					</>
				) : null}
				{where}
			</p>
			{chosen ? <ButtonLink href={listPageOf("refresh token", user.id)}>All applications</ButtonLink> : null}
		</EmptyState>
	);
}

/** Filters a user's tokens by application: a native form with the GET method. */
function ApplicationFilter({ userId, filter }: { userId: string; filter: TokensOfUser["filter"] }) {
	const { chosen, used, others } = filter;
	return (
		<form
			key={chosen?.id}
			action="/refresh-tokens"
			method="get"
			autoComplete="off"
			aria-label="Filter by application"
			className="flex flex-wrap items-end gap-3"
		>
			<input type="hidden" name="user" value={userId} />
			<div className="max-w-sm flex-1 basis-56">
				<Field id="token-application" label="Application">
					<select id="token-application" name="client" defaultValue={chosen?.id ?? ""} className="control">
						<option value="">All applications</option>
						<Options label="With tokens here" applications={used} />
						<Options label="Other applications" applications={others} />
					</select>
				</Field>
			</div>
			<Button>Filter</Button>
		</form>
	);
}

function Options({ label, applications }: { label: string; applications: Application[] }) {
	if (applications.length === 0) return null;
	return (
		<optgroup label={label}>
			{applications.map(({ id, name }) => (
				<option key={id} value={id}>
					{nameInWords(name)}
				</option>
			))}
		</optgroup>
	);
}
