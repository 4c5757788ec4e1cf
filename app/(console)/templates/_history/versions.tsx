import { setImmediate as afterOthers } from "node:timers/promises";
import { EmergencyBadge } from "@/app/_history/emergency-badge";
import { ReasonLine } from "@/app/_history/history-list";
import { ProposedBy } from "@/app/_history/proposed-by";
import { Print } from "@/app/_print/print";
import { LineLink, NameLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, relativeTime, TimeText } from "@/components/ui/time-text";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import { isOfUser } from "@/lib/dashboard/audit/audit-entry";
import type { WriteNote } from "@/lib/dashboard/audit/audit-trail";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { someSentences } from "@/lib/dashboard/in-short";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion, VersionHead } from "@/lib/dashboard/store/template-versions";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import { changesInWords, namesRequested, type TemplateSnapshot } from "@/lib/dashboard/templates/history/snapshot";
import { printOf } from "@/lib/dashboard/templates/request-print";

type VersionListProps = {
	versions: Awaited<ReturnType<typeof versionsInWords>>;
	/** Why own writes were made, and by which proposals, by their rows of the audit trail. */
	notes: ReadonlyMap<string, WriteNote>;
	/** The template exists, and this admin may change it. */
	canRestore: boolean;
	/** The version that is as now. */
	nowId: string | null;
	/** The page's query. */
	query: URLSearchParams;
	clock: Clock;
};

/** The page of a template's versions. @param change null: without it */
export function historyOf(templateId: string, query: URLSearchParams, change: Record<string, string | null>): string {
	const next = new URLSearchParams(query);
	for (const [name, value] of Object.entries(change)) {
		if (value === null) next.delete(name);
		else next.set(name, value);
	}
	return `${pageOf("template", templateId)}/history${next.size > 0 ? `?${next}` : ""}`;
}

/** The versions of a template, the newest first: when, who, what changed, and why. */
export function VersionList({ versions, notes, canRestore, nowId, query, clock }: VersionListProps) {
	return (
		<ol aria-label="History" className="border-b border-line text-sm">
			{versions.map(({ version, changes }) => {
				const { id, templateId, position, isGone, author } = version;
				const path = pageOf("template", templateId);
				const note = notes.get(author?.auditId ?? "");
				const isPast = id !== nowId && !isGone;
				return (
					<li
						key={id}
						className="grid content-start gap-x-6 gap-y-2 border-t border-line py-3 md:grid-cols-[12rem_minmax(0,1fr)_auto]"
					>
						<div>
							<p className="flex flex-wrap items-center gap-x-2 font-medium">
								Version {position} {id === nowId ? <Badge tone="accent">as now</Badge> : null}
							</p>
							<TimeText value={version.at} clock={clock} />
							<VersionPrint version={version} />
						</div>
						<div className="grid min-w-0 content-start gap-1">
							<div className="flex flex-wrap items-center gap-x-2">
								<VersionAuthor version={version} clock={clock} />
								<ProposedBy proposal={note?.proposal} />
								<EmergencyBadge isEmergency={note?.isEmergency} />
							</div>
							<ul className="grid gap-0.5 break-words">
								{changes.map((change) => (
									<li key={change}>{change}</li>
								))}
							</ul>
							<ReasonLine reason={reasonLinks(note?.reason ?? null)} />
						</div>
						<p className="flex flex-wrap gap-x-4 self-start lg:flex-col">
							{isPast && nowId !== null ? (
								<LineLink
									href={`${historyOf(templateId, query, { a: id, b: nowId })}#comparison`}
									aria-label={`Compare with now: version ${position}`}
								>
									Compare with now
								</LineLink>
							) : null}
							{isPast && canRestore ? (
								<LineLink
									href={`${path}?${new URLSearchParams({ restore: id })}`}
									aria-label={`Restore: version ${position}`}
								>
									Restore
								</LineLink>
							) : null}
						</p>
					</li>
				);
			})}
		</ol>
	);
}

/** Nothing where the request is not known. */
function VersionPrint({ version: { content, isGone } }: { version: TemplateVersion }) {
	if (isGone || !content.presentation) return null;
	return (
		<p className="mt-1">
			<Print of={printOf(elementsOf(content.presentation))} />
		</p>
	);
}

/** Who wrote a version, or between which reads it was changed elsewhere; nothing for one that was there before. */
function VersionAuthor({ version, clock }: { version: VersionHead; clock: Clock }) {
	const { author, origin, fromAt, at } = version;
	if (author && isOfUser(author)) {
		return (
			<NameLink
				href={pageOf("user", author.subject)}
				className="inline-flex min-h-6 items-center justify-self-start font-medium underline-offset-2 hover:underline"
				name={author.person}
			/>
		);
	}
	if (author)
		return (
			<p className="font-medium">
				<Name text={author.person} />
			</p>
		);
	if (origin === "seen") return null;
	return (
		<p>
			<span className="font-medium">Changed outside of this console</span> between{" "}
			<TimeText value={fromAt} clock={clock} /> and <TimeText value={at} clock={clock} />
		</p>
	);
}

/** The same within a sentence and in the options of a list: "Ann", "changed outside of this console". */
export function authorInWords({ author, origin }: VersionHead): string {
	if (author) return nameInWords(author.person);
	return origin === "seen" ? "first seen" : "changed outside of this console";
}

/**
 * The versions, newest first, with what each changed of the one before. Other requests go on between one and the next, since
 * each may have thousands of names.
 */
export async function versionsInWords(versions: readonly TemplateVersion[], { now }: Clock) {
	const found: { version: TemplateVersion; changes: string[] }[] = [];
	for (const [index, version] of versions.entries()) {
		found.push({ version, changes: changesOf(version, versions[index + 1], now) });
		await afterOthers();
	}
	return found;
}

/** Of one version. */
const CHANGES_MAX = 20;

function changesOf(
	{ content, isGone, origin, position, at }: TemplateVersion,
	before: TemplateVersion | undefined,
	now: Date,
): string[] {
	if (isGone) return ["Deleted"];
	if (!before) {
		if (position > 1) return ["What it changed is not known: the version before is no longer kept"];
		const begun = origin === "own" ? "Created" : `First seen ${relativeTime(new Date(at), now)}`;
		return [`${begun}, ${requestInWords(content)}`];
	}
	const changes = changesInWords(before.content, content);
	if (before.isGone) return ["Reappeared", ...someSentences(changes, CHANGES_MAX)];
	return changes.length > 0 ? someSentences(changes, CHANGES_MAX) : ["No change that is known here"];
}

/** "asking for Photo and City". */
export function requestInWords(content: TemplateSnapshot): string {
	const names = namesRequested(content);
	if (!names) return "with an unknown request";
	return names.length > 0 ? `asking for ${attributesInWords(names)}` : "asking for nothing";
}
