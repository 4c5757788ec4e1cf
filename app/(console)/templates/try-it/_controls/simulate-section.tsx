import { Button } from "@/components/ui/button";
import { SAMPLE_LICENCES } from "@/lib/dashboard/presentation/sample-licences";
import { controlName } from "../_run/try-it-fields";
import type { SectionProps } from "./section-props";
import { TryItSelect } from "./try-it-field";
import { TryItSection } from "./try-it-section";

const RULES = [
	["iso", "ISO 18013-7: sends what there is"],
	["browser", "Browser, OpenID4VP 1.0: all or nothing"],
] as const;

/** A made-up wallet answers what the form asks for now. */
export function SimulateSection({ input, answer }: SectionProps) {
	const faults = answer?.kind === "simulate" ? answer.faults : undefined;
	return (
		<TryItSection
			id="try-it-simulate"
			title="Simulate"
			says={<p>A made-up wallet with a made-up licence answers what is ticked now, saved or not. Nobody is asked.</p>}
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
