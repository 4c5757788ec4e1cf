import type { CDPSession, Page } from "@playwright/test";
import type { CredentialRequest, OutsideWallet } from "./outside-wallet";

/** The endpoint that prepares the page's requests. */
export const BEGIN = "**/templates/try-it/wallet/begin";

/** What the browser's virtual wallet does with requests. */
export type WalletBehaviour =
	| { action: "respond"; protocol: string; response: object }
	| { action: "decline" }
	| { action: "wait" };

/** A request of the console, as its page passes it to the browser. */
export type BegunRequest = { id: string; requests: CredentialRequest[] };

export type VirtualWallet = {
	behave: (behaviour: WalletBehaviour) => Promise<void>;
	/** The requests so far. */
	begun: BegunRequest[];
	/** Responds to all later requests by this protocol. @param change replaces the response */
	respondWith: (wallet: OutsideWallet, protocol: string, change?: (response: object) => object) => Promise<void>;
};

/**
 * The virtual wallet of Chromium (Chrome DevTools Protocol, domain DigitalCredentials).
 * @returns null where the browser has none
 */
export async function virtualWallet(page: Page): Promise<VirtualWallet | null> {
	const browser = await page.context().newCDPSession(page);
	const begun: BegunRequest[] = [];
	const isThere = await behave(browser, { action: "decline" }).then(
		() => true,
		() => false,
	);
	if (!isThere) return null;
	return {
		behave: (behaviour) => behave(browser, behaviour),
		begun,
		// Its responses are fixed: each is made when the page gets its request, before the page passes that to the browser.
		async respondWith(wallet, protocol, change = (response) => response) {
			await page.route(BEGIN, async (route) => {
				const fetched = await route.fetch();
				const { value }: { value: BegunRequest } = await fetched.json();
				begun.push(value);
				const request = value.requests.find((each) => each.protocol === protocol);
				if (!request) throw new Error(`The console does not request by ${protocol}`);
				const response = change(await wallet.respond(request, new URL(page.url()).origin));
				await behave(browser, { action: "respond", protocol, response });
				await route.fulfill({ response: fetched });
			});
		},
	};
}

/** Newer than Playwright's types of the protocol. */
async function behave(browser: CDPSession, behaviour: WalletBehaviour): Promise<void> {
	const send = browser.send.bind(browser) as (method: string, parameters: object) => Promise<unknown>;
	await send("DigitalCredentials.setVirtualWalletBehavior", behaviour);
}
