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
	/** Of the template; empty for a new one. */
	id: string;
	/** The custom certificate authority of a stored template; a new one has it in the form. */
	authority: string | null;
};

/** All of the tab that is there without scripts: what can be chosen and typed, and what became of what was posted. */
export function TryItControls({ id, authority }: TryItControlsProps) {
	const { input = null, answer = null } = submittedTryIt.of(id) ?? {};
	return (
		<div className="grid gap-5 text-sm">
			<input type="hidden" name={controlName("authority")} value={authority ?? input?.authority ?? ""} />
			<SimulateSection input={input} answer={answer} />
			<CheckSection input={input} answer={answer} />
			<WalletSection />
			{/* Behind all that can be pressed: nothing moves when a result comes. */}
			<ResultPlace kind="simulate" answer={answer} />
			<ResultPlace kind="check" answer={answer} />
			<div id={resultPlaceId("wallet")} className={RESULT_PLACE} />
		</div>
	);
}

const RESULT_PLACE = "border-t border-line pt-4 empty:hidden";

function ResultPlace({ kind, answer }: { kind: TryItKind; answer: TryItResponse | null }) {
	return (
		<div id={resultPlaceId(kind)} className={RESULT_PLACE}>
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
			<div id={WALLET_CODE_PLACE} className="empty:hidden" />
		</TryItSection>
	);
}

const RULES = [
	["iso", "ISO 18013-7: sends what there is"],
	["browser", "Browser, OpenID4VP 1.0: all or nothing"],
] as const;

/** A made-up wallet answers what the form asks for now. */
function SimulateSection({ input, answer }: SectionProps) {
	const faults = answer?.kind === "simulate" ? answer.faults : undefined;
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
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name={controlName("retain")}
					value="on"
					defaultChecked={input?.retain === "on"}
					className="mt-0.5 size-4 shrink-0"
				/>
				<span>Say that the answers will be stored (intent to retain)</span>
			</label>
			<Button name="intent" value="try simulate" formAction="#try-it" data-stays="" className="justify-self-start">
				Simulate
			</Button>
		</TryItSection>
	);
}

/** A response that a wallet has given elsewhere, held against what the form asks for now. */
function CheckSection({ input, answer }: SectionProps) {
	const faults = answer?.kind === "check" ? answer.faults : undefined;
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
				<summary className="min-h-6 font-medium">Date and extra root</summary>
				<div className="mt-2 grid gap-3">
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
			<Button name="intent" value="try check" formAction="#try-it" data-stays="" className="justify-self-start">
				Check response
			</Button>
		</TryItSection>
	);
}

/** What was posted under “Try it”, and what became of it. */
type SectionProps = { input: TryItInput | null; answer: TryItResponse | null };

type TryItSectionProps = {
	/** Names the section within the page. */
	id: string;
	title: string;
	/** What happens here, in a sentence or two. */
	help: ReactNode;
	children: ReactNode;
};

/** One of the things that can be tried. All but the first have a line above. */
function TryItSection({ id, title, help, children }: TryItSectionProps) {
	return (
		<section aria-labelledby={id} className="grid gap-3 border-line not-first-of-type:border-t not-first-of-type:pt-4">
			<div className="grid gap-1">
				<h3 id={id} className="font-semibold">
					{title}
				</h3>
				<div className="grid gap-1 text-muted">{help}</div>
			</div>
			{children}
		</section>
	);
}
