import type { ReactNode } from "react";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { FromTenant, type TenantResult } from "@/app/_forms/from-tenant";
import { metadataWords } from "@/app/(console)/_metadata/metadata-words";
import { OperationText } from "@/app/(console)/_metadata-bulk/operation-text";
import { templateOperationInWords } from "@/app/(console)/templates/bulk/template-change";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { targetPage } from "@/lib/dashboard/audit/sentence";
import type { Webhook } from "@/lib/dashboard/log-stream/webhooks";
import type { ConnectionCheck } from "@/lib/dashboard/management/tenant-link/check-connection";
import type { FeatureGrant } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { UnfinishedBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { personName } from "../activity/person";
import { stateInWords, waitingInWords } from "../log-stream/_webhooks/webhook-words";
import { AttentionLine } from "./attention-line";
import type { NewestTemplates } from "./newest-templates";
import { Target, type TargetNames } from "./target";
import { templateLines } from "./template-lines";

type AttentionBlockProps = TenantResult<NewestTemplates> & {
	check: ConnectionCheck | null;
	bulkEdits: readonly UnfinishedBulkEdit[];
	unknown: readonly AuditEntry[];
	/** Webhooks whose events are not accepted. */
	webhooks: readonly Webhook[];
	/** Features that are off for lack of a scope. */
	missing: readonly FeatureGrant[];
	names: TargetNames;
	clock: Clock;
};

/**
 * What is broken, unfinished or can be improved, each with a link; renders nothing if there is nothing. It is the last block,
 * so that lines added by the tenant's late response move nothing.
 */
export function AttentionBlock({ pending, result, ...own }: AttentionBlockProps) {
	const lines = ownLines(own);
	return (
		<FromTenant pending={pending} result={result} fallback={<Lines lines={lines} />}>
			{(found) => <Lines lines={[...lines, ...templateLines(found, own.clock)]} />}
		</FromTenant>
	);
}

function Lines({ lines }: { lines: readonly ReactNode[] }) {
	if (lines.length === 0) return null;
	return (
		<Section title="Needs attention">
			<ul className="divide-y divide-line">{lines}</ul>
		</Section>
	);
}

function ownLines({
	check,
	bulkEdits,
	unknown,
	webhooks,
	missing,
	names,
	clock,
}: Omit<AttentionBlockProps, keyof TenantResult<NewestTemplates>>) {
	const lines: ReactNode[] = [];
	if (check !== null && check.worksSince === null) {
		lines.push(
			<AttentionLine key="check" tone="danger" word="check failed" link={{ href: "/connection", text: "Check again" }}>
				{check.failedSteps.join(", ")} did not work, <TimeText value={check.checkedAt} clock={clock} isCompact />
			</AttentionLine>,
		);
	}
	if (missing.length > 0) {
		lines.push(
			<AttentionLine
				key="scopes"
				tone="warning"
				word={missing.length === 1 ? "missing scope" : "missing scopes"}
				link={{ href: "/connection", text: "See what was granted" }}
			>
				Switched off: <Features missing={missing} />
			</AttentionLine>,
		);
	}
	lines.push(
		...webhooks.map((webhook) => (
			<AttentionLine
				key={webhook.id}
				tone={webhook.state === "active" ? "warning" : "danger"}
				word={`webhook ${stateInWords(webhook).word}`}
				link={{ href: pageOf("webhook", webhook.id), text: "See its deliveries" }}
			>
				<Name text={webhook.name} />: {stateInWords(webhook).reason} {waitingInWords(webhook)}
			</AttentionLine>
		)),
		...bulkEdits.map((edit) => (
			<AttentionLine
				key={edit.id}
				tone="warning"
				word="unfinished"
				link={{ href: bulkEditPage(edit.resource, edit.id), text: "Resume" }}
			>
				{edit.resource === "template import" ? (
					"Import a folder of templates"
				) : edit.resource === "template" ? (
					templateOperationInWords(edit.operation)
				) : (
					<>
						<OperationText operation={edit.operation} /> on {metadataWords[edit.resource].many} of{" "}
						<Name text={edit.user.label} />
					</>
				)}
				: {edit.left} not tried yet
			</AttentionLine>
		)),
		...unknown.map((entry) => (
			<AttentionLine
				key={entry.id}
				tone="warning"
				word="not known"
				link={{ href: targetPage(entry) ?? searchOf(entry), text: "See what is there" }}
			>
				<Name title={entry.person} text={personName(entry)} /> <Target entry={entry} names={names} />{" "}
				<TimeText value={entry.at} clock={clock} isCompact />; no answer told whether it was done
			</AttentionLine>
		)),
	);
	return lines;
}

function Features({ missing }: Pick<AttentionBlockProps, "missing">) {
	return missing.map(({ feature, scopes, joiner }, index) => (
		<span key={feature}>
			{index > 0 ? ", " : ""}
			{feature} (<code className="text-xs">{scopes.join(joiner)}</code>)
		</span>
	));
}

/** URL of a search for a template whose creation has an unknown outcome. */
function searchOf({ target }: AuditEntry): string {
	return `${resources.template.path}?${new URLSearchParams({ q: target })}`;
}
