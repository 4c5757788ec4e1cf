import type { Page } from "@playwright/test";

/**
 * Keeps the page's requests to these addresses waiting, so that a test sees what stands there meanwhile.
 * @returns `release` lets them and all later ones through; `asked` counts them
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
		// The page may have given the request up by then.
		await route.continue().catch(() => {});
	});
	return { release, asked: () => count };
}
