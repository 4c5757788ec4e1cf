import type { ReactNode } from "react";
import { findingAddress } from "@/app/(console)/templates/_list/list-query";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { relativeTime } from "@/components/ui/time-text";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { BlockLink } from "./block-link";
import { type Asked, Asking, FromTenant } from "./from-tenant";
import type { NewestTemplates } from "./newest-templates";

type CertificateLineProps = Asked & {
	/** Nothing else needs attention. */
	isAlone: boolean;
	now: Date;
};

/**
 * What the tenant's templates say of their certificate authorities. Two short lines whatever it says, so that nothing
 * moves when it comes.
 */
export function CertificateLine({ isAlone, now, ...pending }: CertificateLineProps) {
	return (
		<FromTenant
			{...pending}
			fallback={
				<Line what="Certificate authorities" isLate>
					<Asking />
				</Line>
			}
		>
			{(answer, isLate) => <Certificates answer={answer} isLate={isLate} isAlone={isAlone} now={now} />}
		</FromTenant>
	);
}

type CertificatesProps = { answer: NewestTemplates; isLate: boolean; isAlone: boolean; now: Date };

function Certificates({ answer, isLate, isAlone, now }: CertificatesProps) {
	if (answer.kind !== "read")
		return (
			<Line what="Certificate authorities" isLate={isLate}>
				Not looked at: the templates could not be read.
			</Line>
		);
	const [first, ...others] = answer.summary.ending;
	const part = answer.hasMore ? ` of the newest ${PAGE_SIZE_MAX}` : "";
	if (!first) {
		if (isAlone) return <Line what="Nothing needs attention." isLate={isLate} />;
		return (
			<Line what={`Certificate authorities${part}`} isLate={isLate}>
				None ends within 60 days.
			</Line>
		);
	}
	const isExpired = first.end <= now;
	return (
		<Line
			isLate={isLate}
			what={
				<>
					<Badge tone={isExpired ? "danger" : "warning"}>
						<span title={first.end.toISOString()}>
							{isExpired ? "expired" : "expires"} {relativeTime(first.end, now)}
						</span>
					</Badge>{" "}
					Certificate authority
				</>
			}
		>
			<span className="flex gap-x-3">
				<BlockLink href={pageOf("template", first.id)} title={first.name}>
					<bdi className="truncate">{first.name}</bdi>
				</BlockLink>
				{others.length > 0 ? (
					<span className="shrink-0">
						<BlockLink href={findingAddress("certificate")}>
							and {others.length} more{part}
						</BlockLink>
					</span>
				) : null}
			</span>
		</Line>
	);
}

function Line({ what, isLate, children }: { what: ReactNode; isLate: boolean; children?: ReactNode }) {
	return (
		<li className={classNames("grid content-center text-sm", isLate ? "min-h-14" : "min-h-9 py-1.5")}>
			<span className="truncate">{what}</span>
			{children ? <span className="truncate text-muted">{children}</span> : null}
		</li>
	);
}
