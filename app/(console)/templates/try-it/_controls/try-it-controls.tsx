import { Button } from "@/components/ui/button";
import { TryItResult } from "../_result/try-it-result";
import { postedTryIt } from "../_run/posted-try-it";
import type { TryItAnswer, TryItKind } from "../_run/try-it-answer";
import { controlName } from "../_run/try-it-fields";
import { CheckSection } from "./check-section";
import { resultPlaceId } from "./result-place-id";
import { SimulateSection } from "./simulate-section";
import { TryItSection } from "./try-it-section";

type TryItControlsProps = {
	/** Of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
};

/** All of the tab that is there without scripts: what can be chosen and typed, and what became of what was posted. */
export function TryItControls({ id, authority }: TryItControlsProps) {
	const { input = null, answer = null } = postedTryIt.of(id) ?? {};
	return (
		<div className="grid gap-5 text-sm">
			<input type="hidden" name={controlName("authority")} value={authority ?? input?.authority ?? ""} />
			<SimulateSection input={input} answer={answer} />
			<ResultPlace kind="simulate" answer={answer} />
			<CheckSection input={input} answer={answer} />
			<ResultPlace kind="check" answer={answer} />
			<WalletSection />
			<div id={resultPlaceId("wallet")} />
		</div>
	);
}

function ResultPlace({ kind, answer }: { kind: TryItKind; answer: TryItAnswer | null }) {
	return (
		<div id={resultPlaceId(kind)} className="empty:hidden">
			{answer?.kind === kind ? (
				<div className="served">
					<TryItResult answer={answer} />
				</div>
			) : null}
		</div>
	);
}

/** A real or virtual wallet is asked through the browser, which takes scripts. */
function WalletSection() {
	return (
		<TryItSection
			id="try-it-wallet"
			title="Ask a wallet"
			says={
				<>
					<p>
						A wallet on this device, or on a phone nearby, is asked for what is ticked now. What it sends is checked,
						shown here once, and kept nowhere.
					</p>
					<p>
						The request is not signed: a production wallet may refuse a reader that is not registered with it. Use a
						test wallet, such as Multipaz's.
					</p>
					<p className="hidden text-ink noscript:block">
						Only a script can ask a wallet, and this browser runs none here. Simulating and checking work without.
					</p>
				</>
			}
		>
			<Button
				name="intent"
				value="try wallet"
				formAction="#try-it"
				data-stays=""
				className="script-only justify-self-start"
			>
				Ask a wallet
			</Button>
		</TryItSection>
	);
}
