import type { Page } from "@playwright/test";

/**
 * Holds the page's requests to these addresses back, so that a test sees what the page shows meanwhile.
 * @returns `release` continues them and all later ones; `requestCount` counts them
 */
export async function holdBack(page: Page, isHeld: (url: URL) => boolean) {
	let release = () => {};
	let count = 0;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(isHeld, async (route) => {
		count += 1;
		await released;
		// The page may have cancelled the request by then.
		await route.continue().catch(() => {});
	});
	return { release, requestCount: () => count };
}
