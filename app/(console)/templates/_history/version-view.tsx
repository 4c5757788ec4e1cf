import "server-only";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { contentOf } from "../_edit/template-save";
import { HolderPreview } from "../_form/holder-preview";
import { authorInWords } from "./versions";

/** More than the catalogue has. */
const DRAWN_MAX = 40;

type VersionViewProps = {
	/** Null: it is not kept. */
	version: TemplateVersion | null;
	isNow: boolean;
	/** The template can be opened. */
	canOpen: boolean;
	clock: Clock;
};

/** A version as the holder saw it. */
export function VersionView({ version, isNow, canOpen, clock }: VersionViewProps) {
	if (!version) return <p className="text-sm text-muted">This version is no longer kept. Choose another one.</p>;
	const { templateId, position, at, isGone } = version;
	return (
		<section aria-labelledby="holder-view" className="grid gap-2 lg:sticky lg:top-[calc(var(--top-bar)+1rem)]">
			<h2 id="holder-view" className="text-base font-semibold">
				Version {position} as the holder {isNow ? "sees" : "saw"} it
			</h2>
			<p className="text-xs text-muted">
				{isGone ? "Deleted; this is what it was before. " : ""}
				{authorInWords(version)}, <TimeText value={at} clock={clock} isCompact />
			</p>
			<Phone version={version} formPath={canOpen ? pageOf("template", templateId) : null} />
		</section>
	);
}

function Phone({ version, formPath }: { version: TemplateVersion; formPath: string | null }) {
	const content = contentOf({ id: "", purpose: noPurpose, ...version.content });
	if (!content) return <p className="text-sm text-muted">What it asked for is not known.</p>;
	const names = requestedNames(content.elements);
	const drawn = new Set(names.slice(0, DRAWN_MAX));
	const elements = Object.fromEntries(Object.entries(content.elements).filter(([name]) => drawn.has(name)));
	return (
		<>
			<HolderPreview
				content={names.length > DRAWN_MAX ? { ...content, elements } : content}
				verifier={dashboardConfig().tenant.name}
				canWrite={false}
				formPath={formPath}
			/>
			{names.length > DRAWN_MAX ? (
				<p className="text-xs text-muted">
					The first {DRAWN_MAX} of {names.length.toLocaleString("en")} attributes.
				</p>
			) : null}
		</>
	);
}
