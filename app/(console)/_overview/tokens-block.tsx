import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import type { OpenedRefreshToken } from "@/lib/dashboard/store/opened-refresh-tokens";
import { BlockLink } from "./block-link";

const SHOWN = 5;

/** The tokens that this admin opened last, as they were then: nothing is asked of the tenant. */
export function TokensBlock({ tokens, clock }: { tokens: readonly OpenedRefreshToken[]; clock: Clock }) {
	return (
		<Section
			title={resources["refresh token"].title}
			aside={<BlockLink href={resources["refresh token"].path}>Find a refresh token</BlockLink>}
		>
			{tokens.length === 0 ? (
				<p className="text-sm text-muted">You have opened none yet.</p>
			) : (
				<>
					<ul className="divide-y divide-line border-b border-line">
						{tokens.slice(0, SHOWN).map((token) => (
							<Opened key={token.tokenId} token={token} clock={clock} />
						))}
					</ul>
					<p className="text-xs text-muted">As each was when you last opened it here.</p>
				</>
			)}
		</Section>
	);
}

function Opened({ token, clock }: { token: OpenedRefreshToken; clock: Clock }) {
	const { tokenId, openedAt, user, application, flags } = token;
	const name = [user, application].filter(Boolean).join(" · ");
	return (
		<li className="grid py-1.5 text-sm">
			<PageLink
				href={pageOf("refresh token", tokenId)}
				className="min-h-6 justify-self-start text-accent underline-offset-2 hover:underline"
			>
				{name ? <bdi>{name}</bdi> : <code>{tokenId}</code>}
			</PageLink>
			<span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
				{name ? <code className="text-xs">{tokenId}</code> : null}
				{flags?.map((flag) => (
					<Badge key={flag} tone="warning">
						{flag}
					</Badge>
				))}
				<span className="ml-auto">
					<TimeText value={openedAt} clock={clock} isCompact />
				</span>
			</span>
		</li>
	);
}
