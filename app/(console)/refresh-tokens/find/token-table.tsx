import { PageLink } from "@/components/layout/links";
import { Button, buttonClass } from "@/components/ui/button";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { ApplicationFilter } from "./application-filter";
import { NoTokens } from "./no-tokens";
import type { TokenLine, TokensOfUser } from "./token-search-result";

type TokenTableProps = TokensOfUser & { clock: Clock; canWrite: boolean };

const columns = ["Application", "Device", "Created", "Last exchanged", "Expires", "Rotating", "Metadata"];

/** One checkpoint page of a user's refresh tokens. */
export function TokenTable({ user, tokens, filter, next, isFirst, clock, canWrite }: TokenTableProps) {
	const all = `/refresh-tokens?user=${encodeURIComponent(user.id)}`;
	const path = filter.chosen ? `${all}&client=${encodeURIComponent(filter.chosen.id)}` : all;
	return (
		<div className="grid gap-4">
			<h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
				Tokens of <bdi>{user.label}</bdi>
			</h2>
			{filter.used.length > 0 ? <ApplicationFilter userId={user.id} filter={filter} /> : null}
			{filter.loaded !== null ? (
				<p className="text-sm text-muted">
					{tokens.length} in {filter.loaded} loaded: this tenant does not filter by application, so the console does.
				</p>
			) : null}
			{tokens.length === 0 ? (
				<NoTokens {...{ user, filter, next, isFirst, all }} />
			) : (
				<form action="/refresh-tokens/revoke" className="grid gap-3">
					<input type="hidden" name="user" value={user.id} />
					<div className="overflow-x-auto rounded-lg border border-line bg-surface">
						<table className="w-full text-left text-sm">
							<thead>
								<tr className="border-b border-line text-muted">
									{canWrite ? (
										<th scope="col" className="px-4 py-2.5 font-medium">
											Select
										</th>
									) : null}
									{columns.map((column) => (
										<th key={column} scope="col" className="px-4 py-2.5 font-medium">
											{column}
										</th>
									))}
								</tr>
							</thead>
							<tbody>
								{tokens.map((token) => (
									<TokenRow key={token.id} {...{ token, clock, canWrite }} />
								))}
							</tbody>
						</table>
					</div>
					{canWrite ? (
						<p className="flex flex-wrap gap-3">
							<Button formAction="/refresh-tokens/bulk">Edit metadata…</Button>
							<Button>Revoke selected</Button>
							<Button name="all" value="yes">
								Revoke all of this user
							</Button>
						</p>
					) : null}
				</form>
			)}
			<nav aria-label="Pages of tokens" className="flex flex-wrap gap-3 empty:hidden">
				{isFirst ? null : (
					<PageLink href={path} className={buttonClass()}>
						First page
					</PageLink>
				)}
				{next ? (
					<PageLink href={`${path}&from=${encodeURIComponent(next)}`} className={buttonClass()}>
						Next page
					</PageLink>
				) : null}
			</nav>
		</div>
	);
}

function TokenRow({ token, clock, canWrite }: { token: TokenLine; clock: Clock; canWrite: boolean }) {
	return (
		<tr className="border-b border-line align-top last:border-0 hover:bg-sunken">
			{canWrite ? (
				<td className="px-4 py-3">
					<input
						type="checkbox"
						name="token"
						value={token.id}
						aria-label={`Select ${token.application}, ${token.id}`}
						className="size-6"
					/>
				</td>
			) : null}
			<th scope="row" className="min-w-48 px-4 py-3 font-medium">
				<PageLink
					href={`/refresh-tokens/${encodeURIComponent(token.id)}`}
					className="text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
				>
					<bdi>{token.application}</bdi>
					<code className="block text-xs font-normal text-muted">{token.id}</code>
				</PageLink>
			</th>
			<td className="px-4 py-3">{token.device ?? <span className="text-muted">not said</span>}</td>
			<td className="px-4 py-3">
				<TimeText value={token.createdAt} clock={clock} />
			</td>
			<td className="px-4 py-3">
				<TimeText value={token.lastExchangedAt} clock={clock} missing="never" />
			</td>
			<td className="px-4 py-3">
				<Expiry {...token} clock={clock} />
			</td>
			<td className="px-4 py-3">
				{token.rotating === null ? <span className="text-muted">not said</span> : token.rotating ? "yes" : "no"}
			</td>
			<td className="whitespace-nowrap px-4 py-3">
				{token.metadataKeys} {token.metadataKeys === 1 ? "key" : "keys"}
			</td>
		</tr>
	);
}

/** The absolute expiry, and the one through idleness where there is one. */
function Expiry({
	expiresAt,
	idleExpiresAt,
	clock,
}: Pick<TokenLine, "expiresAt" | "idleExpiresAt"> & { clock: Clock }) {
	return (
		<>
			<TimeText value={expiresAt} clock={clock} missing={idleExpiresAt ? "no fixed end" : "—"} />
			{idleExpiresAt ? (
				<span className="mt-1 block">
					<span className="text-muted">if unused </span>
					<TimeText value={idleExpiresAt} clock={clock} />
				</span>
			) : null}
		</>
	);
}
