import type { ReactNode } from "react";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { FromTenant, type TenantResult } from "@/app/_forms/from-tenant";
import { OperationText } from "@/app/(console)/_metadata-bulk/operation-text";
import { findingAddress, findingTexts } from "@/app/(console)/templates/_list/list-query";
import { templateActInWords } from "@/app/(console)/templates/bulk/template-change";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeDate, TimeText } from "@/components/ui/time-text";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { targetPage } from "@/lib/dashboard/audit/sentence";
import type { Webhook } from "@/lib/dashboard/log-stream/webhooks";
import type { ConnectionCheck } from "@/lib/dashboard/management/tenant-link/check-connection";
import type { FeatureGrant } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { UnfinishedBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { EntrySentence, type Names } from "../activity/entry-parts";
import { stateInWords, waitingInWords } from "../log-stream/webhook-words";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

type Line = {
	key: string;
	tone: "neutral" | "warning" | "danger";
	/** The kind of problem, in a word or two. */
	word: ReactNode;
	text: ReactNode;
	/** Where it can be fixed. */
	href: string;
	link: string;
};

type OwnFacts = {
	check: ConnectionCheck | null;
	bulkEdits: readonly UnfinishedBulkEdit[];
	unknown: readonly AuditEntry[];
	/** Webhooks whose events are not accepted. */
	webhooks: readonly Webhook[];
	/** Features that are off for lack of a scope. */
	missing: readonly FeatureGrant[];
	names: Names;
	clock: Clock;
};

/**
 * What is broken, unfinished or can be improved, each with a link; renders nothing if there is nothing. It is the last block,
 * so that lines added by the tenant's late response move nothing.
 */
export function AttentionBlock({ pending, result, ...own }: TenantResult<NewestTemplates> & OwnFacts) {
	const lines = ownLines(own);
	return (
		<FromTenant pending={pending} result={result} fallback={<Lines lines={lines} />}>
			{(found) => <Lines lines={[...lines, ...templateLines(found, own.clock)]} />}
		</FromTenant>
	);
}

function Lines({ lines }: { lines: readonly Line[] }) {
	if (lines.length === 0) return null;
	return (
		<Section title="Needs attention">
			<ul className="divide-y divide-line">
				{lines.map(({ key, tone, word, text, href, link }) => (
					<li
						key={key}
						className="grid min-h-10 items-center justify-items-start gap-x-4 py-1.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
					>
						<span>
							<Badge tone={tone}>{word}</Badge> {text}
						</span>
						<BlockLink href={href}>{link}</BlockLink>
					</li>
				))}
			</ul>
		</Section>
	);
}

function ownLines({ check, bulkEdits, unknown, webhooks, missing, names, clock }: OwnFacts): Line[] {
	const lines: Line[] = [];
	if (check !== null && check.worksSince === null) {
		lines.push({
			key: "check",
			tone: "danger",
			word: "check failed",
			text: (
				<>
					{check.failedSteps.join(", ")} did not work, <TimeText value={check.checkedAt} clock={clock} isCompact />
				</>
			),
			href: "/connection",
			link: "Check again",
		});
	}
	if (missing.length > 0) {
		lines.push({
			key: "scopes",
			tone: "warning",
			word: missing.length === 1 ? "missing scope" : "missing scopes",
			text: <>Switched off: {missing.map(Feature)}</>,
			href: "/connection",
			link: "See what was granted",
		});
	}
	for (const webhook of webhooks) {
		const { word, reason } = stateInWords(webhook);
		lines.push({
			key: webhook.id,
			tone: webhook.state === "active" ? "warning" : "danger",
			word: `webhook ${word}`,
			text: (
				<>
					<Name text={webhook.name} />: {reason} {waitingInWords(webhook)}
				</>
			),
			href: pageOf("webhook", webhook.id),
			link: "See its deliveries",
		});
	}
	for (const edit of bulkEdits) {
		lines.push({
			key: edit.id,
			tone: "warning",
			word: "unfinished",
			text: (
				<>
					<BulkEdit edit={edit} />: {edit.left} not tried yet
				</>
			),
			href: bulkEditPage(edit.resource, edit.id),
			link: "Resume",
		});
	}
	for (const entry of unknown) {
		lines.push({
			key: entry.id,
			tone: "warning",
			word: "not known",
			text: (
				<>
					<EntrySentence entry={entry} names={names} isLinked /> <TimeText value={entry.at} clock={clock} isCompact />
					{"; no answer told whether it was done"}
				</>
			),
			// A template whose creation has an unknown outcome is searched for.
			href: targetPage(entry) ?? `${resources.template.path}?${new URLSearchParams({ q: entry.target })}`,
			link: "See what is there",
		});
	}
	return lines;
}

function Feature({ feature, scopes, joiner }: FeatureGrant, index: number) {
	return (
		<span key={feature}>
			{index > 0 ? ", " : ""}
			{feature} (<code className="text-xs">{scopes.join(joiner)}</code>)
		</span>
	);
}

function BulkEdit({ edit }: { edit: UnfinishedBulkEdit }) {
	if (edit.resource === "template import") return "Import a folder of templates";
	if (edit.resource === "template") return templateActInWords(edit.operation);
	return (
		<>
			<OperationText operation={edit.operation} /> on {resources[edit.resource].metadata.many} of{" "}
			<Name text={edit.user.label} />
		</>
	);
}

/** What about the tenant's templates needs attention, one line each. */
function templateLines(result: NewestTemplates, { now, timeZone }: Clock): Line[] {
	if (result.kind !== "read") return [];
	const { counts, ending, mostAdvised } = result.summary;
	const part = result.hasMore ? `, of the newest ${PAGE_SIZE_MAX}` : "";
	const [first, ...others] = ending;
	const [most] = mostAdvised;
	const lines: Line[] = [];
	if (result.unreadable > 0) {
		lines.push({
			key: "unreadable",
			tone: "warning",
			word: "not read",
			text: `${result.unreadable} ${result.unreadable === 1 ? "entry" : "entries"} could not be read`,
			href: resources.template.path,
			link: "See the list",
		});
	}
	if (first) {
		const isExpired = first.end <= now;
		lines.push({
			key: "certificate",
			tone: isExpired ? "danger" : "warning",
			word: (
				<span title={timeInZone(first.end, timeZone)}>
					{isExpired ? "expired" : "expires"} {relativeDate(first.end, now)}
				</span>
			),
			text: (
				<>
					Certificate authority of <Name text={first.name} />
					{others.length > 0 ? ` and ${others.length} more${part}` : ""}
				</>
			),
			href: others.length > 0 ? findingAddress("certificate") : pageOf("template", first.id),
			link: others.length > 0 ? "See them" : "See it",
		});
	}
	for (const { finding, count } of counts) {
		lines.push({
			key: finding,
			tone: "neutral",
			word: `${count} ${count === 1 ? "template" : "templates"}`,
			text: `${findingTexts[finding]}${part}`,
			href: findingAddress(finding),
			link: count === 1 ? "See it" : "See them",
		});
	}
	if (most && most.notes > 1) {
		lines.push({
			key: "advice",
			tone: "neutral",
			word: "advice",
			text: (
				<>
					<Name text={most.name} /> has the most advice
				</>
			),
			href: `${pageOf("template", most.id)}#advice`,
			link: `${most.notes} notes`,
		});
	}
	return lines;
}
