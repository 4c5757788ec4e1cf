import { expect, test } from "../fixtures";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { appEnvironment } from "../running-app/test-run";
import { missingForBlocks, patternOf, runBlocks, runnablePages } from "./runnable-blocks";

// Runs the guides' commands against a new installation.

test.skip(missingForBlocks !== "", missingForBlocks);

let app: SecondApp;

test.beforeAll(async () => {
	test.setTimeout(120_000);
	app = await startSecondApp();
});
test.afterAll(() => app.stop());

test("the guides for operators and application developers have blocks to run", () => {
	const blockCounts = new Map(runnablePages().map(({ page, blocks }) => [page, blocks.length]));
	expect(blockCounts.get("docs/guides/application-developer.md")).toBeGreaterThanOrEqual(6);
	expect(blockCounts.get("docs/guides/operator.md")).toBeGreaterThanOrEqual(2);
});

for (const { page, blocks } of runnablePages()) {
	test(`the commands of ${page} work, and print what the page states`, async () => {
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
