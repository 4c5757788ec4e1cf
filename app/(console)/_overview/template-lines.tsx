import type { ReactNode } from "react";
import { findingAddress, findingTexts } from "@/app/(console)/templates/_list/list-query";
import { Name } from "@/components/ui/name";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeDate } from "@/components/ui/time-text";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { AttentionLine } from "./attention-line";
import type { NewestTemplates } from "./newest-templates";

/** What about the tenant's templates needs attention, one line each. */
export function templateLines(result: NewestTemplates, { now, timeZone }: Clock): ReactNode[] {
	if (result.kind !== "read") return [];
	const { counts, ending, mostAdvised } = result.summary;
	const part = result.hasMore ? `, of the newest ${PAGE_SIZE_MAX}` : "";
	const [first, ...others] = ending;
	const [most] = mostAdvised;
	const lines: ReactNode[] = [];
	if (result.unreadable > 0) {
		lines.push(
			<AttentionLine
				key="unreadable"
				tone="warning"
				word="not read"
				link={{ href: resources.template.path, text: "See the list" }}
			>
				{result.unreadable} {result.unreadable === 1 ? "entry" : "entries"} could not be read
			</AttentionLine>,
		);
	}
	if (first) {
		const isExpired = first.end <= now;
		lines.push(
			<AttentionLine
				key="certificate"
				tone={isExpired ? "danger" : "warning"}
				word={
					<span title={timeInZone(first.end, timeZone)}>
						{isExpired ? "expired" : "expires"} {relativeDate(first.end, now)}
					</span>
				}
				link={
					others.length > 0
						? { href: findingAddress("certificate"), text: "See them" }
						: { href: pageOf("template", first.id), text: "See it" }
				}
			>
				Certificate authority of <Name text={first.name} />
				{others.length > 0 ? ` and ${others.length} more${part}` : ""}
			</AttentionLine>,
		);
	}
	lines.push(
		...counts.map(({ finding, count }) => (
			<AttentionLine
				key={finding}
				tone="neutral"
				word={`${count} ${count === 1 ? "template" : "templates"}`}
				link={{ href: findingAddress(finding), text: count === 1 ? "See it" : "See them" }}
			>
				{findingTexts[finding]}
				{part}
			</AttentionLine>
		)),
	);
	if (most && most.notes > 1) {
		lines.push(
			<AttentionLine
				key="advice"
				tone="neutral"
				word="advice"
				link={{ href: `${pageOf("template", most.id)}#advice`, text: `${most.notes} notes` }}
			>
				<Name text={most.name} /> has the most advice
			</AttentionLine>,
		);
	}
	return lines;
}
