import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createElement } from "react";
import { expect, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { MetadataForm } from "./metadata-form";
import { entriesOf } from "./rows/metadata-rows";

export type Held = JsonObject | null;

const ID = "dcr_1";

/** The one token of a fake tenant, which the editor's own actions read and write. */
export const token = { metadata: null as Held, writes: 0, isGone: false };

/** The console's response to requests for the keys on the user's others, their number, and the address of the last one. */
export const elsewhere = { response: { keys: [] } as object, requests: 0, address: "" };

const send = globalThis.fetch;
let server: FaultServer;
/** Before each test. */
export async function startTokenTenant(): Promise<void> {
	Object.assign(elsewhere, { response: { keys: [] }, requests: 0 });
	vi.stubGlobal("fetch", async (address: string | URL, init?: RequestInit) => {
		if (!String(address).startsWith("/api/console/")) return send(address, init);
		elsewhere.address = String(address);
		elsewhere.requests += 1;
		return Response.json(elsewhere.response);
	});
	server = await startFaultServer();
	server.handle = ({ method, body }, response) => {
		if (token.isGone) return json(response, 404, { statusCode: 404, message: "No such token" });
		if (method === "PATCH") {
			token.writes += 1;
			token.metadata = JSON.parse(body).refresh_token_metadata;
		}
		json(response, 200, { id: ID, refresh_token_metadata: token.metadata });
	};
	await pointAtService(server.address);
	signInAs("editor");
}
/** After each test. */
export async function closeTokenTenant(): Promise<void> {
	cleanup();
	vi.unstubAllGlobals();
	await clearDashboardState();
	await server.close();
}

/** Renders the editor of a token with this metadata; by default the user may write. */
export function renderEditor(metadata: Held, { canWrite = true, resource = "refresh token" as MetadataResource } = {}) {
	Object.assign(token, { metadata, writes: 0, isGone: false });
	const view = render(
		createElement(MetadataForm, {
			of: { resource, id: ID, userId: "auth0|amara", user: "amara@example.com", detail: "Partner Portal" },
			baseline: { rows: entriesOf(metadata) },
			canWrite,
			isReported: true,
			subject: "editor",
			madeAt: new Date().toISOString(),
			timeZone: "UTC",
			historyDays: 90,
		}),
		{ wrapper: Queries },
	);
	return { ...editor(), ...view };
}

/** The editor's controls, by their labels. */
function editor() {
	const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
	const dialog = () => {
		const found = document.querySelector<HTMLElement>("form dialog");
		if (!found) throw new Error("No conflict is shown.");
		return found;
	};
	return {
		key: (row: number) => field(`Key, row ${row}`),
		value: (row: number) => field(`Value, row ${row}`),
		keys: () => screen.queryAllByLabelText<HTMLInputElement>(/^Key, row \d+$/),
		type: (element: HTMLElement, text: string) => fireEvent.change(element, { target: { value: text } }),
		press: (words: string | RegExp, within_: HTMLElement = document.body) => fireEvent.click(buttonOf(words, within_)),
		paste: (element: HTMLElement, text: string) => fireEvent.paste(element, { clipboardData: { getData: () => text } }),
		dialog,
		hasConflict: () => document.querySelector("form dialog") !== null,
		/** The changes of one side in the conflict. */
		listed: (side: "Theirs" | "Yours") => {
			const items = within(dialog()).getByText(side, { selector: "p" }).parentElement?.querySelectorAll("li") ?? [];
			return [...items].map(({ textContent }) => textContent);
		},
		/** The three sides of a contested key. */
		sides: (key: string) => {
			const set = [...dialog().querySelectorAll("fieldset")].find(
				(each) => each.querySelector("legend")?.textContent === `You both changed “${key}”. Keep which?`,
			);
			return [...(set?.querySelectorAll("label") ?? [])].map((label) => ({
				words: label.textContent,
				box: label.querySelector("input") as HTMLInputElement,
			}));
		},
		choose(key: string, words: string) {
			const side = this.sides(key).find((each) => each.words === words);
			if (!side) throw new Error(`${key} has ${this.sides(key).map((each) => each.words)}`);
			fireEvent.click(side.box);
		},
		status: () =>
			screen
				.getAllByRole("status")
				.map(({ textContent }) => textContent)
				.join(" "),
		errors: () =>
			screen
				.queryAllByRole("alert")
				.map(({ textContent }) => textContent)
				.join(" "),
		/** The accessible description of a control. */
		description: (element: HTMLElement) =>
			(element.getAttribute("aria-describedby") ?? "")
				.split(" ")
				.map((id) => document.getElementById(id)?.textContent ?? "")
				.join(" ")
				.trim(),
		saves: async () => waitFor(() => expect(editor().status()).toContain("Saved.")),
	};
}

function buttonOf(words: string | RegExp, place: HTMLElement): HTMLElement {
	const isIt = (name: string) => (typeof words === "string" ? name === words : words.test(name));
	const found = [...place.querySelectorAll("button")].find(
		(button) =>
			button.getAttribute("aria-hidden") !== "true" &&
			isIt(button.getAttribute("aria-label") ?? button.textContent ?? ""),
	);
	if (!found) throw new Error(`There is no button "${words}".`);
	return found;
}
