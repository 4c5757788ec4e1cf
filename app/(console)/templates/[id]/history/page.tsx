import type { Metadata } from "next";
import { Unread } from "@/app/_forms/unread";
import { UnreadPart } from "@/app/_forms/unread-part";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { Notices } from "@/components/ui/notices";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { pageClock } from "@/lib/dashboard/request/page";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { templateHistory } from "@/lib/dashboard/templates/history/read-history";
import { snapshotOf } from "@/lib/dashboard/templates/history/snapshot";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-with-purpose";
import { GoneNotice } from "../../_history/gone-notice";
import { VersionComparison } from "../../_history/version-comparison";
import { VersionList } from "../../_history/version-list";
import { versionsInWords } from "../../_history/version-words";

type PageProps = {
	params: Promise<{ id: string }>;
	searchParams: Promise<Partial<Record<"a" | "b", string | string[]>>>;
};

export const metadata: Metadata = { title: "Versions · Templates" };

/** What this console knows of a template's past. */
export default async function TemplateHistoryPage({ params, searchParams }: PageProps) {
	const id = decodeURIComponent((await params).id);
	const path = `${pageOf("template", id)}/history`;
	const { a = "", b = "" } = await searchParams;
	const session = await requirePageSession(path);
	// The read comes first: it may find a further version.
	const outcome = await outcomeOf(getTemplateWithPurpose(id), "template");
	const versions = await templateHistory(id);
	const [newest] = versions;
	if (!newest && outcome.problem) return <Unread what="template" id={id} title="Versions" problem={outcome.problem} />;
	const clock = await pageClock();
	const now = outcome.problem ? null : { ...snapshotOf(outcome.value), purpose: outcome.value.purpose };
	const name = outcome.value?.name || newest?.content.name || id;
	const isMissing = outcome.problem?.about === "missing";
	return (
		<>
			<PageHeader
				title={`Versions of ${name}`}
				actions={
					isMissing ? null : (
						<PageLink href={pageOf("template", id)} className={buttonClass()}>
							Open the template
						</PageLink>
					)
				}
			>
				Each state that this console wrote, or saw when it read the template. What changed elsewhere between two reads
				is one version.{" "}
				<PageLink href="/guides/templates#history" className="text-accent underline">
					About versions
				</PageLink>
			</PageHeader>
			<Notices>
				{isMissing && newest?.isGone ? (
					<GoneNotice gone={newest} clock={clock} canMake={may(session.role, "changeTemplates")} />
				) : outcome.problem && !isMissing ? (
					<UnreadPart problem={outcome.problem} />
				) : null}
			</Notices>
			<div className="grid gap-6">
				<VersionList
					versions={versionsInWords(versions, now)}
					canRestore={now !== null && may(session.role, "changeTemplates")}
					clock={clock}
				/>
				<VersionComparison versions={versions} a={String(a)} b={String(b)} clock={clock} />
			</div>
		</>
	);
}
