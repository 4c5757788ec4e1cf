import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listFeedTokens } from "@/lib/dashboard/log-stream/feed-tokens";
import { FEED_PATH } from "@/lib/dashboard/log-stream/read-feed";
import { resources } from "@/lib/dashboard/resources/resources";
import { addFeedTokenAction, revokeFeedTokenAction } from "./log-stream-actions";
import { NewSecret } from "./new-secret";

/** The Atom feed: its address, and the tokens that may read it. */
export async function FeedSection({ clock }: { clock: Clock }) {
	const tokens = await listFeedTokens();
	return (
		<Section id="feed" title="Feed">
			<p className="text-sm">
				The same events for a feed reader (Atom), as viewers of this console see them. The reader signs in with any user
				name, and a token as its password.
			</p>
			<Identifier value={dashboardConfig().appUrl + FEED_PATH} label="Copy feed URL" />
			{tokens.length > 0 ? (
				<ul aria-label="Tokens of the feed" className="border-t border-line text-sm">
					{tokens.map(({ id, name, createdAt, lastUsedAt }) => (
						<li
							key={id}
							className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
						>
							<p id={id}>
								<Name className="font-medium" text={name} />
								<span className="text-muted">
									, created <TimeText value={createdAt} clock={clock} isCompact />, last used{" "}
									<TimeText value={lastUsedAt} clock={clock} isCompact missing="never" />
								</span>
							</p>
							<ConfirmedAction
								verb="Revoke feed token"
								title="Revoke this token?"
								action={revokeFeedTokenAction}
								acts={["revoke"]}
								sends={{ feedTokenId: id }}
								describedBy={id}
							>
								<p>
									Readers with the token <Name className="font-semibold" text={name} /> can't read the feed any more.{" "}
									{resources["feed token"].stays}
								</p>
							</ConfirmedAction>
						</li>
					))}
				</ul>
			) : (
				<p className="text-sm text-muted">Nothing can read the feed yet: add a token.</p>
			)}
			<NewSecret action={addFeedTokenAction} what="token" button="Add feed token">
				{/* Loads the page anew, without the token. */}
				<a href={resources["feed token"].path} className="font-medium text-accent underline">
					Done
				</a>
			</NewSecret>
		</Section>
	);
}
