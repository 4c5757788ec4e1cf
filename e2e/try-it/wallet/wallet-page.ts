import type { Locator, Page } from "@playwright/test";
import { test as base, expect, uniqueName } from "../../templates/templates-page";
import { openTryIt } from "../try-it-page";
import { type OutsideWallet, outsideWallet } from "./outside-wallet/outside-wallet";
import { type VirtualWallet, virtualWallet } from "./outside-wallet/virtual-wallet";

export { expect };

export const PROTOCOLS = ["org-iso-mdoc", "openid4vp-v1-unsigned"];
export const ELEMENTS = { family_name: true, birth_date: true, issuing_country: true };

export const walletButton = (page: Page): Locator => page.getByRole("button", { name: "Ask a wallet", exact: true });
export const tryItPanel = (page: Page): Locator => page.getByRole("tabpanel", { name: "Try it", exact: true });
/** The alert with what prevents a request. */
export const problem = (page: Page): Locator => tryItPanel(page).getByRole("alert");

type WalletFixtures = {
	/** The browser's virtual wallet. The test is skipped where there is none. */
	wallet: VirtualWallet;
	/** Opens the tab of a new template whose certificate authority is the outside issuer's root. @returns its id */
	openTemplate: (admin?: "viewer" | "editor") => Promise<string>;
};

export const test = base.extend<WalletFixtures, { outside: OutsideWallet }>({
	outside: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) =>
			use(
				await outsideWallet({
					family_name: "Outsider",
					given_name: "Planted",
					birth_date: "1990-01-02",
					issuing_country: "UT",
					age_over_21: true,
				}),
			),
		{ scope: "worker" },
	],
	wallet: async ({ page }, use, testInfo) => {
		const wallet = await virtualWallet(page);
		testInfo.skip(!wallet, "this browser has no virtual wallet (DigitalCredentials.setVirtualWalletBehavior)");
		if (wallet) await use(wallet);
	},
	openTemplate: async ({ page, signIn, management, outside }, use) => {
		await use(async (admin = "viewer") => {
			const { id } = await management.createTemplate(uniqueName("Asks a wallet"), ELEMENTS, outside.root);
			await signIn(page, admin);
			await page.goto(`/templates/${id}`);
			await openTryIt(page);
			await expect(walletButton(page)).toBeVisible();
			return id;
		});
	},
});
