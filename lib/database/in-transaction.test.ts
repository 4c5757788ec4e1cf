import { describe, expect, it } from "vitest";
import { retried } from "./in-transaction";

/** Work that fails with a code a number of times, then returns how often it was tried. */
function failing(times: number, code: string) {
	let tried = 0;
	const work = async () => {
		tried += 1;
		if (tried <= times) throw Object.assign(new Error("refused"), { code });
		return tried;
	};
	return { work, tried: () => tried };
}

describe("database work", () => {
	it.each(["40001", "40P01", "SQLITE_BUSY_SNAPSHOT"])("is repeated after %s", async (code) => {
		expect(await retried(failing(3, code).work)).toBe(4);
	});

	it.each(["23505", "57P01", "08006", "SQLITE_FULL"])("is not repeated after %s", async (code) => {
		const { work, tried } = failing(1, code);
		await expect(retried(work)).rejects.toMatchObject({ code });
		expect(tried()).toBe(1);
	});

	it("is given up in the end, with the database's own error", async () => {
		const { work, tried } = failing(Number.POSITIVE_INFINITY, "40001");
		await expect(retried(work)).rejects.toMatchObject({ code: "40001" });
		expect(tried()).toBe(8);
	});
});
