import { Button } from "@/components/ui/button";
import type { SectionProps } from "./section-props";
import { SessionFields } from "./session-fields";
import { TryItText } from "./try-it-field";
import { TryItSection } from "./try-it-section";

/** A response that a wallet has given elsewhere, held against what the form asks for now. */
export function CheckSection({ input, answer }: SectionProps) {
	const faults = answer?.kind === "check" ? answer.faults : undefined;
	return (
		<TryItSection
			id="try-it-check"
			title="Check a response"
			says={<p>What a wallet has sent elsewhere, held against what is ticked now. It is read once and kept nowhere.</p>}
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
