import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { grantedScopes } from "@/lib/dashboard/management/call/access-token";
import { featureGrants } from "@/lib/dashboard/management/connection/feature-grants";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { AttentionBlock } from "./_overview/attention-block";
import { ChangesBlock } from "./_overview/changes-block";
import { ConnectionBlock } from "./_overview/connection-block";
import { inTime, newestTemplates } from "./_overview/newest-templates";
import { readOwnStore } from "./_overview/read-own-store";
import { targetNames } from "./_overview/target-names";
import { TemplatesBlock } from "./_overview/templates-block";
import { TokensBlock } from "./_overview/tokens-block";

export const metadata: Metadata = { title: "Overview" };

type SearchParams = Promise<{ wait?: string | string[] }>;

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
	const { wait } = await searchParams;
	const session = await requirePageSession("/");
	const asked = newestTemplates();
	const [answer, own, clock] = await Promise.all([
		wait === "yes" ? asked : inTime(asked),
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
					asked={asked}
					answer={answer}
					check={check}
					bulkEdits={bulkEdits}
					unknown={unknown}
					missing={missing}
					names={names}
					clock={clock}
				/>
				<ConnectionBlock check={check} failedCalls={failedCalls} clock={clock} />
				<TemplatesBlock asked={asked} answer={answer} canWrite={hasRole(session.role, "editor")} />
				<TokensBlock tokens={tokens} clock={clock} />
				<div className="lg:col-span-2">
					<ChangesBlock entries={changes} names={names} clock={clock} />
				</div>
			</div>
		</>
	);
}
