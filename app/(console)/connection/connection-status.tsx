import { Fragment } from "react";
import { CallReference } from "@/app/_page/problem-alert";
import { UnreadPart } from "@/app/_page/unread";
import { Address, AddressList, ListedFact } from "@/components/ui/address-list";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { Section } from "@/components/ui/section";
import { dashboardConfig } from "@/lib/dashboard/config";
import { durationInWords } from "@/lib/dashboard/duration-in-words";
import { isGlobalClient } from "@/lib/dashboard/management/call/access-token";
import { publicClientKey } from "@/lib/dashboard/management/call/client-authentication";
import { lastRateGauge } from "@/lib/dashboard/management/call/response";
import type { CheckStep } from "@/lib/dashboard/management/tenant-link/check-connection";
import { type FeatureGrant, tokenFacts } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";

export async function ConnectionStatus() {
	const { tenant, management, authentication, appUrl } = dashboardConfig();
	const outcome = await outcomeOf(tokenFacts(), "user");
	const publicKey = await publicClientKey().catch(() => "unreadable" as const);
	const gauge = lastRateGauge();
	const byKey = publicKey === "unreadable" ? ", but the key can’t be read" : ` (${publicKey?.algorithm})`;
	const clientAuthentication = publicKey === null ? "Client secret (Post)" : `Private Key JWT${byKey}`;
	return (
		<div className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-2">
			<div className="grid gap-5">
				{outcome.problem ? <UnreadPart problem={outcome.problem} /> : null}
				<Section title="Tenant">
					<AddressList>
						<ListedFact term="Name">
							{tenant.name}{" "}
							<Badge tone={tenant.embedded ? "accent" : "warning"}>
								{tenant.embedded ? "embedded sample" : "live"}
							</Badge>
						</ListedFact>
						<Address term="Management interface" value={management.baseUrl} />
						<Address term="Authentication interface" value={authentication.baseUrl} />
						<ListedFact term="Rate limit">{gauge ? rateInWords(gauge) : "not reported yet"}</ListedFact>
					</AddressList>
				</Section>
				<Section
					title="Access token"
					aside={outcome.problem ? <Badge tone="danger">refused</Badge> : <Badge tone="success">issued</Badge>}
				>
					<AddressList>
						<Address term="Audience" value={management.audience} />
						<Address term="Client ID" value={management.clientId} />
						<ListedFact term="Authentication">{clientAuthentication}</ListedFact>
						{outcome.problem ? null : (
							<ListedFact term="Lifetime">
								{durationInWords(outcome.value.lifetimeSeconds)}, renewed automatically
							</ListedFact>
						)}
						<ListedFact term="May create templates">{mayCreateInWords(isGlobalClient())}</ListedFact>
					</AddressList>
					{publicKey && publicKey !== "unreadable" && !tenant.embedded ? (
						<details className="grid gap-2 text-sm">
							<summary className="min-h-6 cursor-pointer">Public key of this console</summary>
							<p className="max-w-prose text-muted">
								Register it at the tenant as a credential of the application above.{" "}
								<code>npm run secrets -- rotate-key</code> replaces it.
							</p>
							<CodeBlock text={publicKey.pem} label="Public key" />
						</details>
					) : null}
				</Section>
				<Section title="To register at the tenant">
					<p className="max-w-prose text-sm text-muted">
						In the application through which admins sign in, allow exactly these URLs.
					</p>
					<AddressList>
						<Address term="Callback URL" value={`${appUrl}/api/auth/callback/identity-service`} />
						<Address term="Logout URL" value={`${appUrl}/sign-in`} />
					</AddressList>
				</Section>
			</div>
			{outcome.problem ? null : (
				<div className="grid gap-5">
					<Section title="What this console may do">
						{outcome.value.unlimited.length > 0 ? (
							<Alert tone="warning" title="This console could take over other applications">
								<p>
									The tenant has granted it <code>{outcome.value.unlimited.join(", ")}</code>. This console never
									changes an application that may do more than itself, but anyone with its client secret or private key
									could. Grant these scopes only if you manage applications here, and guard the secret like the most
									powerful one of the tenant.
								</p>
							</Alert>
						) : null}
						<Grants grants={outcome.value.grants} isOptional={false} />
					</Section>
					<Section title="Optional permissions">
						<p className="max-w-prose text-sm text-muted">
							The rest of the console works without these scopes. Where one is missing, the part that needs it says so.
						</p>
						<Grants grants={outcome.value.grants} isOptional />
					</Section>
				</div>
			)}
		</div>
	);
}

/** Only a tenant's global client may. */
function mayCreateInWords(isGlobal: boolean | null): string {
	if (isGlobal === null) return "not known before the first one";
	return isGlobal ? "yes: it is the tenant’s global client" : "no: only the tenant’s global client may";
}

/** The rate limit as the service last reported it. */
function rateInWords({ limit, remaining, resetsAt, seenAt }: NonNullable<ReturnType<typeof lastRateGauge>>): string {
	const seconds = resetsAt === null ? 0 : Math.ceil((resetsAt - Date.now()) / 1000);
	const age = Math.round((Date.now() - seenAt) / 1000);
	const reset = seconds > 0 ? `, resets in ${seconds} s` : "";
	return `${remaining} of ${limit} requests left ${age < 2 ? "just now" : `${age} s ago`}${reset}`;
}

/** The console's features, the scopes they need, whether the tenant granted them, and what a missing one costs. */
function Grants({ grants, isOptional }: { grants: FeatureGrant[]; isOptional: boolean }) {
	const listed = grants.filter((grant) => grant.isOptional === isOptional);
	return (
		<ul aria-label={`${isOptional ? "Optional features" : "Features"} and their scopes`} className="text-sm">
			{listed.map(({ feature, without, scopes, joiner, granted }) => (
				<li key={feature} className="flex items-start gap-4 border-b border-line py-2 last:border-0">
					<div className="grow text-muted">
						<p className="text-ink">{feature}</p>
						<p>
							{scopes.map((scope, index) => (
								<Fragment key={scope}>
									{index > 0 ? joiner : ""}
									<code className="text-xs text-ink">{scope}</code>
								</Fragment>
							))}
						</p>
						<p>Without: {without}</p>
					</div>
					{granted === null ? <Badge>unknown</Badge> : null}
					{granted ? <Badge tone="success">granted</Badge> : null}
					{granted === false ? <Badge tone={isOptional ? "neutral" : "danger"}>missing</Badge> : null}
				</li>
			))}
		</ul>
	);
}

const states = {
	ok: { tone: "success", text: "works" },
	failed: { tone: "danger", text: "does not work" },
	skipped: { tone: "neutral", text: "not tried" },
} as const;

/** The result of each step of a check, with advice. */
export function CheckReport({ steps }: { steps: CheckStep[] }) {
	const failed = steps.filter(({ state }) => state === "failed").length;
	return (
		<Section title="Check">
			<p role="status" className="text-sm font-medium">
				{failed === 0 ? "Everything works." : `${failed} of ${steps.length} steps need attention.`}
			</p>
			<ol className="grid gap-3 text-sm">
				{steps.map(({ name, state, advice, said, reference }) => (
					<li key={name} className="grid gap-1 border-t border-line pt-3">
						<p className="flex flex-wrap items-center gap-2">
							<span className="font-medium">{name}</span>
							<Badge tone={states[state].tone}>{states[state].text}</Badge>
						</p>
						{advice ? <p>{advice}</p> : null}
						{said ? (
							<p className="text-muted">
								The tenant said: <q>{said}</q>
							</p>
						) : null}
						{reference ? (
							<p>
								<CallReference reference={reference}>API call </CallReference>
							</p>
						) : null}
					</li>
				))}
			</ol>
		</Section>
	);
}
