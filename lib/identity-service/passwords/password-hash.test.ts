import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash";

describe("password hashes", () => {
	it("match the password that they were made from and no other", async () => {
		const hash = await hashPassword("correct horse");
		expect(await verifyPassword("correct horse", hash)).toBe(true);
		expect(await verifyPassword("Correct horse", hash)).toBe(false);
		expect(await verifyPassword("", hash)).toBe(false);
	});

	it("differ for the same password and never hold it", async () => {
		const [one, other] = await Promise.all([hashPassword("hunter2"), hashPassword("hunter2")]);
		expect(one).not.toBe(other);
		expect(one).not.toContain("hunter2");
		expect(one).toMatch(/^\$scrypt\$N=16384,r=8,p=5\$/);
	});

	it("treat composed and decomposed characters alike", async () => {
		expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
	});

	it("that do not exist match no password, after the same work", async () => {
		const hash = await hashPassword("secret");
		// CPU time of all threads, since elapsed time includes waiting for a busy machine.
		const work = async (stored: string | null) => {
			const start = process.cpuUsage();
			await verifyPassword("wrong", stored);
			const { user, system } = process.cpuUsage(start);
			return user + system;
		};
		expect(await verifyPassword("secret", null)).toBe(false);
		const known = Math.min(await work(hash), await work(hash), await work(hash));
		const unknown = Math.min(await work(null), await work(null), await work(null));
		expect(unknown).toBeGreaterThan(known * 0.3);
	});

	it("are read with the cost that is written in them", async () => {
		const cheap = (await hashPassword("secret")).replace("N=16384", "N=1024");
		expect(await verifyPassword("secret", cheap)).toBe(false);
		await expect(verifyPassword("secret", "$argon2$…")).rejects.toThrow("unknown form");
	});
});
