import type { Metadata } from "next";
import { cache } from "react";
import { ScopeMissing } from "@/app/_page/notices";
import { Unread, UnreadPart } from "@/app/_page/unread";
import { ListPages } from "@/app/_tables/list-controls";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Notices } from "@/components/ui/notices";
import { nameOrId } from "@/lib/contract/name-or-id";
import { notesOfWrites } from "@/lib/dashboard/audit/audit-trail";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { rightTo, roleToPropose } from "@/lib/dashboard/proposals/rights";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import {
	templateHistory,
	templateRequests,
	templateVersion,
	templateVersions,
} from "@/lib/dashboard/templates/history/read-history";
import { differ, snapshotOf } from "@/lib/dashboard/templates/history/snapshot";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { GoneNotice } from "../../_history/restore";
import { VersionComparison } from "../../_history/version-comparison";
import { STEPS_MAX, VersionStrip } from "../../_history/version-strip";
import { VersionView } from "../../_history/version-view";
import { historyOf, VersionList, versionsInWords } from "../../_history/versions";

/** Per page: each holds all that its template asked for. */
const VERSIONS_SHOWN = 20;

/** What the page's links and its form keep: the compared versions, the one that is shown, the page of the list. */
const kept: ReadonlySet<string> = new Set(["a", "b", "at", "before"]);

/** Read once per request. */
const readTemplate = cache((id: string) => outcomeOf(getTemplateWithPurpose(id), "template"));

export async function generateMetadata({ params }: PageProps<"/templates/[id]/history">): Promise<Metadata> {
	const id = decodeURIComponent((await params).id);
	const { value } = await readTemplate(id);
	const [last] = await templateVersions(id, 1);
	const name = nameOrId(value?.name || last?.content.name, id);
	return { title: `${name === id ? `History · ${id}` : `${nameInWords(name)} · History`} · Templates` };
}

/** What this console knows of a template's past. */
export default async function TemplateHistoryPage({ params, searchParams }: PageProps<"/templates/[id]/history">) {
	const id = decodeURIComponent((await params).id);
	const path = `${pageOf("template", id)}/history`;
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(await searchParams)) {
		if (kept.has(name) && typeof value === "string") query.set(name, value);
	}
	const [a, b, at] = [query.get("a") ?? "", query.get("b") ?? "", query.get("at")];
	const { role } = await requirePageSession(path);
	// The read comes first: it may find a further version.
	const outcome = await readTemplate(id);
	const heads = await templateHistory(id);
	if (heads.length === 0 && outcome.problem)
		return <Unread what="template" id={id} title="History" problem={outcome.problem} />;
	const clock = await pageClock();
	const now = outcome.problem ? null : { ...snapshotOf(outcome.value), purpose: outcome.value.purpose };
	const position = query.get("before");
	const before = position !== null && /^\d{1,9}$/.test(position) ? Number(position) : undefined;
	// One more: the last one that is shown is described by what it changed of that.
	const read = await templateVersions(id, VERSIONS_SHOWN + 1, before);
	const [requests, chosen, notes] = await Promise.all([
		templateRequests(id, STEPS_MAX + 1, before),
		at !== null ? templateVersion(id, at) : read[0],
		notesOfWrites(read.flatMap(({ author }) => author?.auditId ?? [])),
	]);
	const shown = (await versionsInWords(read, clock)).slice(0, VERSIONS_SHOWN);
	const [last] = before === undefined ? read : await templateVersions(id, 1);
	const nowId = last && now && !last.isGone && !differ(last.content, now) ? last.id : null;
	const name = nameOrId(outcome.value?.name || last?.content.name, id);
	const isMissing = outcome.problem?.about === "missing";
	return (
		<>
			<PageHeader
				title={`History of ${nameInWords(name)}`}
				actions={isMissing ? null : <ButtonLink href={pageOf("template", id)}>Open the template</ButtonLink>}
			>
				Saved here, or found changed elsewhere. <TextLink href="/guides/templates#history">About history</TextLink>
			</PageHeader>
			<Notices>
				{may(roleToPropose(role), "changeTemplates") ? (
					<ScopeMissing of={isMissing ? "post_vc_templates" : "patch_vc_templates_by_id"} />
				) : null}
				{isMissing && last?.isGone ? (
					<GoneNotice gone={last} role={role} />
				) : outcome.problem && !isMissing ? (
					<UnreadPart problem={outcome.problem} />
				) : null}
			</Notices>
			<div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<VersionStrip versions={requests} chosenId={chosen?.id ?? null} query={query} clock={clock} />
				{requests.length > 0 ? (
					<div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
						<VersionView
							version={chosen ?? null}
							isNow={nowId !== null && chosen?.id === nowId}
							canOpen={!isMissing}
							clock={clock}
						/>
					</div>
				) : null}
				<div className="grid content-start gap-6">
					<VersionList
						versions={shown}
						notes={notes}
						canRestore={now !== null && rightTo(role, "patch_vc_templates_by_id") !== null}
						nowId={nowId}
						query={query}
						clock={clock}
					/>
					<ListPages
						label="Pages of the history"
						first={before === undefined ? null : historyOf(id, query, { before: null })}
						next={
							read.length > shown.length
								? historyOf(id, query, { before: String(shown.at(-1)?.version.position) })
								: null
						}
					/>
				</div>
			</div>
			<div className="mt-6">
				<VersionComparison versions={heads} a={a} b={b} query={query} clock={clock} />
			</div>
		</>
	);
}
