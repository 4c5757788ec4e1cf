import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { FactGrid, GridFact, notReported } from "@/components/ui/facts";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { User } from "@/lib/contract/user";
import { missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { may, type Role, whoMay } from "@/lib/dashboard/session/permissions";
import { Address, BlocksAfterFailures, type SignInBlocks } from "./sign-in-blocks";

type UserFactsProps = {
	user: User;
	role: Role;
	/** The page is the admin's own. */
	isSelf: boolean;
	blocks: SignInBlocks;
	clock: Clock;
};

/** What the tenant knows about a person. The identifier is in the page's header. */
export function UserFacts({ user, role, isSelf, blocks, clock }: UserFactsProps) {
	const { email, email_verified, identities, logins_count, last_ip, user_metadata } = user;
	const connections = [...new Set((identities ?? []).flatMap(({ connection }) => connection ?? []))];
	const note = blockNote(role, isSelf);
	const metadata = typeof user_metadata === "object" ? JSON.stringify(user_metadata ?? {}, null, 2) : "{}";
	return (
		<Section title="Profile">
			<FactGrid>
				<GridFact term="E-mail address" isWide>
					{email ? (
						<span className="inline-flex flex-wrap items-center gap-x-2">
							<Name className="wrap-anywhere" text={email} />
							{email_verified === true ? (
								<Badge tone="success">verified</Badge>
							) : email_verified === false ? (
								<Badge>not verified</Badge>
							) : (
								<span className="text-muted">verification not reported</span>
							)}
						</span>
					) : null}
				</GridFact>
				<GridFact term={connections.length > 1 ? "Connections" : "Connection"}>
					{connections.length > 0 ? <Name text={connections.join(", ")} /> : null}
				</GridFact>
				<GridFact term="Blocked">
					{user.blocked ? <Badge tone="danger">blocked</Badge> : user.blocked === false ? "no" : notReported}
					{note ? <span className="block text-xs text-muted">{note}</span> : null}
				</GridFact>
				<GridFact term="After failed sign-ins" isWide={(blocks.value?.length ?? 0) > 0}>
					<BlocksAfterFailures {...blocks} />
				</GridFact>
				<GridFact term="Created">
					<TimeText value={user.created_at} clock={clock} isCompact />
				</GridFact>
				<GridFact term="Last sign-in" isWide={Boolean(last_ip?.includes(":"))}>
					<TimeText value={user.last_login} clock={clock} missing="not reported" isCompact />
					<Address word="from" ip={last_ip} />
				</GridFact>
				<GridFact term="Sign-ins">{logins_count ?? notReported}</GridFact>
			</FactGrid>
			{metadata !== "{}" ? (
				<div className="grid gap-1.5">
					<h3 className="text-sm font-medium">User metadata</h3>
					<CodeBlock label="User metadata" text={metadata} />
				</div>
			) : null}
		</Section>
	);
}

/** Why the page has no button that blocks. */
function blockNote(role: Role, isSelf: boolean): string | null {
	if (!may(role, "blockUsers")) return whoMay("blockUsers");
	return isSelf ? "You can't block yourself." : missingScope("patch_users_by_id");
}
