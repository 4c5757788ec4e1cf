import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { ConsoleToken, TokenState } from "@/lib/dashboard/console-tokens/console-tokens";
import type { TokenRights } from "@/lib/dashboard/console-tokens/token-rights";
import { resources } from "@/lib/dashboard/resources/resources";
import { revokeReadTokenAction } from "./read-token-actions";

const { idField, stays } = resources["read token"];

const stateWords: Record<Exclude<TokenState, "works">, string> = {
	expired: "Expired",
	revoked: "Revoked",
	maker: "Rests: its creator is not an editor now",
};

const rightsLabels: Record<Exclude<TokenRights, "read">, string> = { feed: "Feed alone", propose: "Proposes" };

type TokenListProps = { label: string; tokens: readonly ConsoleToken[]; clock: Clock };

/** Read tokens, with what each opens, who created it, and until when it works, or why it does not. */
export function TokenList({ label, tokens, clock }: TokenListProps) {
	if (tokens.length === 0) return <p className="text-sm text-muted">No program can read from this console.</p>;
	return (
		<ul aria-label={label} className="border-t border-line text-sm">
			{tokens.map((token) => (
				<li
					key={token.id}
					className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
				>
					<div className="grid gap-1">
						<p id={token.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
							<Name className="font-medium" text={token.name} />
							{token.state === "works" ? null : <Badge tone="warning">{stateWords[token.state]}</Badge>}
							{token.rights === "read" ? null : <Badge>{rightsLabels[token.rights]}</Badge>}
							{token.stays && token.state === "works" ? <Badge>Stays without its creator</Badge> : null}
						</p>
						<p className="flex flex-wrap gap-x-4 text-muted wrap-anywhere">
							<span>
								Created <TimeText value={token.createdAt} clock={clock} isCompact /> by <Maker {...token} />
							</span>
							<Ending token={token} clock={clock} />
							<span>
								Last used <TimeText value={token.lastUsedAt} clock={clock} isCompact missing="never" />
							</span>
						</p>
					</div>
					{token.revokedAt === null && token.state !== "expired" ? <Revoke {...token} /> : null}
				</li>
			))}
		</ul>
	);
}

function Ending({ token: { revokedAt, state, expiresAt }, clock }: { token: ConsoleToken; clock: Clock }) {
	return (
		<span>
			{revokedAt === null ? (state === "expired" ? "Ended " : "Ends ") : "Revoked "}
			<TimeText value={revokedAt ?? expiresAt} clock={clock} isCompact />
		</span>
	);
}

/** With the ID: two admins may have one name. */
function Maker({ maker }: Pick<ConsoleToken, "maker">) {
	if (maker === null) return "an unknown editor";
	const id = <Breakable text={maker.id} />;
	if (maker.name === null) return id;
	return (
		<>
			<Name text={maker.name} /> ({id})
		</>
	);
}

function Revoke({ id, name, rights }: Pick<ConsoleToken, "id" | "name" | "rights">) {
	return (
		<ConfirmedAction
			verb="Revoke read token"
			title="Revoke this token?"
			action={revokeReadTokenAction}
			acts={["revoke"]}
			sends={{ [idField]: id }}
			describedBy={id}
		>
			<p>
				Programs with the token <Name className="font-semibold" text={name} /> can't{" "}
				{rights === "propose" ? "propose" : "read"} any more. {stays}
			</p>
		</ConfirmedAction>
	);
}
