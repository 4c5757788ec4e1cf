import { linkClass } from "@/components/layout/link-class";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { VersionAuthor } from "./version-author";
import type { versionsInWords } from "./version-words";

type VersionListProps = {
	versions: Awaited<ReturnType<typeof versionsInWords>>;
	/** The template exists, and this admin may change it. */
	canRestore: boolean;
	/** The version that is as now. */
	nowId: string | null;
	clock: Clock;
};

/** The versions of a template, the newest first: when, who, and what changed. */
export function VersionList({ versions, canRestore, nowId, clock }: VersionListProps) {
	return (
		<ol aria-label="Versions" className="border-b border-line text-sm">
			{versions.map(({ version, changes }) => {
				const { id, templateId, position, isGone } = version;
				const path = pageOf("template", templateId);
				const isPast = id !== nowId && !isGone;
				return (
					<li
						key={id}
						className="grid content-start gap-x-6 gap-y-2 border-t border-line py-3 md:grid-cols-[15rem_minmax(0,1fr)_auto]"
					>
						<div>
							<p className="flex flex-wrap items-center gap-x-2 font-medium">
								Version {position} {id === nowId ? <Badge tone="accent">as now</Badge> : null}
							</p>
							<TimeText value={version.at} clock={clock} />
						</div>
						<div className="grid min-w-0 content-start gap-1">
							<VersionAuthor version={version} clock={clock} />
							<ul className="grid gap-0.5 break-words">
								{changes.map((change) => (
									<li key={change}>{change}</li>
								))}
							</ul>
						</div>
						<p className="flex flex-wrap gap-x-4 self-start">
							{isPast && nowId !== null ? (
								<PageLink
									href={`${path}/history?${new URLSearchParams({ a: id, b: nowId })}#comparison`}
									className={linkClass}
									aria-label={`Compare with now: version ${position}`}
								>
									Compare with now
								</PageLink>
							) : null}
							{isPast && canRestore ? (
								<PageLink
									href={`${path}?${new URLSearchParams({ restore: id })}`}
									className={linkClass}
									aria-label={`Restore: version ${position}`}
								>
									Restore
								</PageLink>
							) : null}
						</p>
					</li>
				);
			})}
		</ol>
	);
}
