import { submittedTryIt } from "../_run/run-try-it";
import { controlName, resultPlaceId, type TryItKind, type TryItResponse } from "../_run/try-it-fields";
import { TryItResult } from "../_run/try-it-result";
import { TryItSections } from "./try-it-sections";
import { tryItSections } from "./try-it-texts";

type TryItControlsProps = {
	/** Id of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
};

/** The tab without scripts: its controls, and the result of the submitted form. */
export function TryItControls({ id, authority }: TryItControlsProps) {
	const { input = null, response = null } = submittedTryIt.of(id) ?? {};
	const known = authority ?? input?.authority;
	return (
		<div className="grid gap-5 text-sm">
			{known ? <input type="hidden" name={controlName("authority")} value={known} /> : null}
			<TryItSections sections={tryItSections} input={input} faults={response?.faults} />
			{/* After all buttons: nothing moves when a result is added. */}
			<ResultPlace kind="simulate" response={response} />
			<ResultPlace kind="check" response={response} />
			<div id={resultPlaceId("wallet")} />
		</div>
	);
}

function ResultPlace({ kind, response }: { kind: TryItKind; response: TryItResponse | null }) {
	return (
		<div id={resultPlaceId(kind)}>
			{response?.kind === kind ? (
				<div className="served">
					<TryItResult response={response} />
				</div>
			) : null}
		</div>
	);
}
