import { expect, it, vi } from "vitest";
import { loadedPart, loadPart } from "@/app/_page/lazy";

it("loads a part once, and has it at once from then on", async () => {
	const load = vi.fn(async () => ({ name: "preview" }));
	expect(loadedPart(load)).toBeNull();
	const part = await loadPart(load);
	expect(part).toEqual({ name: "preview" });
	expect(await loadPart(load)).toBe(part);
	expect(loadedPart(load)).toBe(part);
	expect(load).toHaveBeenCalledTimes(1);
});

it("returns null where loading fails, and tries again the next time", async () => {
	const load = vi.fn<() => Promise<string>>(async () => "there");
	load.mockRejectedValueOnce(new Error("offline"));
	load.mockImplementationOnce(() => {
		throw new Error("at once");
	});
	expect(await loadPart(load)).toBeNull();
	expect(await loadPart(load)).toBeNull();
	expect(loadedPart(load)).toBeNull();
	expect(await loadPart(load)).toBe("there");
	expect(load).toHaveBeenCalledTimes(3);
});

it("keeps parts apart", async () => {
	const [one, other] = [async () => "one", async () => "other"];
	await loadPart(one);
	expect(loadedPart(other)).toBeNull();
	expect(await loadPart(other)).toBe("other");
});
