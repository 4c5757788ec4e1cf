import type { Page } from "@playwright/test";

type Recorder = { observer: PerformanceObserver; sum: number };

/**
 * The browser's layout-shift score while `act` ran, shifts right after input included. `act` itself waits until the page is
 * at rest. 0: nothing moved.
 */
export async function layoutShiftDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
	const recorder = await page.evaluateHandle<Recorder>(() => {
		const found: Recorder = { observer: new PerformanceObserver(() => {}), sum: 0 };
		const add = (entries: PerformanceEntryList) => {
			for (const entry of entries) found.sum += "value" in entry && typeof entry.value === "number" ? entry.value : 0;
		};
		found.observer = new PerformanceObserver((list) => add(list.getEntries()));
		found.observer.observe({ type: "layout-shift" });
		return found;
	});
	await act();
	return recorder.evaluate(async (found) => {
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
		for (let count = 0; count < 3; count++) await frame();
		const late = found.observer.takeRecords();
		found.observer.disconnect();
		return late.reduce(
			(sum, entry) => sum + ("value" in entry && typeof entry.value === "number" ? entry.value : 0),
			found.sum,
		);
	});
}
