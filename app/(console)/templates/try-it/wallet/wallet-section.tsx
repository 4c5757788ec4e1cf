import { Button } from "@/components/ui/button";

/** A real or virtual wallet is asked through the browser, which takes scripts. */
export function WalletSection() {
	return (
		<section aria-labelledby="try-it-wallet" className="grid gap-3 border-t border-line pt-4">
			<div className="grid gap-1">
				<h3 id="try-it-wallet" className="font-semibold">
					Ask a wallet
				</h3>
				<p className="text-muted">
					A wallet on this device, or on a phone nearby, is asked for what is ticked now. What it sends is checked,
					shown here once, and kept nowhere.
				</p>
				<p className="text-muted">
					The request is not signed: a production wallet may refuse a reader that is not registered with it. Use a test
					wallet, such as Multipaz's.
				</p>
				<p className="hidden noscript:block">
					Only a script can ask a wallet, and this browser runs none here. Simulating and checking work without.
				</p>
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
