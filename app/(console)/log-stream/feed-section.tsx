import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listFeedTokens } from "@/lib/dashboard/log-stream/feed-tokens";
import { FEED_PATH } from "@/lib/dashboard/log-stream/read-feed";
import { revokeFeedTokenAction } from "./log-stream-actions";
import { NewFeedToken } from "./new-secret";

/** The Atom feed: its address, and the tokens that may read it. */
export async function FeedSection({ clock }: { clock: Clock }) {
	const tokens = await listFeedTokens();
	return (
		<Section id="feed" title="Feed">
			<p className="text-sm">
				The same events for a feed reader (Atom), each with what every viewer of this console sees. A reader signs in
				with any user name, and a token as the password.
			</p>
			<Identifier value={dashboardConfig().appUrl + FEED_PATH} label="Copy address of the feed" />
			{tokens.length > 0 ? (
				<ul aria-label="Tokens of the feed" className="border-t border-line text-sm">
					{tokens.map(({ id, name, createdAt, lastUsedAt }) => (
						<li
							key={id}
							className="grid items-center gap-x-6 gap-y-1 border-b border-line py-2 md:grid-cols-[minmax(8rem,1fr)_1fr_1fr_auto]"
						>
							<p id={id} className="font-medium wrap-anywhere">
								<Name text={name} />
							</p>
							<p>
								<span className="text-muted">Made</span> <TimeText value={createdAt} clock={clock} isCompact />
							</p>
							<p>
								<span className="text-muted">Last used</span>{" "}
								<TimeText value={lastUsedAt} clock={clock} isCompact missing="never" />
							</p>
							<div>
								<ConfirmedAction
									id={`revoke-${id}`}
									verb="Revoke feed token"
									title="Revoke this token?"
									action={revokeFeedTokenAction}
									sends={{ feedTokenId: id }}
									describedBy={id}
								>
									<p>
										Readers that use the token <Name className="font-semibold" text={name} /> get no more of the feed.
									</p>
								</ConfirmedAction>
							</div>
						</li>
					))}
				</ul>
			) : (
				<p className="text-sm text-muted">There is no token, so nothing can read the feed.</p>
			)}
			<NewFeedToken />
		</Section>
	);
}
