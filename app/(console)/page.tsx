import type { Metadata } from "next";
import { cookies } from "next/headers";
import { inTime } from "@/app/_forms/from-tenant";
import { PageHeader } from "@/components/layout/page-header";
import { classNames } from "@/components/ui/class-names";
import { newestAuditEntries, unknownOutcomes, wasEverDone } from "@/lib/dashboard/audit/audit-store";
import { listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { webhooksInTrouble } from "@/lib/dashboard/log-stream/webhooks";
import { grantedScopes } from "@/lib/dashboard/management/call/access-token";
import { tenantHealth } from "@/lib/dashboard/management/call/send";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { lastConnectionCheck } from "@/lib/dashboard/management/tenant-link/check-connection";
import { featureGrants } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { FIRST_STEPS_COOKIE } from "@/lib/dashboard/request/lasting-cookie";
import { pageClock } from "@/lib/dashboard/request/page";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import { AttentionBlock } from "./_overview/attention-block";
import { ChangesBlock, targetNames } from "./_overview/changes-block";
import { FindTokens } from "./_overview/find-tokens";
import { FirstSteps } from "./_overview/first-steps";
import { HealthLine } from "./_overview/health-line";
import { type NewestTemplates, newestTemplates } from "./_overview/newest-templates";
import { TemplatesBlock } from "./_overview/templates-block";

export const metadata: Metadata = { title: "Overview" };

type SearchParams = Promise<{ wait?: string | string[] }>;

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
	const { wait } = await searchParams;
	const { subject, role } = await requirePageSession("/");
	const pending = newestTemplates();
	const areStepsDismissed = (await cookies()).has(FIRST_STEPS_COOKIE);
	const seesCalls = may(role, "seeApiCalls");
	const [result, own, clock] = await Promise.all([
		wait === "yes" ? pending : inTime(pending),
		readOwnStore(subject, { seesCalls, areStepsDismissed, seesLogStream: may(role, "setLogStream") }),
		pageClock(),
	]);
	const { attention, failedCalls, tokens, changes, seen } = own;
	const fromTenant = { pending, result };
	const names = targetNames(result, tokens, seen);
	const missing = featureGrants(grantedScopes() ?? attention.check?.grantedScopes ?? null).filter(
		({ granted, isOptional }) => granted === false && !isOptional,
	);
	// The content of a tenant that doesn't respond is unknown.
	const areStepsShown = result?.kind !== "failed" && !areStepsDismissed;
	const health = <HealthLine {...fromTenant} failedCalls={failedCalls} clock={clock} />;
	// The two main tasks come first, unless the tenant is unavailable.
	const isTenantWell = result !== null && result.kind !== "failed";
	return (
		<>
			<PageHeader title="Overview" />
			<div
				className={classNames(
					"grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]",
					isTenantWell ? "grid-rows-[auto_1fr]" : "grid-rows-[auto_auto_1fr]",
				)}
			>
				{isTenantWell ? null : <div className="lg:col-span-2">{health}</div>}
				<div className="grid gap-6">
					<FindTokens tokens={tokens} clock={clock} />
					<TemplatesBlock {...fromTenant} role={role} />
				</div>
				<div className="grid gap-6 lg:row-span-2">
					{isTenantWell ? health : null}
					{areStepsShown ? <FirstSteps done={stepsDone(result, own)} role={role} /> : null}
					<ChangesBlock entries={changes} names={names} clock={clock} />
				</div>
				<AttentionBlock {...fromTenant} {...attention} missing={missing} names={names} clock={clock} />
			</div>
		</>
	);
}

/** @param result null where the tenant has not responded yet: only what was done here is known then */
function stepsDone(result: NewestTemplates | null, { tokens, wasTemplateMade, wasApplicationMade }: OwnStore) {
	return {
		connection: result?.kind === "read" || tenantHealth().respondedAt !== null,
		template: wasTemplateMade || (result?.kind === "read" && result.templates.length > 0),
		token: tokens.length > 0,
		application: wasApplicationMade,
	};
}

const RECENT_CHANGES = 8;
/** Unknown outcomes older than this are not shown. */
const UNKNOWN_DAYS = 7;
const UNKNOWN_SHOWN = 5;

type OwnStore = Awaited<ReturnType<typeof readOwnStore>>;

/** The overview's data from the console's own store, with known names. @throws SessionError */
async function readOwnStore(
	subject: string,
	{ seesCalls, seesLogStream, areStepsDismissed }: Record<"seesCalls" | "seesLogStream" | "areStepsDismissed", boolean>,
) {
	const [check, bulkEdits, unknown, webhooks, failed, tokens, changes, seen, wasTemplateMade, wasApplicationMade] =
		await Promise.all([
			lastConnectionCheck(),
			listUnfinishedBulkEdits(subject),
			unknownOutcomes(UNKNOWN_DAYS, UNKNOWN_SHOWN),
			seesLogStream ? webhooksInTrouble() : [],
			seesCalls ? listOwnExchanges("failed") : [],
			listOpenedTokens(subject),
			newestAuditEntries(RECENT_CHANGES),
			seenNames(),
			!areStepsDismissed && wasEverDone("post_vc_templates"),
			!areStepsDismissed && wasEverDone("post_clients"),
		]);
	return {
		attention: { check, bulkEdits, unknown, webhooks },
		failedCalls: failed.length,
		tokens,
		changes,
		seen,
		wasTemplateMade,
		wasApplicationMade,
	};
}
