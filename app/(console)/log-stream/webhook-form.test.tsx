import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { WebhookContent } from "./log-stream-editors";
import { WebhookForm } from "./webhook-form";

const { act } = vi.hoisted(() => ({ act: vi.fn<(state: unknown, form: FormData) => Promise<object>>() }));
vi.mock("./log-stream-actions", () => ({ addWebhookAction: act, updateWebhookAction: act }));

const stored: WebhookContent = { name: "Receiver", url: "https://receiver.example/STORED-SECRET", kinds: ["users"] };
const page = {
	canWrite: true,
	subject: "editor",
	madeAt: "2026-01-01T10:00:00.000Z",
	timeZone: "UTC",
	historyDays: 90,
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => void fireEvent.change(field(label), { target: { value } });
const drafts = () => JSON.stringify(sessionStorage);

test.each([
	["a stored", "Receiver", () => <WebhookForm {...page} id="wh" baseline={stored} />, stored.url],
	["a new", "", () => <WebhookForm {...page} id="" baseline={null} />, ""],
])("a draft of %s webhook has no address: the page's own stays when it is restored", async (_, name, form, address) => {
	const { unmount } = render(form());
	type("URL", "https://other.example/TYPED-SECRET");
	type("Name", "Siem");
	await waitFor(() => expect(drafts()).toContain("Siem"));
	expect(drafts()).not.toContain("SECRET");
	unmount();
	render(form());
	expect(field("Name").value).toBe(name);
	fireEvent.click(screen.getByText("Restore draft"));
	expect([field("Name").value, field("URL").value]).toEqual(["Siem", address]);
});

test("an address that was typed since stays when a draft is restored, and leaving says that none keeps it", async () => {
	const questions: (string | undefined)[] = [];
	const leave = () => {
		fireEvent.click(screen.getByText("Elsewhere"));
		questions.push(screen.getByLabelText("Leave?").querySelector("p")?.textContent);
		fireEvent.click(screen.getByText("Stay"));
	};
	const withLink = (
		<>
			<a href="/elsewhere">Elsewhere</a>
			<WebhookForm {...page} id="wh" baseline={stored} />
		</>
	);
	const { unmount } = render(withLink);
	type("Name", "Siem");
	leave();
	await waitFor(() => expect(drafts()).toContain("Siem"));
	unmount();
	render(withLink);
	type("URL", "https://other.example/");
	leave();
	fireEvent.click(screen.getByText("Restore draft"));
	expect([field("Name").value, field("URL").value]).toEqual(["Siem", "https://other.example/"]);
	expect(questions).toEqual([
		"Your edits stay as a draft in this tab.",
		"Your edits stay as a draft in this tab, without the URL.",
	]);
});

test("a new webhook's secret is shown in place of the form, with the focus, and is in no request and no draft", async () => {
	act.mockResolvedValue({ kind: "settled", made: { id: "wh", secret: "whsec_PLANTED" } });
	render(<WebhookForm {...page} id="" baseline={null} />);
	type("Name", "Siem");
	type("URL", "https://siem.example/");
	fireEvent.click(screen.getByText("Add webhook"));
	await screen.findByText("whsec_PLANTED");
	await waitFor(() => expect(document.activeElement?.textContent).toContain("Webhook added"));
	expect(screen.queryByText("Add webhook")).toBeNull();
	// Without scripts a form with an action holds the result.
	expect(document.querySelector("form")?.hasAttribute("action")).toBe(false);
	await waitFor(() => expect(drafts()).toBe("{}"));
	expect(act.mock.calls[0]?.[0]).toEqual({ kind: "idle" });
});

test("where there are as many webhooks as there may be, that is said in place of the form", () => {
	render(<WebhookForm {...page} id="" baseline={null} isFull />);
	expect([
		screen.queryByText("There is no room for another webhook. Remove one first.") !== null,
		screen.queryByText("Add webhook"),
	]).toEqual([true, null]);
});
