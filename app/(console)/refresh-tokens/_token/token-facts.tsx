import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import type { TokenLabels } from "./token-labels";

type TokenFactsProps = { token: RefreshToken; labels: TokenLabels; clock: Clock };

/** Everything about a token but its metadata, its device and what it gives access to. */
export function TokenFacts({ token, labels, clock }: TokenFactsProps) {
	const { user_id, client_id, session_id } = token;
	return (
		<Section title="About this token">
			<Facts>
				<Fact term="User">
					{user_id ? (
						<span className="grid justify-items-start gap-1">
							{labels.user === user_id ? null : <bdi>{labels.user}</bdi>}
							<Identifier value={user_id} label="Copy user id" />
							<PageLink href={tokensOfUser(user_id)} className="text-accent underline">
								All tokens of this user
							</PageLink>
						</span>
					) : null}
				</Fact>
				<Fact term="Application">
					{client_id ? (
						<span className="grid justify-items-start gap-1">
							<PageLink href={pageOf("application", client_id)} className="text-accent underline">
								<bdi>{labels.application === client_id ? "Open the application" : labels.application}</bdi>
							</PageLink>
							<Identifier value={client_id} label="Copy client id" />
						</span>
					) : null}
				</Fact>
				<Fact term="Session">{session_id ? <Identifier value={session_id} label="Copy session id" /> : null}</Fact>
				<Fact term="Rotating">
					{token.rotating === true ? (
						<Badge tone="accent">yes: each exchange gives a new one</Badge>
					) : token.rotating === false ? (
						<Badge>no: the same one is used again</Badge>
					) : (
						<span className="text-muted">not said</span>
					)}
				</Fact>
				<Fact term="Created">
					<TimeText value={token.created_at} clock={clock} />
				</Fact>
				<Fact term="Last exchanged">
					<TimeText value={token.last_exchanged_at} clock={clock} />
				</Fact>
				<Fact term="Expires when unused">
					<TimeText value={token.idle_expires_at} clock={clock} />
				</Fact>
				<Fact term="Expires at the latest">
					<TimeText value={token.expires_at} clock={clock} />
				</Fact>
			</Facts>
		</Section>
	);
}

/** Where the tokens of a user are listed. */
export function tokensOfUser(userId: string): string {
	return `${resources["refresh token"].path}?user=${encodeURIComponent(userId)}`;
}
