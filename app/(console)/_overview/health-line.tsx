import type { ReactNode } from "react";
import { FromTenant, type TenantResult, WholePageLink } from "@/app/_page/from-tenant";
import { Since } from "@/app/_page/problem-alert";
import { UnreadPart } from "@/app/_page/unread";
import { classNames } from "@/components/ui/class-names";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { lastRateGauge } from "@/lib/dashboard/management/call/response";
import { tenantHealth } from "@/lib/dashboard/management/call/send";
import { knownOutage } from "@/lib/dashboard/problem/problem-of";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

type HealthLineProps = { newest: TenantResult<NewestTemplates>; role: Role; clock: Clock };

/** The tenant's health, from the one request of this page; in red, and first, where it has not responded. */
export function HealthLine({ newest, role, clock }: HealthLineProps) {
	return (
		<FromTenant of={newest} fallback={<Waiting />}>
			{(result) => <Health result={result} role={role} clock={clock} />}
		</FromTenant>
	);
}

async function Health({ result, role, clock }: { result: NewestTemplates; role: Role; clock: Clock }) {
	if (result.kind === "failed") return <UnreadPart problem={result.problem} />;
	const gauge = lastRateGauge();
	const { respondedAt } = tenantHealth();
	const failedCalls = may(role, "seeApiCalls") ? (await listOwnExchanges("failed")).length : 0;
	return (
		<Line tone="good">
			<span className="font-medium text-ink">Connected</span>
			{gauge ? (
				<BlockLink href="/connection">
					{gauge.remaining} of {gauge.limit} requests left
				</BlockLink>
			) : null}
			<span>
				{result.kind === "read" ? (
					"checked just now"
				) : (
					<>
						last response{" "}
						<TimeText value={respondedAt && new Date(respondedAt).toISOString()} clock={clock} isCompact />
					</>
				)}
			</span>
			{failedCalls > 0 ? (
				<BlockLink href="/api-calls?answer=failed">{failedCalls} of your calls failed</BlockLink>
			) : null}
		</Line>
	);
}

/** Before the response, the page knows at most since when the tenant has not responded. */
function Waiting() {
	// An error says that the tenant answers: this read may fare better.
	const outage = knownOutage();
	return (
		<Line tone={outage?.down ? "bad" : "waiting"}>
			{outage?.down ? (
				<span>
					<span className="font-medium">{outage.title}.</span> <Since {...outage.down} /> Asking again…
				</span>
			) : (
				<span>Asking {dashboardConfig().tenant.name}…</span>
			)}
			<WholePageLink href="/?wait=yes" />
		</Line>
	);
}

const tones = {
	good: "bg-success",
	waiting: "bg-control",
	bad: "bg-danger",
};

/** Of constant height before and after the tenant's response: two lines, or one where the column is wide. */
function Line({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
	return (
		<p
			role="status"
			className={classNames(
				"flex min-h-12 flex-wrap items-center gap-x-4 text-sm sm:max-lg:min-h-6",
				tone === "bad" ? "text-danger" : "text-muted",
			)}
		>
			<span aria-hidden="true" className={classNames("-mr-2 size-2 shrink-0 rounded-full", tones[tone])} />
			{children}
		</p>
	);
}
