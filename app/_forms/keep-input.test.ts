import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lastWrite } from "@/components/layout/last-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { keepInput } from "./keep-input";

const reading: Problem = { title: "No answer", message: "" };

type State = { problem?: Problem; name?: string };

describe("an action of a form in the browser", () => {
	beforeEach(() => {
		vi.stubGlobal("window", {});
		vi.stubGlobal("document", { cookie: "" });
	});
	afterEach(() => vi.unstubAllGlobals());

	const form = new FormData();
	form.set("name", "typed");

	async function resultOf(error: unknown, before: State = {}): Promise<State> {
		const action = async (): Promise<State> => {
			throw error;
		};
		return keepInput<State>(action, (state, sent) => ({ ...state, name: String(sent.get("name")) }))(before, form);
	}

	test("that the server refused shows the server's message, and keeps what was typed", async () => {
		const words = "What was sent is larger than 512 KB. Nothing was changed.";
		expect(await resultOf(new Error(`${words}\n`))).toEqual({
			name: "typed",
			problem: { title: "Not carried out", message: `${words} What you typed is still here.` },
		});
	});

	test.each([
		["is a result", async () => ({})],
		["is a refusal", async () => ({ problem: reading })],
		["did not arrive", () => Promise.reject(new TypeError("Failed to fetch"))],
		["is another page", () => Promise.reject(Object.assign(new Error(), { digest: "NEXT_REDIRECT;push;/;307;" }))],
	])("makes all pages from before it old where its response %s", async (_, action: () => Promise<State>) => {
		const before = lastWrite();
		const press = keepInput<State>(action, () => ({}));
		await Promise.allSettled([press({}, form)]);
		const after = lastWrite();
		expect(after).not.toBe(before);
		await Promise.allSettled([press({}, form)]);
		expect(lastWrite()).not.toBe(after);
	});

	test("leaves fresh the page that its response brings", async () => {
		const action = async (): Promise<State> => {
			vi.stubGlobal("document", { cookie: "last-write=named-by-the-server" });
			return {};
		};
		await keepInput<State>(action, () => ({}))({}, form);
		expect(lastWrite()).toBe("named-by-the-server");
	});

	test.each([
		new TypeError("Failed to fetch"),
		new Error("An unexpected response was received from the server."),
		"no error at all",
	])("that got no response may or may not have been carried out: %s", async (error) => {
		const { name, problem } = await resultOf(error);
		expect([name, problem?.title]).toEqual(["typed", "Not confirmed"]);
		expect(problem?.message).toContain("we can't tell whether the change was made");
	});

	test("that got no response keeps of the result before what its form asks to keep", async () => {
		const kept = (state: State) => state;
		const lost = keepInput<State>(() => Promise.reject(new TypeError("Failed to fetch")), kept, reading);
		expect(await lost({ name: "before", problem: { title: "Before", message: "" } }, form)).toEqual({
			name: "before",
			problem: reading,
		});
	});

	test("that responded has its own result and no other", async () => {
		const problem = { title: "Signed out", message: "" };
		const resultWith = (state: State) =>
			keepInput<State>(
				async () => state,
				() => ({ name: "kept" }),
			)({}, form);
		expect(await resultWith({ problem })).toEqual({ problem });
		expect(await resultWith({})).toEqual({});
	});

	test("that redirects is not caught", async () => {
		const redirect = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;push;/templates;307;" });
		await expect(resultOf(redirect)).rejects.toBe(redirect);
	});
});

test("on the server an action of a form is the action itself", () => {
	const action = async (): Promise<State> => ({});
	expect(keepInput<State>(action, () => ({}))).toBe(action);
});
