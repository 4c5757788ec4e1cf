import { TextLink } from "@/components/layout/links";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { READ_TOKEN_PATHS } from "@/lib/contract/service-paths";
import { dashboardConfig } from "@/lib/dashboard/config";
import { resources } from "@/lib/dashboard/resources/resources";

/** The Atom feed: its URL, and how a reader signs in. */
export function FeedSection() {
	return (
		<Section id="feed" title="Feed">
			<p className="text-sm">
				The same events for a feed reader (Atom), as viewers of this console see them. The reader signs in with any user
				name, and a <TextLink href={resources["read token"].path}>read token</TextLink> as its password.
			</p>
			<Identifier value={dashboardConfig().appUrl + READ_TOKEN_PATHS.feed} label="Copy feed URL" />
		</Section>
	);
}
