import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { TokensOfUser } from "./token-search-result";

/** @param all where the user's tokens of all applications are */
export function NoTokens({ user, filter, next, isFirst, all }: Omit<TokensOfUser, "tokens"> & { all: string }) {
	const { chosen, loaded } = filter;
	if (!chosen) {
		return (
			<EmptyState title={isFirst ? "No refresh tokens" : "No more refresh tokens"}>
				<p>
					{isFirst ? (
						<>
							<bdi>{user.label}</bdi> has none now.
						</>
					) : (
						"The page before was the last one."
					)}
				</p>
			</EmptyState>
		);
	}
	return (
		<EmptyState
			title={isFirst ? "No refresh tokens of this application" : "No more refresh tokens of this application"}
		>
			<p>
				<bdi>{user.label}</bdi> has none of <bdi>{chosen.name}</bdi>
				{loaded !== null && next ? " among those loaded. There are more." : isFirst ? " now." : " on this page."}
			</p>
			<PageLink href={all} className={buttonClass()}>
				All applications
			</PageLink>
		</EmptyState>
	);
}
