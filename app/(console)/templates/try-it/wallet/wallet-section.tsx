import { Button } from "@/components/ui/button";

/** A real or virtual wallet is asked through the browser, which takes scripts. */
export function WalletSection() {
	return (
		<section aria-labelledby="try-it-wallet" className="grid gap-3 border-t border-line pt-4">
			<div className="grid gap-0.5">
				<h3 id="try-it-wallet" className="font-semibold">
					Ask a wallet
				</h3>
				<p className="text-muted">A wallet on this device, or on a phone nearby, is asked for what is ticked now.</p>
			</div>
			<Button
				name="intent"
				value="try wallet"
				formAction="#try-it"
				data-stays=""
				className="script-only justify-self-start"
			>
				Ask a wallet
			</Button>
		</section>
	);
}
