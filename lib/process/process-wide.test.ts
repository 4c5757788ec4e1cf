import { AsyncLocalStorage } from "node:async_hooks";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { forgetProcessWideValues, processWide } from "./process-wide";

afterEach(forgetProcessWideValues);

test("a value is created once, by the first caller", () => {
	const initial = vi.fn(() => ({ count: 0 }));
	const held = processWide("test", initial);
	expect(initial).not.toHaveBeenCalled();
	held.get().count += 1;
	expect(held.get()).toEqual({ count: 1 });
	expect(initial).toHaveBeenCalledTimes(1);
});

test("two copies of the module share one value", async () => {
	vi.resetModules();
	const copy = await import("./process-wide");
	expect(copy.processWide).not.toBe(processWide);
	processWide("test", () => "first").set("changed");
	expect(copy.processWide("test", () => "second").get()).toBe("changed");
	copy.forgetProcessWideValues();
	expect(processWide("test", () => "first").get()).toBe("first");
});

test("names separate values, and null and undefined are values", () => {
	const initial = vi.fn(() => undefined);
	const nothing = processWide("nothing", initial);
	nothing.get();
	expect(nothing.get()).toBeUndefined();
	expect(initial).toHaveBeenCalledTimes(1);
	const other = processWide<number | null>("other", () => 1);
	other.set(null);
	expect(other.get()).toBeNull();
});

test("a value that could not be created is tried again, and a forgotten one created anew", () => {
	const initial = vi.fn<() => string>().mockImplementationOnce(() => {
		throw new Error("not yet");
	});
	const held = processWide("test", initial.mockReturnValue("made"));
	expect(held.get).toThrow("not yet");
	expect(held.get()).toBe("made");
	held.forget();
	held.get();
	expect(initial).toHaveBeenCalledTimes(3);
});

test("a value retains nothing of the first caller's request", async () => {
	const request = new AsyncLocalStorage<string>();
	const held = processWide("test", async () => {
		const before = request.getStore();
		await new Promise(setImmediate);
		return [before, request.getStore()];
	});
	const seen = await request.run("request", async () => {
		const value = await held.get();
		return { value, after: request.getStore() };
	});
	expect(seen).toEqual({ value: [undefined, undefined], after: "request" });
});

test("set and get have the value's type", () => {
	const held = processWide("test", () => 1);
	expectTypeOf(held.get).returns.toEqualTypeOf<number>();
	expectTypeOf(held.set).parameter(0).toEqualTypeOf<number>();
});

test("Node runs it without a build, and its copies there share one value, too", () => {
	const file = JSON.stringify(new URL("process-wide.ts", import.meta.url).href);
	const program = `
		const one = await import(${file});
		const two = await import(${file} + "?copy");
		one.processWide("test", () => "shared").get();
		console.log(one !== two, two.processWide("test", () => "apart").get());`;
	const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
	expect(output).toBe("true shared\n");
});

test("names in the product are unique, and no other module keeps values on the global object", () => {
	const files = ["app", "components", "lib"]
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
		.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.|^lib\/process\//.test(file));
	const sources = files.map((file) => readFileSync(file, "utf8"));
	const names = sources.flatMap((source) =>
		[...source.matchAll(/\bprocessWide(?:<.*>)?\(\s*"([^"]+)"/g)].map(([, name]) => name),
	);
	expect(names.length).toBeGreaterThan(5);
	expect(new Set(names).size).toBe(names.length);
	expect(files.filter((_, index) => /globalThis as|Symbol\.for\(/.test(sources[index] ?? ""))).toEqual([]);
});
