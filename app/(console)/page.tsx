import type { Metadata } from "next";
import { EmergencySaves } from "@/app/_history/emergency-saves";
import { inTime } from "@/app/_page/from-tenant";
import { PageHeader } from "@/components/layout/page-header";
import { classNames } from "@/components/ui/class-names";
import { pageClock } from "@/lib/dashboard/request/page";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import { AttentionBlock } from "./_overview/attention-block";
import { ChangesBlock } from "./_overview/changes-block";
import { FindTokens } from "./_overview/find-tokens";
import { FirstSteps } from "./_overview/first-steps";
import { HealthLine } from "./_overview/health-line";
import { newestTemplates } from "./_overview/newest-templates";
import { TemplatesBlock } from "./_overview/templates-block";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: PageProps<"/">) {
	const { wait } = await searchParams;
	const { subject, role } = await requirePageSession("/");
	const pending = newestTemplates();
	const [result, tokens, clock] = await Promise.all([
		wait === "yes" ? pending : inTime(pending),
		listOpenedTokens(subject),
		pageClock(),
	]);
	const fromTenant = { newest: result ?? pending, role, clock };
	const health = <HealthLine {...fromTenant} />;
	// The two main tasks come first, unless the tenant is unavailable.
	const isTenantWell = result !== null && result.kind !== "failed";
	return (
		<>
			<PageHeader title="Overview" />
			<div className="mb-6 empty:hidden">
				<EmergencySaves />
			</div>
			<div
				className={classNames(
					"grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]",
					isTenantWell ? "grid-rows-[auto_1fr]" : "grid-rows-[auto_auto_1fr]",
				)}
			>
				{isTenantWell ? null : <div className="lg:col-span-2">{health}</div>}
				<div className="grid gap-6">
					<FindTokens tokens={tokens} clock={clock} />
					<TemplatesBlock {...fromTenant} />
				</div>
				<div className="grid gap-6 lg:row-span-2">
					{isTenantWell ? health : null}
					<FirstSteps result={result} role={role} hasOpenedToken={tokens.length > 0} />
					<ChangesBlock clock={clock} />
				</div>
				<AttentionBlock {...fromTenant} subject={subject} />
			</div>
		</>
	);
}
