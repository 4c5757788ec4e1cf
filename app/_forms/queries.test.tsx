import { useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queries, readTyped } from "./queries";

let requests: { address: string; signal: AbortSignal | null | undefined }[];
let respond: () => Response | Promise<Response>;
beforeEach(() => {
	requests = [];
	respond = () => Response.json({ count: requests.length });
	vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
		signal?.throwIfAborted();
		requests.push({ address, signal });
		return respond();
	});
});
afterEach(() => void vi.unstubAllGlobals());

function Count({ of, isTyped = false }: { of: string; isTyped?: boolean }) {
	const { data, error } = useQuery<{ count: number }>({ queryKey: [of], ...(isTyped && { queryFn: readTyped }) });
	return <output>{data?.count ?? error?.title ?? "…"}</output>;
}
const shown = () => screen.getByRole("status").textContent;

test.each([
	[
		"a handler's problem",
		() => Response.json({ problem: { title: "Signed out", message: "" } }, { status: 401 }),
		"Signed out",
	],
	["no response", () => Promise.reject(new TypeError("reset")), "No response"],
	["a response that is no JSON", () => new Response("Bad gateway", { status: 502 }), "No response"],
])("%s is a problem in words, and not requested again by itself", async (_, response, title) => {
	respond = response;
	render(<Count of="/a" />, { wrapper: Queries });
	await waitFor(() => expect(shown()).toBe(title));
	await act(async () => void window.dispatchEvent(new Event("focus")));
	await act(async () => void window.dispatchEvent(new Event("online")));
	expect(requests).toHaveLength(1);
});

test("what is left is aborted, and forgotten", async () => {
	const { rerender } = render(<Count of="/a" />, { wrapper: Queries });
	await waitFor(() => expect(shown()).toBe("1"));
	respond = () => new Promise(() => {});
	rerender(<Count of="/b" />);
	await waitFor(() => expect(requests).toHaveLength(2));
	respond = () => Response.json({ count: requests.length });
	rerender(<Count of="/a" />);
	expect(requests[1]?.signal?.aborted).toBe(true);
	await waitFor(() => expect(shown()).toBe("3"));
});

test("what is typed on is not requested", async () => {
	const { rerender } = render(<Count of="/?q=a" isTyped />, { wrapper: Queries });
	for (const text of ["ab", "abc"]) rerender(<Count of={`/?q=${text}`} isTyped />);
	await waitFor(() => expect(shown()).toBe("1"));
	expect(requests.map(({ address }) => address)).toEqual(["/?q=abc"]);
});

test("another user sees nothing of what was read before", async () => {
	const { rerender } = render(
		<Queries key="a">
			<Count of="/a" />
		</Queries>,
	);
	await waitFor(() => expect(shown()).toBe("1"));
	rerender(
		<Queries key="b">
			<Count of="/a" />
		</Queries>,
	);
	expect(shown()).toBe("…");
	await waitFor(() => expect(shown()).toBe("2"));
});
