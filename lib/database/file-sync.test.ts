import { beforeEach, expect, it } from "vitest";
import { FileSync } from "./file-sync";

/** Syncs in progress, in order; a test ends each one itself. */
let attempts: { end: () => void; fail: (error: Error) => void }[];
let log: FileSync;
beforeEach(() => {
	attempts = [];
	log = new FileSync({
		datasync: () => new Promise((end, fail) => attempts.push({ end, fail })),
		close: async () => {},
	});
});
const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

it("syncs once for all calls during a sync, after it", async () => {
	const first = log.wait();
	await rest();
	const [second, third] = [log.wait(), log.wait()];
	expect(third).toBe(second);
	attempts[0]?.end();
	await first;
	await rest();
	expect(attempts).toHaveLength(2);
	attempts[1]?.end();
	await second;
	await log.close();
});

it("rejects all pending and later calls after a failure, and never syncs again", async () => {
	const failed = log.wait();
	await rest();
	const next = log.wait();
	attempts[0]?.fail(Object.assign(new Error("input/output error"), { code: "EIO" }));
	await expect(failed).rejects.toMatchObject({ code: "EIO" });
	await expect(next).rejects.toMatchObject({ code: "EIO" });
	await expect(log.wait()).rejects.toMatchObject({ code: "EIO" });
	expect(log.failure).toMatchObject({ code: "EIO" });
	expect(attempts).toHaveLength(1);
	await log.close();
});

it("rejects a pending call after a failure was recorded, even where its sync succeeds", async () => {
	const waiting = log.wait();
	await rest();
	log.fail(new Error("the same disk failed elsewhere"));
	attempts[0]?.end();
	await expect(waiting).rejects.toThrow("elsewhere");
});
