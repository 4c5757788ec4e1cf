import type { ReactNode } from "react";
import { UnreadPart } from "@/app/_forms/unread-part";
import { classNames } from "@/components/ui/class-names";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { lastRateGauge, tenantHealth } from "@/lib/dashboard/management/call/send";
import { BlockLink } from "./block-link";
import { type Asked, FromTenant, WholePageLink } from "./from-tenant";

type HealthLineProps = Asked & { failedCalls: number; clock: Clock };

/** How the tenant does, from the one call that this page makes; in red, and first of all, where it gave no answer. */
export function HealthLine({ failedCalls, clock, ...pending }: HealthLineProps) {
	return (
		<FromTenant {...pending} fallback={<Waiting clock={clock} />}>
			{(answer) =>
				answer.kind === "failed" ? (
					<UnreadPart problem={answer.problem} />
				) : (
					<Line tone="good">
						<span className="font-medium text-ink">Connected</span>
						<RateLimit />
						<span>{answer.kind === "read" ? "checked just now" : <LastResponse clock={clock} />}</span>
						{failedCalls > 0 ? (
							<BlockLink href={FAILED_CALLS_PATH}>{failedCalls} of your calls failed</BlockLink>
						) : null}
					</Line>
				)
			}
		</FromTenant>
	);
}

/** Without an answer it is known at most since when there is none. */
function Waiting({ clock }: { clock: Clock }) {
	const { failingSince } = tenantHealth();
	if (failingSince === null)
		return (
			<Line tone="waiting">
				<span>Asking {dashboardConfig().tenant.name}…</span>
				<WholePageLink />
			</Line>
		);
	return (
		<Line tone="bad">
			<span className="font-medium">{dashboardConfig().tenant.name} has given no answer</span>
			<span>
				since <TimeText value={new Date(failingSince).toISOString()} clock={clock} isCompact />
			</span>
			<span>asking again…</span>
			<WholePageLink />
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

/** As high while the tenant is asked as when it has answered. */
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
