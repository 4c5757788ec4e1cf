import { type Clock, relativeTime, TimeText } from "@/components/ui/time-text";
import { someOf } from "@/lib/dashboard/in-short";
import type { VersionRequest } from "@/lib/dashboard/store/template-versions";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { StepLink, StepList } from "./step-list";
import { growthsIn, heightsOf, type Step, stepsOf } from "./version-steps";
import { authorInWords, historyOf } from "./versions";
import "./version-strip.css";

/** How many versions are drawn; the one before them says what the first of them added. */
export const STEPS_MAX = 40;
const GROWTHS_MAX = 5;
const LABELS_MAX = 6;
const [WIDTH, HEIGHT, TOP] = [24, 48, 28];

type VersionStripProps = {
	/** Newest first; one more than are drawn, where there are more. */
	versions: readonly VersionRequest[];
	/** The version that is shown beside the strip. */
	chosenId: string | null;
	/** The page's query. */
	query: URLSearchParams;
	clock: Clock;
};

/** How many attributes each version requests, as steps; each shows its version. Below, which of them asked for more. */
export function VersionStrip({ versions, chosenId, query, clock }: VersionStripProps) {
	const steps = stepsOf(versions).slice(0, STEPS_MAX);
	const [newest] = steps;
	if (!newest) return null;
	const most = Math.max(1, ...steps.map(({ count }) => count ?? 0));
	return (
		<div className="grid content-start gap-3">
			<StepList label="Attributes per version">
				{steps.toReversed().map((step) => {
					const { id, position } = step.version;
					const words = stepInWords(step, clock);
					return (
						<li key={id}>
							<StepLink
								href={historyOf(step.version.templateId, query, { at: id })}
								aria-label={words}
								title={words}
								aria-current={id === chosenId ? "true" : undefined}
							>
								<Bar step={step} most={most} />
								<span aria-hidden="true">{position}</span>
							</StepLink>
						</li>
					);
				})}
			</StepList>
			<p className="text-xs text-muted">
				{versions.length > STEPS_MAX
					? `Versions ${steps.at(-1)?.version.position} to ${newest.version.position}. `
					: null}
				Attributes requested per version; filled: sensitive ones. A triangle: it asks for more than the version before
				{growthsIn(steps).some(({ between }) => between.length > 0)
					? "; dashed: that may have begun at a version whose request is not known here"
					: null}
				.
			</p>
			<Growths steps={steps} isWhole={versions.length <= STEPS_MAX} clock={clock} />
		</div>
	);
}

/** "Version 4: 7 attributes, 2 sensitive, 1 more than before. Ann, 3 days ago". */
function stepInWords({ version, count, sensitive, added, between }: Step, { now }: Clock): string {
	const isMore = added !== null && added.length > 0;
	const before = between.length > 0 ? "the last known request before" : "the version before";
	const words = version.isGone
		? "deleted"
		: count === null
			? `request ${version.isTooLong ? "too long to be counted" : "not known"}`
			: [
					`${count} ${count === 1 ? "attribute" : "attributes"}`,
					sensitive > 0 && `${sensitive} sensitive`,
					isMore && `${added.length} not in ${before}`,
				]
					.filter(Boolean)
					.join(", ");
	return `Version ${version.position}: ${words}. ${authorInWords(version)}, ${relativeTime(new Date(version.at), now)}`;
}

function Bar({ step, most }: { step: Step; most: number }) {
	const { version, count, added, between } = step;
	const { all, sensitive } = heightsOf(step, most, HEIGHT);
	const top = TOP + HEIGHT - all;
	return (
		<svg aria-hidden="true" width={WIDTH} height={TOP + HEIGHT}>
			{count === null ? (
				<text x={WIDTH / 2} y={TOP + HEIGHT - 3}>
					{version.isGone ? "×" : version.isTooLong ? "…" : "?"}
				</text>
			) : (
				<>
					<path d={`M.5 ${TOP + HEIGHT}V${top + 0.5}h${WIDTH - 1}V${TOP + HEIGHT}`} className="step" />
					<path d={`M.5 ${TOP + HEIGHT}v${-sensitive}h${WIDTH - 1}v${sensitive}z`} className="sensitive" />
					<text x={WIDTH / 2} y={top - 3}>
						{count > 999 ? `${Number((count / 1000).toFixed(count < 10_000 ? 1 : 0))}k` : count}
					</text>
				</>
			)}
			{added && added.length > 0 ? (
				<path d="M5 11l7 -8 7 8z" className={between.length > 0 ? "maybe" : "more"} />
			) : null}
		</svg>
	);
}

type GrowthsProps = { steps: readonly Step[]; isWhole: boolean; clock: Clock };

/** When it began to ask for more, and by whom. */
function Growths({ steps, isWhole, clock }: GrowthsProps) {
	const growths = growthsIn(steps);
	const oldest = steps.at(-1)?.version.position;
	if (growths.length === 0) {
		return steps.length > 1 ? (
			<p className="text-sm">
				As far as is known, no version {isWhole ? `since version ${oldest}` : "of these"} asks for more than the one
				before.
			</p>
		) : null;
	}
	return (
		<ul aria-label="Asks for more" className="grid gap-1 text-sm">
			{growths.slice(0, GROWTHS_MAX).map(({ version, added, between }) => (
				<li key={version.id}>
					Asks for more since{" "}
					{between.length > 0 ? (
						`${oneOf(between, version)}: `
					) : (
						<>
							version {version.position}: {authorInWords(version)},{" "}
							<TimeText value={version.at} clock={clock} isCompact />,{" "}
						</>
					)}
					<bdi>+ {someOf(added.map(attributeLabel), { max: LABELS_MAX })}</bdi>
				</li>
			))}
			{growths.length > GROWTHS_MAX ? (
				<li className="text-muted">and {growths.length - GROWTHS_MAX} earlier versions</li>
			) : null}
		</ul>
	);
}

/** "version 2 or 3 (version 2's request is not known)". Who it was is not known either. */
function oneOf(between: Step["between"], { position }: Step["version"]): string {
	const first = between[0]?.position;
	const why = between.every(({ isTooLong }) => isTooLong) ? "too long to be compared" : "not known";
	if (between.length === 1) return `version ${first} or ${position} (version ${first}'s request is ${why})`;
	return `one of versions ${first} to ${position} (the requests of ${between.length} of them are ${why})`;
}
