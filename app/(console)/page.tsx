import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { newestAuditEntries, unknownOutcomes } from "@/lib/dashboard/audit/audit-pages";
import { listOwnExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { grantedScopes } from "@/lib/dashboard/management/call/access-token";
import { featureGrants } from "@/lib/dashboard/management/connection/feature-grants";
import { seenNames } from "@/lib/dashboard/management/seen-names";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { listUnfinishedBulkEdits } from "@/lib/dashboard/store/bulk-edits";
import { lastConnectionCheck } from "@/lib/dashboard/store/connection-checks";
import { listOpenedTokens } from "@/lib/dashboard/store/opened-refresh-tokens";
import { AttentionBlock } from "./_overview/attention-block";
import { ChangesBlock } from "./_overview/changes-block";
import { ConnectionBlock } from "./_overview/connection-block";
import { inTime, newestTemplates } from "./_overview/newest-templates";
import { targetNames } from "./_overview/target";
import { TemplatesBlock } from "./_overview/templates-block";
import { TokensBlock } from "./_overview/tokens-block";

export const metadata: Metadata = { title: "Overview" };

type SearchParams = Promise<{ wait?: string | string[] }>;

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
	const { wait } = await searchParams;
	const session = await requirePageSession("/");
	const pending = newestTemplates();
	const [answer, own, clock] = await Promise.all([
		wait === "yes" ? pending : inTime(pending),
		readOwnStore(session.subject),
		pageClock(),
	]);
	const { check, bulkEdits, unknown, failedCalls, tokens, changes, seen } = own;
	const names = targetNames(answer, tokens, seen);
	const missing = featureGrants(grantedScopes() ?? check?.grantedScopes ?? null).filter(
		({ granted, isOptional }) => granted === false && !isOptional,
	);
	return (
		<>
			<PageHeader title="Overview" />
			<div className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-2">
				<AttentionBlock
					pending={pending}
					answer={answer}
					check={check}
					bulkEdits={bulkEdits}
					unknown={unknown}
					missing={missing}
					names={names}
					clock={clock}
				/>
				<ConnectionBlock check={check} failedCalls={failedCalls} clock={clock} />
				<TemplatesBlock pending={pending} answer={answer} canWrite={hasRole(session.role, "editor")} />
				<TokensBlock tokens={tokens} clock={clock} />
				<div className="lg:col-span-2">
					<ChangesBlock entries={changes} names={names} clock={clock} />
				</div>
			</div>
		</>
	);
}

const RECENT_CHANGES = 8;
/** What nobody has looked into by then has lost its point. */
const UNKNOWN_DAYS = 7;
const UNKNOWN_SHOWN = 5;

/** What the overview shows from the console's own store, and names that it has seen. @throws SessionError */
async function readOwnStore(subject: string) {
	const [check, bulkEdits, unknown, failed, tokens, changes, seen] = await Promise.all([
		lastConnectionCheck(),
		listUnfinishedBulkEdits(subject),
		unknownOutcomes(UNKNOWN_DAYS, UNKNOWN_SHOWN),
		listOwnExchanges("failed"),
		listOpenedTokens(subject),
		newestAuditEntries(RECENT_CHANGES),
		seenNames(),
	]);
	return { check, bulkEdits, unknown, failedCalls: failed.length, tokens, changes, seen };
}
