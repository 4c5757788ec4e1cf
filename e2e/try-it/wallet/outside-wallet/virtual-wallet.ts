import type { CDPSession, Page } from "@playwright/test";
import type { CredentialRequest, OutsideWallet } from "./outside-wallet";

/** Where the page gets its requests from. */
export const BEGIN = "**/templates/try-it/wallet/begin";

/** What the browser's virtual wallet does with the requests that come. */
export type WalletBehaviour =
	| { action: "respond"; protocol: string; response: object }
	| { action: "decline" }
	| { action: "wait" };

/** A request of the console, as its page hands it to the browser. */
export type BegunRequest = { id: string; requests: CredentialRequest[] };

export type VirtualWallet = {
	behave: (behaviour: WalletBehaviour) => Promise<void>;
	/** What the browser was asked with, request by request. */
	asked: BegunRequest[];
	/** Answers whatever is asked from now on by this protocol. @param change what the page gets in its place */
	respondWith: (wallet: OutsideWallet, protocol: string, change?: (answer: object) => object) => Promise<void>;
};

/**
 * The virtual wallet of Chromium (Chrome DevTools Protocol, domain DigitalCredentials).
 * @returns null where the browser has none
 */
export async function virtualWallet(page: Page): Promise<VirtualWallet | null> {
	const browser = await page.context().newCDPSession(page);
	const asked: BegunRequest[] = [];
	const isThere = await behave(browser, { action: "decline" }).then(
		() => true,
		() => false,
	);
	if (!isThere) return null;
	return {
		behave: (behaviour) => behave(browser, behaviour),
		asked,
		// Its answers are fixed ones: each is made when the page gets its request, before the page hands that on.
		async respondWith(wallet, protocol, change = (answer) => answer) {
			await page.route(BEGIN, async (route) => {
				const answer = await route.fetch();
				const { value }: { value: BegunRequest } = await answer.json();
				asked.push(value);
				const request = value.requests.find((each) => each.protocol === protocol);
				if (!request) throw new Error(`The console does not ask by ${protocol}`);
				const response = change(await wallet.answer(request, new URL(page.url()).origin));
				await behave(browser, { action: "respond", protocol, response });
				await route.fulfill({ response: answer });
			});
		},
	};
}

/** Newer than what Playwright knows of the protocol. */
async function behave(browser: CDPSession, behaviour: WalletBehaviour): Promise<void> {
	const send = browser.send.bind(browser) as (method: string, parameters: object) => Promise<unknown>;
	await send("DigitalCredentials.setVirtualWalletBehavior", behaviour);
}
