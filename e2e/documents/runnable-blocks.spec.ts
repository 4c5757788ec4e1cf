import { expect, test } from "../fixtures";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { appEnvironment } from "../running-app/test-run";
import { missingForBlocks, patternOf, runBlocks, runnablePages } from "./runnable-blocks";

// What the guides tell their readers to run, against an installation as new as theirs.

test.skip(missingForBlocks !== "", missingForBlocks);

let app: SecondApp;

test.beforeAll(async () => {
	test.setTimeout(120_000);
	app = await startSecondApp();
});
test.afterAll(() => app.stop());

test("the guides for operators and application developers have blocks to run", () => {
	const counts = new Map(runnablePages().map(({ page, blocks }) => [page, blocks.length]));
	expect(counts.get("docs/application-developer.md")).toBeGreaterThanOrEqual(6);
	expect(counts.get("docs/operator.md")).toBeGreaterThanOrEqual(2);
});

for (const { page, blocks } of runnablePages()) {
	test(`what ${page} says to run works, and writes what the page says`, async () => {
		test.setTimeout(120_000);
		const port = Number(new URL(app.credentials.address).port);
		const env = { ...process.env, ...appEnvironment({ port, dataDir: app.dataDir }) };
		const { outputs, failure } = await runBlocks(blocks, env);
		const reached = blocks[outputs.length];
		expect(failure, `the block at line ${reached?.line} of ${page}`).toBeNull();
		expect(outputs).toHaveLength(blocks.length);
		for (const [index, { line, output }] of blocks.entries()) {
			if (output === null) continue;
			expect(outputs[index]?.trimEnd(), `the output of the block at line ${line}`).toMatch(patternOf(output));
		}
	});
}
