import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { ownedName } from "@/lib/dashboard/management/seen";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";

const SHOWN = 3;

/** The search for tokens, and those that this admin opened last, as of then: no request is sent to the tenant. */
export function FindTokens({ tokens, clock }: { tokens: readonly OpenedRefreshToken[]; clock: Clock }) {
	return (
		<div className="grid gap-3">
			<search>
				<form action={resources["refresh token"].path}>
					<Field id="token-search" label="User or refresh token">
						<div className="flex gap-2">
							<input
								id="token-search"
								type="search"
								name="q"
								autoComplete="off"
								autoCapitalize="off"
								spellCheck={false}
								placeholder="E-mail address, name or id"
								className="control min-h-10 flex-1"
							/>
							<Button className="min-h-10">Search</Button>
						</div>
					</Field>
				</form>
			</search>
			{tokens.length > 0 ? (
				<section aria-labelledby="opened-tokens" className="grid gap-1">
					<p id="opened-tokens" className="text-xs text-muted">
						Recently opened by you, as seen then
					</p>
					<ul className="divide-y divide-line border-t border-line">
						{tokens.slice(0, SHOWN).map(({ tokenId, openedAt, user, application, flags }) => {
							const name = user && application ? ownedName(application, user) : (user ?? application);
							return (
								<li key={tokenId} className="flex min-h-9 flex-wrap items-center gap-x-3 text-sm">
									<PageLink
										href={pageOf("refresh token", tokenId)}
										title={tokenId}
										className="inline-flex min-h-6 items-center font-medium underline-offset-2 hover:underline"
									>
										{name ? <Name text={name} /> : <code>{tokenId}</code>}
									</PageLink>
									{flags?.map((flag) => (
										<Badge key={flag} tone="warning">
											{flag}
										</Badge>
									))}
									<span className="ml-auto text-xs text-muted">
										<TimeText value={openedAt} clock={clock} isCompact />
									</span>
								</li>
							);
						})}
					</ul>
				</section>
			) : null}
		</div>
	);
}
