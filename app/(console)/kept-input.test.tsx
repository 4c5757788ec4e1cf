import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BulkControls } from "@/app/_bulk/bulk-controls";
import { ButtonForm } from "@/app/_forms/action-form";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { PasteResponse } from "@/app/_sign-in-test/paste-response";
import type { Problem } from "@/lib/dashboard/problem/problem";
import * as bulkActions from "./_metadata-bulk/bulk-actions";
import { BulkForm } from "./_metadata-bulk/bulk-form";
import * as accessActions from "./applications/_access/access-actions";
import { AccessArea } from "./applications/_access/access-area";
import { RotateSecret } from "./applications/_access/secret-panel";
import { NewSecret } from "./log-stream/new-secret";
import { NewReadToken } from "./read-tokens/new-read-token";
import { FolderForm } from "./templates/import/folder-form";

const sent: string[][][] = [];
/** What the next requests meet, in turn: a problem, or no connection. */
const answers: ({ problem: Problem } | null)[] = [];

/** Stands in for every action, and for the handler of uploads. */
async function act(_: unknown, form: FormData) {
	sent.push([...form].map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
	const answer = answers.shift();
	if (!answer) throw new TypeError("Failed to fetch");
	return answer;
}

beforeEach(() => {
	vi.spyOn(bulkActions, "previewBulkEditAction").mockImplementation(act);
	for (const name of ["changeScopesAction", "removeGrantAction", "rotateSecretAction"] as const) {
		vi.spyOn(accessActions, name).mockImplementation(act);
	}
});
afterEach(() => {
	sent.length = 0;
	answers.length = 0;
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const access = {
	id: "app",
	name: "Shop",
	audience: "api",
	canUse: true,
	can: { allow: true, change: true, remove: true },
	offered: ["read:users", "read:clients"],
};
const mode = { deletes: false, recreates: false, keep: null };

type Form = {
	title: string;
	form: ReactNode;
	button: string;
	/** What is typed and ticked, by label. */
	values?: Record<string, string | boolean>;
};

const forms: Form[] = [
	{
		title: "a new read token",
		form: (
			<NewReadToken
				action={act}
				path="/read-tokens"
				days={{ min: "2026-01-01", max: "2027-01-01", proposed: "2026-04-01" }}
				ends="It ends."
			/>
		),
		button: "Create read token",
		values: { "Name of the token": "Reader", "Last day": "2026-05-01", "Keep it when I am no longer an editor": true },
	},
	{
		title: "a new secret of a webhook",
		form: (
			<NewSecret action={act} button="Add a secret" webhookId="wh">
				The one before signs too.
			</NewSecret>
		),
		button: "Add a secret",
	},
	{
		title: "the scopes of an application",
		form: <AccessArea {...access} grants={[]} />,
		button: "Allow scopes",
		values: { "read:clients": true },
	},
	{
		title: "the end of a grant",
		form: (
			<AccessArea
				{...access}
				grants={[{ id: "g", audience: "api", scopes: [], isForPeople: false, isSystem: false }]}
			/>
		),
		button: "Remove grant",
	},
	{ title: "a secret's rotation", form: <RotateSecret id="app" name="Shop" isMethodKnown />, button: "Rotate secret" },
	{
		title: "a pasted response",
		form: <PasteResponse action={act as never} sends={{ applicationId: "app" }} protocol="samlp" receiver="it" />,
		button: "Check response",
		values: { "SAML response": "PHNhbWw+" },
	},
	{
		title: "a bulk edit",
		form: <BulkForm resource="session" user={{ id: "u", label: "Mina" }} items={[{ id: "s", name: null }]} back="/" />,
		button: "Preview changes",
		values: { "Remove a key": true, Key: "ticket" },
	},
	{
		title: "a bulk edit's preview",
		form: (
			<BulkControls
				action={act}
				editId="e"
				run="preview"
				acts={["delete"]}
				reason={null}
				open={2}
				summary=""
				what="token"
				apply={{ text: "Apply" }}
			>
				Back
			</BulkControls>
		),
		button: "Apply",
		values: { "Reason or ticket": "SUP-1" },
	},
	{
		title: "a form of one button",
		form: <ButtonForm action={act} label="Pause" sends={{ id: "wh" }} />,
		button: "Pause",
	},
	{
		title: "a dialog with an option",
		form: (
			<ConfirmedAction
				verb="End all"
				title="End all?"
				action={act}
				sends={{ userId: "u" }}
				option={{ name: "revoke", label: "Also revoke" }}
			>
				All of them.
			</ConfirmedAction>
		),
		button: "End all",
		values: { "Also revoke": true },
	},
	{
		title: "a folder's import",
		form: <FolderForm mode={mode} filesMax={9} megabytesMax={9} />,
		button: "Preview changes",
		values: { "Delete those without a file": true, "If both changed the same": "tenant" },
	},
];

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

function enter(values: Form["values"] = {}) {
	for (const [label, value] of Object.entries(values)) {
		const field = fieldOf(label);
		if (typeof value === "string") fireEvent.input(field, { target: { value } });
		else if (field.checked !== value) fireEvent.click(field);
	}
}

/** The values of these fields. */
function entered(values: Form["values"] = {}) {
	const read = ([label, value]: [string, string | boolean]) => {
		const field = fieldOf(label);
		return [label, typeof value === "string" ? field.value : field.checked];
	};
	return Object.fromEntries(Object.entries(values).map(read));
}

test.each(forms)(
	"what was typed and ticked in $title outlasts a lost connection and refusals, with the focus on the button, and is sent again",
	async ({ form, button: label, values = {} }) => {
		vi.stubGlobal("fetch", async (_: string, { body }: { body: FormData }) => Response.json(await act({}, body)));
		const { container } = render(form);
		enter(values);
		const button = [...container.querySelectorAll<HTMLButtonElement>("form button")].find(
			(one) => one.textContent === label,
		);
		if (!button) throw new Error(`There is no button "${label}".`);
		const wait = { title: "Too many requests", message: "", retryAfterSeconds: 60 };
		for (const answer of [null, { problem: { title: "Missing scope", message: "" } }, { problem: wait }]) {
			answers.push(answer);
			button.focus();
			fireEvent.click(button);
			await screen.findByText(answer?.problem.title ?? /^(Not confirmed|No response)$/);
			expect(entered(values)).toEqual(values);
			expect([button.isConnected, button.disabled, document.activeElement === button]).toEqual([true, false, true]);
		}
		const [first] = sent;
		expect(first?.length).toBeGreaterThan(0);
		expect(sent).toEqual([first, first, first]);
		expect(button.dataset.wait).toBe("60 s");
		fireEvent.click(button);
		expect(sent).toHaveLength(3);
	},
);
