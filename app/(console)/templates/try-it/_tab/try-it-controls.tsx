import { TextLink } from "@/components/layout/links";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { submittedTryIt } from "../_run/run-try-it";
import { controlName } from "../_run/try-it-fields";
import { TryItResult } from "../_run/try-it-result";
import { TryItTab } from "./try-it-tab";
import { tryItSections } from "./try-it-texts";

/** The page of its own, for a stored template. */
export function tryItPath(id: string): string {
	return `${pageOf("template", id)}/try-it`;
}

type TryItControlsProps = {
	/** Id of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
	/** Of the page of its own. */
	isPage?: boolean;
};

/** The tab with its texts, and with what was submitted without scripts and its result. */
export function TryItControls({ id, authority, isPage = false }: TryItControlsProps) {
	const { input = null, response = null } = submittedTryIt.of(id) ?? {};
	const known = authority ?? input?.authority;
	return (
		<>
			{known ? <input type="hidden" name={controlName("authority")} value={known} /> : null}
			{id && !isPage ? (
				<p className="mb-3 text-sm text-muted">
					<TextLink href={tryItPath(id)}>Open at full width</TextLink>: the stored template.
				</p>
			) : null}
			<TryItTab
				sections={tryItSections(isPage ? "what the template asks for" : "what is ticked now")}
				input={input}
				faults={response?.faults}
			>
				{response ? <TryItResult response={response} /> : null}
				{isPage && !response ? <p className="text-muted">The licence and the chain of checks are shown here.</p> : null}
			</TryItTab>
		</>
	);
}
