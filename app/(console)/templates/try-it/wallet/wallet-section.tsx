import { Button } from "@/components/ui/button";
import { TryItSection } from "../_controls/try-it-section";

/** A real or virtual wallet is asked through the browser, which takes scripts. */
export function WalletSection() {
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
