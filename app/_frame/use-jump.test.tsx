import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { noteWrite } from "@/components/layout/last-write";
import { jumpClient, useJump } from "./use-jump";

afterEach(() => {
	vi.unstubAllGlobals();
	jumpClient.clear();
});

test("what the search has read is used again for a while, and read again after a write", async () => {
	let applications = [{ id: "a", name: "Before" }];
	vi.stubGlobal("fetch", async () =>
		Response.json({ found: [{ what: "application", are: "by name", found: applications }] }),
	);
	async function found(): Promise<string> {
		const jump = renderHook(() => useJump("app", { role: "viewer", hasOutbox: false }, "/"));
		await waitFor(() => expect(jump.result.current.isSearching).toBe(false));
		const text = JSON.stringify(jump.result.current.groups);
		jump.unmount();
		return text;
	}
	await found();
	applications = [{ id: "a", name: "Appointments" }];
	expect(await found()).not.toContain("Appointments");
	noteWrite();
	expect(await found()).toContain("Appointments");
});

test("what is there at once is listed once while users are searched for", async () => {
	const start = { found: [{ what: "application", are: "by name", found: [{ id: "a", name: "Appointments" }] }] };
	vi.stubGlobal("fetch", async (address: string) =>
		address.includes("?q=") ? new Promise(() => {}) : Response.json(start),
	);
	const rendered = renderHook(({ text }) => useJump(text, { role: "viewer", hasOutbox: false }, "/"), {
		initialProps: { text: "" },
	});
	const titles = () => rendered.result.current.groups.map(({ title }) => title);
	await waitFor(() => expect(rendered.result.current.isSearching).toBe(false));
	rendered.rerender({ text: "appo" });
	expect(titles()).toEqual(["Applications", "Search further"]);
	await waitFor(() => expect(jumpClient.isFetching()).toBe(1));
	expect(titles()).toEqual(["Applications", "Search further"]);
});

test("a text that is typed on is not searched for", async () => {
	const searched: string[] = [];
	vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
		if (address.includes("?q=") && !signal?.aborted) searched.push(address);
		return Response.json({ found: [] });
	});
	const typed = (text: string) => ({ initialProps: { text } });
	const rendered = renderHook(({ text }) => useJump(text, { role: "viewer", hasOutbox: false }, "/"), typed("ma"));
	rendered.rerender({ text: "mar" });
	rendered.rerender({ text: "mari" });
	await waitFor(() => expect(rendered.result.current.isSearching).toBe(false));
	expect(searched).toEqual(["/api/console/jump?q=mari"]);
});
