// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { BeginState } from "../incident-actions";
import { BeginForm, type BeginRow } from "./begin-form";

const refused = { title: "A reason is needed", message: "Nothing was changed.", about: "reason" } as const;
vi.mock("../incident-actions", () => ({
	beginIncidentAction: async (): Promise<BeginState> => ({ problem: refused }),
}));
afterEach(cleanup);

const row = (id: string, more: Partial<BeginRow> = {}): BeginRow => ({
	...{ id, label: "ann@example.com", detail: id, note: "" },
	...{ sessions: { count: 2, isAtLeast: false }, tokens: { count: 1, isAtLeast: false } },
	...more,
});
const acts = (["block", "end", "revoke"] as const).map((act) => ({ act, label: act, why: null }));
const text = () => document.body.textContent;

it("says what the press does with who and what is ticked now", () => {
	render(
		<BeginForm list="l" acts={acts} gauge={null} rows={[row("auth0|a"), row("waad|a"), row("me", { why: "You." })]} />,
	);
	const first = screen.getByRole("checkbox", { description: /auth0\|a/ });
	const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "All 2 users" });
	expect(text()).toContain("2 users: ann@example.com (auth0|a), ann@example.com (waad|a).");
	expect(text()).toContain("This would end all their sessions and revoke all their refresh tokens.");
	fireEvent.click(first);
	fireEvent.click(screen.getByRole("checkbox", { name: "block" }));
	fireEvent.click(screen.getByRole("checkbox", { name: "end" }));
	expect(text()).toContain("1 user: ann@example.com.This would block them and revoke all their refresh tokens.");
	expect(text()).toContain("Refresh tokens in all: 1.");
	expect(screen.getByRole("button", { name: "Begin for 1 user" })).toBeTruthy();
	expect([all.checked, all.indeterminate]).toEqual([false, true]);
	fireEvent.click(all);
	expect(screen.getByRole("button", { name: "Begin for 2 users" })).toBeTruthy();
	fireEvent.click(all);
	expect(text()).toContain("Nothing would be done as it is ticked.");
});

it("offers nothing where each user is left out", () => {
	render(<BeginForm list="l" acts={acts} gauge={null} rows={[row("me", { why: "This is you." })]} />);
	expect(text()).toContain("There is nothing to begin");
	expect(text()).toContain("Left out: This is you.");
	expect(screen.queryByRole("button")).toBeNull();
	expect(screen.queryByRole("textbox")).toBeNull();
});

it("says once that a reason is needed, at its field", async () => {
	render(<BeginForm list="l" acts={acts} gauge={null} rows={[row("auth0|a")]} />);
	fireEvent.click(screen.getByRole("button", { name: "Begin for 1 user" }));
	const field = screen.getByRole("textbox", { name: /^Reason or ticket/ });
	await screen.findByText(/A reason is needed/);
	expect(text().match(/A reason is needed/g)).toHaveLength(1);
	expect(field.getAttribute("aria-invalid")).toBe("true");
});
