import { PageLink } from "@/components/layout/links";
import { EmptyState } from "@/components/ui/empty-state";
import type { Clock } from "@/components/ui/time-text";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import type { FoundUser, TokenSearchResult } from "./token-search-result";
import { TokenTable, type TokenView } from "./token-table";

const asFound: TokenView = { sort: null, from: null };

type SearchResultsProps = { result: TokenSearchResult; view?: TokenView; clock: Clock; canWrite: boolean };

/** What a search found, on the server's page and as it is typed. */
export function SearchResults({ result, view = asFound, clock, canWrite }: SearchResultsProps) {
	switch (result.kind) {
		case "token":
			return (
				<p className="text-sm">
					This is a refresh token:{" "}
					<PageLink href={pageOf("refresh token", result.id)} className="font-medium text-accent underline">
						{result.id}
					</PageLink>
				</p>
			);
		case "users":
			return <Users users={result.users} mayBeMore={result.mayBeMore} />;
		case "tokens":
			return <TokenTable {...result} view={view} clock={clock} canWrite={canWrite} />;
		case "nothing":
			return result.noUserSearch ? (
				<EmptyState title="Users can't be searched">
					<p>
						The tenant has not granted this console <code>read:users</code>, so only whole identifiers of tokens and
						users are found. “<bdi>{result.text}</bdi>” is none.
					</p>
					<PageLink href="/connection" className="text-accent underline">
						Open the connection page
					</PageLink>
				</EmptyState>
			) : (
				<EmptyState title="Nothing found">
					<p>No refresh token and no user for “{result.text}”.</p>
					<p>Identifiers must be whole; of an e-mail address or a name the beginning is enough.</p>
				</EmptyState>
			);
	}
}

function Users({ users, mayBeMore }: { users: FoundUser[]; mayBeMore: boolean }) {
	return (
		<div className="grid gap-3">
			<h2 className="text-lg font-semibold">Which user?</h2>
			<ul className="border-t border-line" aria-label="Users found">
				{users.map(({ id, label, name }) => (
					<li
						key={id}
						className="flex min-h-10 items-center gap-x-3 border-b border-line px-2 text-sm max-sm:flex-wrap max-sm:py-1.5"
					>
						<PageLink
							href={`${resources["refresh token"].path}?user=${encodeURIComponent(id)}`}
							className="font-medium text-accent underline-offset-2 hover:underline"
						>
							<bdi>{label}</bdi>
						</PageLink>{" "}
						{name ? <bdi className="text-muted">{name}</bdi> : null}
					</li>
				))}
			</ul>
			{mayBeMore ? <p className="text-sm text-muted">There may be more. Type more of the address or name.</p> : null}
		</div>
	);
}
