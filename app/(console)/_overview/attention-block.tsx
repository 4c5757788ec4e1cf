import type { ReactNode } from "react";
import { OperationText } from "@/app/(console)/refresh-tokens/bulk/_edit/operation-text";
import { templateOperationInWords } from "@/app/(console)/templates/bulk/_edit/template-change";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import type { FeatureGrant } from "@/lib/dashboard/management/connection/feature-grants";
import { resources } from "@/lib/dashboard/registry/resources";
import type { UnfinishedBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import type { ConnectionCheck } from "@/lib/dashboard/store/connection-checks";
import { personName } from "../activity/person";
import { targetPage } from "../activity/target-page";
import { BlockLink } from "./block-link";
import { CertificateLine } from "./certificate-line";
import type { Asked } from "./from-tenant";
import { Target, type TargetNames } from "./target";

type AttentionBlockProps = Asked & {
	check: ConnectionCheck | null;
	bulkEdits: readonly UnfinishedBulkEdit[];
	unknown: readonly AuditEntry[];
	/** What the console can't do for want of a scope. */
	missing: readonly FeatureGrant[];
	names: TargetNames;
	clock: Clock;
};

/** What is wrong or was left half done; each line leads to where it is mended. */
export function AttentionBlock({ check, bulkEdits, unknown, missing, names, clock, ...pending }: AttentionBlockProps) {
	const hasFailed = check !== null && check.worksSince === null;
	const isAlone = !hasFailed && bulkEdits.length + unknown.length + missing.length === 0;
	return (
		<Section title="Needs attention">
			<ul className="divide-y divide-line border-b border-line">
				{hasFailed ? (
					<AttentionLine tone="danger" word="check failed" link={{ href: "/connection", text: "Check again" }}>
						{check.failedSteps.join(", ")} did not work, <TimeText value={check.checkedAt} clock={clock} isCompact />
					</AttentionLine>
				) : null}
				{missing.length > 0 ? (
					<AttentionLine
						tone="warning"
						word={missing.length === 1 ? "missing scope" : "missing scopes"}
						link={{ href: "/connection", text: "See what was granted" }}
					>
						Switched off: <Features missing={missing} />
					</AttentionLine>
				) : null}
				{bulkEdits.map((edit) => (
					<AttentionLine
						key={edit.id}
						tone="warning"
						word="unfinished"
						link={{
							href: `${edit.resource === "template" ? "/templates" : "/refresh-tokens"}/bulk/${edit.id}`,
							text: "Resume",
						}}
					>
						{edit.resource === "template" ? (
							templateOperationInWords(edit.operation)
						) : (
							<>
								<OperationText operation={edit.operation} /> on tokens of <bdi>{edit.user.label}</bdi>
							</>
						)}
						: {edit.left} not tried yet
					</AttentionLine>
				))}
				{unknown.map((entry) => (
					<AttentionLine
						key={entry.id}
						tone="warning"
						word="not known"
						link={{ href: targetPage(entry) ?? searchOf(entry), text: "See what is there" }}
					>
						<bdi title={entry.person}>{personName(entry)}</bdi> <Target entry={entry} names={names} />{" "}
						<TimeText value={entry.at} clock={clock} isCompact />; no answer told whether it was done
					</AttentionLine>
				))}
				<CertificateLine {...pending} isAlone={isAlone} now={clock.now} />
			</ul>
		</Section>
	);
}

function Features({ missing }: Pick<AttentionBlockProps, "missing">) {
	return missing.map(({ feature, scopes }, index) => (
		<span key={feature}>
			{index > 0 ? ", " : ""}
			{feature} (<code className="text-xs">{scopes.join(" or ")}</code>)
		</span>
	));
}

/** Where a template would be found that was to be created. */
function searchOf({ target }: AuditEntry): string {
	return `${resources.template.path}?${new URLSearchParams({ q: target })}`;
}

type AttentionLineProps = {
	tone: "warning" | "danger";
	/** What it is, in a word or two. */
	word: string;
	children: ReactNode;
	/** Where it is mended. */
	link: { href: string; text: string };
};

function AttentionLine({ tone, word, children, link }: AttentionLineProps) {
	return (
		<li className="grid items-baseline justify-items-start sm:grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 text-sm">
			<span>
				<Badge tone={tone}>{word}</Badge> {children}
			</span>
			<BlockLink href={link.href}>{link.text}</BlockLink>
		</li>
	);
}
