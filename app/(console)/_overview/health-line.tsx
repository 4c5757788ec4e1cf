import type { ReactNode } from "react";
import { FromTenant, type TenantResult, WholePageLink } from "@/app/_forms/from-tenant";
import { UnreadPart } from "@/app/_forms/unread";
import { classNames } from "@/components/ui/class-names";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { lastRateGauge } from "@/lib/dashboard/management/call/rate-limit";
import { tenantHealth } from "@/lib/dashboard/management/call/send";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

type HealthLineProps = TenantResult<NewestTemplates> & { failedCalls: number; clock: Clock };

/** The tenant's health, from the one request of this page; in red, and first, where it has not responded. */
export function HealthLine({ failedCalls, clock, ...pending }: HealthLineProps) {
	return (
		<FromTenant {...pending} fallback={<Waiting clock={clock} />}>
			{(result) =>
				result.kind === "failed" ? (
					<UnreadPart problem={result.problem} />
				) : (
					<Line tone="good">
						<span className="font-medium text-ink">Connected</span>
						<RateLimit />
						<span>{result.kind === "read" ? "checked just now" : <LastResponse clock={clock} />}</span>
						{failedCalls > 0 ? (
							<BlockLink href={FAILED_CALLS_PATH}>{failedCalls} of your calls failed</BlockLink>
						) : null}
					</Line>
				)
			}
		</FromTenant>
	);
}

/** Before the response, the page knows at most since when the tenant has not responded. */
function Waiting({ clock }: { clock: Clock }) {
	const { failingSince } = tenantHealth();
	if (failingSince === null)
		return (
			<Line tone="waiting">
				<span>Asking {dashboardConfig().tenant.name}…</span>
				<WholePageLink href="/?wait=yes" />
			</Line>
		);
	return (
		<Line tone="bad">
			<span className="font-medium">{dashboardConfig().tenant.name} has given no answer</span>
			<span>
				since <TimeText value={new Date(failingSince).toISOString()} clock={clock} isCompact />
			</span>
			<span>asking again…</span>
			<WholePageLink href="/?wait=yes" />
		</Line>
	);
}

function RateLimit() {
	const gauge = lastRateGauge();
	if (!gauge) return null;
	return (
		<BlockLink href="/connection">
			{gauge.remaining} of {gauge.limit} requests left
		</BlockLink>
	);
}

function LastResponse({ clock }: { clock: Clock }) {
	const { respondedAt } = tenantHealth();
	if (respondedAt === null) return null;
	return (
		<>
			last answer <TimeText value={new Date(respondedAt).toISOString()} clock={clock} isCompact />
		</>
	);
}

const tones = {
	good: "bg-success",
	waiting: "bg-control",
	bad: "bg-danger",
};

/** Of constant height before and after the tenant's response. */
function Line({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
	return (
		<p
			role="status"
			className={classNames(
				"flex min-h-6 flex-wrap items-center gap-x-4 text-sm max-sm:min-h-12",
				tone === "bad" ? "text-danger" : "text-muted",
			)}
		>
			<span aria-hidden="true" className={classNames("-mr-2 size-2 shrink-0 rounded-full", tones[tone])} />
			{children}
		</p>
	);
}

/** The list of this admin's calls that failed. */
const FAILED_CALLS_PATH = "/api-calls?answer=failed";
