import type { ReactNode } from "react";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Identifier } from "@/components/ui/identifier";
import { Section } from "@/components/ui/section";
import { dashboardConfig } from "@/lib/dashboard/config";
import { type TokenFacts, tokenFacts } from "@/lib/dashboard/management/connection/connection";
import { isGlobalClient } from "@/lib/dashboard/management/connection/global-client";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { GrantTable } from "./grant-table";
import { RateLimit } from "./rate-limit";

const SECONDS_PER_MINUTE = 60;

export async function ConnectionStatus() {
	const { tenant, management, authentication, appUrl } = dashboardConfig();
	const outcome = await outcomeOf(tokenFacts(), "user");
	return (
		<>
			{outcome.problem ? (
				<ProblemAlert problem={outcome.problem} />
			) : (
				<Alert tone="success" title="The tenant gave this console an access token">
					<p>It is renewed by itself.</p>
				</Alert>
			)}
			<Section title="Service">
				<Facts>
					<Fact term="Tenant">
						{tenant.name}{" "}
						<Badge tone={tenant.embedded ? "accent" : "warning"}>{tenant.embedded ? "embedded" : "live"}</Badge>
					</Fact>
					<Address term="Management interface" value={management.baseUrl} />
					<Address term="Authentication interface" value={authentication.baseUrl} />
				</Facts>
			</Section>
			<Section title="Access token">
				<Facts>
					<Address term="Audience" value={management.audience} />
					<Address term="Client ID" value={management.clientId} />
					{outcome.problem ? null : <Expiry facts={outcome.value} />}
					<Fact term="Global client">{globalClientText(isGlobalClient())}</Fact>
				</Facts>
			</Section>
			{outcome.problem ? null : (
				<Section title="What the console may do">
					<GrantTable grants={outcome.value.grants} />
				</Section>
			)}
			<RateLimit />
			<Section title="To register at the tenant">
				<p className="max-w-prose text-sm text-muted">
					In the settings of the application through which the admins sign in, allow exactly these addresses.
				</p>
				<Facts>
					<Address term="Callback URL" value={`${appUrl}/api/auth/callback/identity-service`} />
					<Address term="Logout URL" value={`${appUrl}/sign-in`} />
				</Facts>
			</Section>
		</>
	);
}

function Facts({ children }: { children: ReactNode }) {
	return <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[max-content_1fr]">{children}</dl>;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{term}</dt>
			<dd className="min-w-0">{children}</dd>
		</>
	);
}

function Address({ term, value }: { term: string; value: string }) {
	return (
		<Fact term={term}>
			<Identifier value={value} label={`Copy ${term}`} />
		</Fact>
	);
}

function Expiry({ facts: { lifetimeSeconds, renewedInSeconds } }: { facts: TokenFacts }) {
	return (
		<Fact term="Lifetime">
			{minutes(lifetimeSeconds)}
			{renewedInSeconds === null ? "" : `; renewed in ${minutes(renewedInSeconds)}`}
		</Fact>
	);
}

function minutes(seconds: number): string {
	if (seconds < 2 * SECONDS_PER_MINUTE) return `${Math.round(seconds)} s`;
	return `${Math.round(seconds / SECONDS_PER_MINUTE).toLocaleString("en")} min`;
}

function globalClientText(isGlobal: boolean | null): string {
	if (isGlobal === null) return "Not known yet: the first template that is created will tell.";
	return isGlobal
		? "Yes: the tenant lets this client create templates."
		: "No: the tenant lets only its global client create templates, and this is another one.";
}
