import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { CertificateInspector } from "./certificate-inspector";

let sent: string[];
beforeEach(() => {
	sent = [];
	vi.stubGlobal("fetch", async (_: string, { body, signal }: RequestInit) => {
		signal?.throwIfAborted();
		sent.push(String(body));
		return Response.json({ problem: { title: "Not inspected", message: "" } });
	});
});
afterEach(() => void vi.unstubAllGlobals());

const inspector = (text: string) => <CertificateInspector text={text} of="issuer" onRewrap={() => {}} />;

test("inspects what is pasted once it is not typed on, and says where that is not possible", async () => {
	const { rerender, container } = render(inspector("a"), { wrapper: Queries });
	for (const text of ["ab", "abc"]) rerender(inspector(text));
	expect(container.textContent).toBe("");
	await screen.findByText("The certificate could not be inspected. You can still save it.");
	expect(sent).toEqual([JSON.stringify({ owner: "issuer", text: "abc" })]);
	// Nothing is said of another text.
	rerender(inspector("abcd"));
	expect(container.textContent).toBe("");
	await waitFor(() => expect(sent).toHaveLength(2));
	rerender(inspector("  "));
	expect(container.textContent).toBe("");
});
