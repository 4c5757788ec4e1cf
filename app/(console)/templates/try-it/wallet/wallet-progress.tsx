import { Button } from "@/components/ui/button";
import type { AskStep } from "./ask-wallet";

const STEPS: Record<AskStep, string> = {
	beginning: "Preparing the request…",
	waiting: "Waiting for the wallet: follow what the browser shows. The request is good for ten minutes.",
	verifying: "Checking what the wallet sent…",
};

/** Which step is under way; until there is an answer it can be taken back. */
export function WalletProgress({ step, onCancel }: { step: AskStep; onCancel: () => void }) {
	return (
		<div className="flex flex-wrap items-center gap-3">
			<p role="status" className="text-muted">
				{STEPS[step]}
			</p>
			{step === "verifying" ? null : (
				<Button type="button" onClick={onCancel}>
					Cancel
				</Button>
			)}
		</div>
	);
}
