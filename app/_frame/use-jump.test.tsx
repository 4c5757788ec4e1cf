import { render, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { noteWrite } from "@/components/layout/last-write";
import { useJump } from "./use-jump";

afterEach(() => {
	vi.unstubAllGlobals();
});

const rights = { role: "viewer", hasOutbox: false } as const;

type Result = ReturnType<typeof useJump>;

function Search({ text, onResult }: { text: string; onResult: (result: Result) => void }) {
	onResult(useJump(text, rights, "/"));
	return null;
}

/** @returns what opens the search, closes it again, and has its result */
function openSearch(text: string) {
	const { rerender } = render(null, { wrapper: Queries });
	return async () => {
		const results: Result[] = [];
		rerender(<Search text={text} onResult={(result) => results.push(result)} />);
		await waitFor(() => expect(results.at(-1)?.isSearching).toBe(false));
		rerender(null);
		return results.at(-1);
	};
}

test("what the search has read is used again for a while, and read again after a write", async () => {
	let applications = [{ id: "a", name: "Before" }];
	vi.stubGlobal("fetch", async () =>
		Response.json({ found: [{ what: "application", are: "by name", found: applications }] }),
	);
	const search = openSearch("app");
	const found = async () => JSON.stringify((await search())?.groups);
	await found();
	applications = [{ id: "a", name: "Appointments" }];
	expect(await found()).not.toContain("Appointments");
	noteWrite();
	expect(await found()).toContain("Appointments");
});

const typed = (text: string) => ({ initialProps: { text }, wrapper: Queries });

test("what is there at once is listed once while users are searched for", async () => {
	const start = { found: [{ what: "template", are: "newest", found: [{ id: "a", name: "Appointments" }] }] };
	let isSearched = false;
	vi.stubGlobal("fetch", async (address: string) => {
		if (!address.includes("?q=")) return Response.json(start);
		isSearched = true;
		return new Promise(() => {});
	});
	const rendered = renderHook(({ text }) => useJump(text, rights, "/"), typed(""));
	const titles = () => rendered.result.current.groups.map(({ title }) => title);
	await waitFor(() => expect(rendered.result.current.isSearching).toBe(false));
	rendered.rerender({ text: "appo" });
	expect(titles()).toEqual(["Templates", "Search further"]);
	await waitFor(() => expect(isSearched).toBe(true));
	expect(titles()).toEqual(["Templates", "Search further"]);
});

test("a text that is typed on is not searched for", async () => {
	const searched: string[] = [];
	vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
		if (address.includes("?q=") && !signal?.aborted) searched.push(address);
		return Response.json({ found: [] });
	});
	const rendered = renderHook(({ text }) => useJump(text, rights, "/"), typed("ma"));
	rendered.rerender({ text: "mar" });
	rendered.rerender({ text: "mari" });
	await waitFor(() => expect(rendered.result.current.isSearching).toBe(false));
	expect(searched).toEqual(["/api/console/jump?q=mari"]);
});

test("what could not be read is said beside what was found, and read again when the search is next opened", async () => {
	const unread = { title: "The tenant did not answer", message: "" };
	const responses = [{ found: [], unread }, { problem: { title: "Signed out", message: "" } }, { found: [] }];
	vi.stubGlobal("fetch", async () => Response.json(responses.shift()));
	const search = openSearch("");
	for (const title of [unread.title, "Signed out", undefined]) expect((await search())?.problem?.title).toBe(title);
});
