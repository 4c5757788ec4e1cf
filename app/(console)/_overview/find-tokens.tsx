import { FindAnything } from "@/app/_frame/find-anything";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { ownedName } from "@/lib/dashboard/management/seen";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";

const SHOWN = 3;

/** The search for everything, and the tokens that this admin opened last, as of then: no request is sent to the tenant. */
export function FindTokens({ tokens, clock }: { tokens: readonly OpenedRefreshToken[]; clock: Clock }) {
	return (
		<div className="grid gap-3">
			<FindAnything />
			{tokens.length > 0 ? (
				<section aria-labelledby="opened-tokens" className="grid gap-1">
					<p id="opened-tokens" className="text-xs text-muted">
						Tokens you opened recently, as they were then
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
