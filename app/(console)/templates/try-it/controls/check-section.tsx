import { Button } from "@/components/ui/button";
import type { SectionProps } from "./section-props";
import { TryItText } from "./try-it-field";

/** A response that a wallet has given elsewhere, held against what the form asks for now. */
export function CheckSection({ input, answer }: SectionProps) {
	const faults = answer?.kind === "check" ? answer.faults : undefined;
	return (
		<section aria-labelledby="try-it-check" className="grid gap-3 border-t border-line pt-4">
			<div className="grid gap-0.5">
				<h3 id="try-it-check" className="font-semibold">
					Check a response
				</h3>
				<p className="text-muted">
					What a wallet has sent elsewhere, held against what is ticked now. It is read once and kept nowhere.
				</p>
			</div>
			<TryItText
				field="response"
				label="Response"
				rows={4}
				value={input?.response}
				fault={faults?.response}
				description="Hexadecimal, base64, base64url, or the JSON that a browser gave (vp_token). At most 200 KB."
			/>
			<Button name="intent" value="try check" formAction="#try-it" data-stays="" className="justify-self-start">
				Check response
			</Button>
		</section>
	);
}
