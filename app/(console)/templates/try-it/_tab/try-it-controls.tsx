import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SAMPLE_LICENCES } from "@/lib/dashboard/presentation/sample-licences";
import { submittedTryIt } from "../_run/run-try-it";
import {
	controlName,
	resultPlaceId,
	type TryItInput,
	type TryItKind,
	type TryItResponse,
	WALLET_CODE_PLACE,
} from "../_run/try-it-fields";
import { TryItResult } from "../_run/try-it-result";
import { SessionFields, TryItSelect, TryItText } from "./try-it-field";

type TryItControlsProps = {
	/** Id of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
};

/** The tab without scripts: its controls, and the result of the submitted form. */
export function TryItControls({ id, authority }: TryItControlsProps) {
	const { input = null, response = null } = submittedTryIt.of(id) ?? {};
	return (
		<div className="try-it-controls" spellCheck={false}>
			<input type="hidden" name={controlName("authority")} value={authority ?? input?.authority ?? ""} />
			<SimulateSection input={input} response={response} />
			<CheckSection input={input} response={response} />
			<WalletSection />
			{/* After all buttons: nothing moves when a result is added. */}
			<ResultPlace kind="simulate" response={response} />
			<ResultPlace kind="check" response={response} />
			<div id={resultPlaceId("wallet")} className="result-place" />
		</div>
	);
}

function ResultPlace({ kind, response }: { kind: TryItKind; response: TryItResponse | null }) {
	return (
		<div id={resultPlaceId(kind)} className="result-place">
			{response?.kind === kind ? (
				<div className="served">
					<TryItResult response={response} />
				</div>
			) : null}
		</div>
	);
}

/** A request to a real or virtual wallet through the browser, which needs scripts. */
function WalletSection() {
	return (
		<TryItSection
			id="try-it-wallet"
			title="Ask a wallet"
			help={
				<>
					<p>
						A wallet on this device, or on a phone nearby, is asked for what is ticked now. What it sends is checked,
						shown here once, and kept nowhere.
					</p>
					<p>
						The request is not signed: a production wallet may refuse a reader that is not registered with it. Use a
						test wallet, such as Multipaz's.
					</p>
					<p className="without-scripts">
						Only a script can ask a wallet, and this browser runs none here. Simulating and checking work without.
					</p>
				</>
			}
		>
			<Button name="intent" value="try wallet" formAction="#try-it" data-stays="" className="script-only">
				Ask a wallet
			</Button>
			<div id={WALLET_CODE_PLACE} className="empty:hidden" />
		</TryItSection>
	);
}

const RULES = [
	["iso", "ISO 18013-7: sends what there is"],
	["browser", "Browser, OpenID4VP 1.0: all or nothing"],
] as const;

/** A made-up wallet responds to the form's present request. */
function SimulateSection({ input, response }: SectionProps) {
	const faults = response?.kind === "simulate" ? response.faults : undefined;
	return (
		<TryItSection
			id="try-it-simulate"
			title="Simulate"
			help={<p>A made-up wallet with a made-up licence answers what is ticked now, saved or not. Nobody is asked.</p>}
		>
			<div className="try-it-choices">
				<TryItSelect
					field="licence"
					label="Sample licence"
					value={input?.licence}
					fault={faults?.licence}
					options={SAMPLE_LICENCES.map(({ id, title }) => [id, title])}
				/>
				<TryItSelect field="rules" label="Rules" value={input?.rules} fault={faults?.rules} options={RULES} />
			</div>
			<label className="retain">
				<input type="checkbox" name={controlName("retain")} value="on" defaultChecked={input?.retain === "on"} />
				<span>Say that the answers will be stored (intent to retain)</span>
			</label>
			<Button name="intent" value="try simulate" formAction="#try-it" data-stays="">
				Simulate
			</Button>
		</TryItSection>
	);
}

/** A response that a wallet has sent elsewhere, checked against the form's present request. */
function CheckSection({ input, response }: SectionProps) {
	const faults = response?.kind === "check" ? response.faults : undefined;
	return (
		<TryItSection
			id="try-it-check"
			title="Check a response"
			help={<p>What a wallet has sent elsewhere, held against what is ticked now. It is read once and kept nowhere.</p>}
		>
			<TryItText
				field="response"
				label="Response"
				rows={4}
				value={input?.response}
				fault={faults?.response}
				description="Hexadecimal, base64, base64url, or the JSON that a browser gave (vp_token). At most 200 KB."
			/>
			<SessionFields input={input} faults={faults} />
			<details open={Boolean(input?.date || input?.root || faults?.root)}>
				<summary>Date and extra root</summary>
				<div>
					<TryItText
						field="date"
						label="Date"
						value={input?.date}
						fault={faults?.date}
						description="A day as 2026-01-31 or a moment as 2026-01-31T09:30Z, in UTC. Empty means now."
					/>
					<TryItText
						field="root"
						label="Extra root"
						rows={3}
						value={input?.root}
						fault={faults?.root}
						description="A root certificate in PEM. It is believed beside the trust list and the template's custom certificate authority: each adds to the others."
					/>
				</div>
			</details>
			<Button name="intent" value="try check" formAction="#try-it" data-stays="">
				Check response
			</Button>
		</TryItSection>
	);
}

/** The form data of “Try it”, and its result. */
type SectionProps = { input: TryItInput | null; response: TryItResponse | null };

type TryItSectionProps = {
	/** Id of the section's heading. */
	id: string;
	title: string;
	/** A description in a sentence or two. */
	help: ReactNode;
	children: ReactNode;
};

/** One section of the tab. All but the first have a line above. */
function TryItSection({ id, title, help, children }: TryItSectionProps) {
	return (
		<section aria-labelledby={id}>
			<div>
				<h3 id={id}>{title}</h3>
				{help}
			</div>
			{children}
		</section>
	);
}
