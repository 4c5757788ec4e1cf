import { submittedTryIt } from "../_run/run-try-it";
import { controlName } from "../_run/try-it-fields";
import { TryItResult } from "../_run/try-it-result";
import { TryItTab } from "./try-it-tab";
import { tryItSections } from "./try-it-texts";

type TryItControlsProps = {
	/** Id of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
};

/** The tab with its texts, and with what was submitted without scripts and its result. */
export function TryItControls({ id, authority }: TryItControlsProps) {
	const { input = null, response = null } = submittedTryIt.of(id) ?? {};
	const known = authority ?? input?.authority;
	return (
		<>
			{known ? <input type="hidden" name={controlName("authority")} value={known} /> : null}
			<TryItTab sections={tryItSections} input={input} faults={response?.faults}>
				{response ? <TryItResult response={response} /> : null}
			</TryItTab>
		</>
	);
}
