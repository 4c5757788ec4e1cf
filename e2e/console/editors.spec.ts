// What all editors have in common is tested in app/_editor; here, that each is wired to it.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { makeApplication, readApplication } from "../applications/applications-page";
import { makeConnection, readConnection, SIGN_IN, uniqueConnectionName } from "../connections/made-connection";
import { expect, test } from "../fixtures";
import { type Management, managementOf } from "../http/management";
import { fieldOf, linksOf, submit } from "../http/native-form";
import type { Visitor } from "../http/visitor";
import { holdBack } from "../page/hold-back";
import { type SampleToken, sessionOf, tokenOf } from "../refresh-tokens/sample-tokens";

const CALLBACK = "https://a.example/cb";

/** A thing to edit: one of its fields holds a text, which is also read and set without the console. */
type Edited = {
	path: string;
	label: string;
	read: () => Promise<unknown>;
	set: (text: string) => Promise<unknown>;
	/** The description of an offered draft. */
	draft: (text: string) => string;
	/** A field of several lines with its present value. */
	lines?: { label: string; text: string };
	save?: string;
	/** How a conflict names the side of this page; absent: "Yours", as the other change is not of the same admin. */
	yourSide?: string;
	/** The button that saves the choices at a conflict; absent: the same as `save`. */
	saveChoices?: string;
};
type Made = {
	management: Management;
	/** The same editor in another tab, without a browser. */
	otherTab: () => Promise<Visitor>;
	text: string;
	token: () => Promise<SampleToken>;
	session: () => Promise<SampleToken>;
};

const EDITORS: [name: string, make: (made: Made) => Promise<Edited>][] = [
	[
		"a template",
		async ({ management, text }) => {
			const { id } = await management.createTemplate(text, { portrait: true });
			return {
				path: `/templates/${id}`,
				label: "Name",
				read: async () => (await management.getTemplate(id)).name,
				set: (name) => management.updateTemplate(id, { name }),
				draft: (name) => `“${name}”, 1 attribute ticked.`,
			};
		},
	],
	[
		"an application",
		async ({ management, text }) => {
			const { client_id: id } = await makeApplication(management, { name: text, callbacks: [CALLBACK] });
			return {
				path: `/applications/${id}`,
				label: "Name",
				read: async () => (await readApplication(management, id)).name,
				set: (name) => management.json("PATCH", `/clients/${id}`, { name }),
				draft: (name) => `“${name}”`,
				lines: { label: "Callback URLs", text: CALLBACK },
			};
		},
	],
	[
		"an application's single sign-on",
		async ({ management, text }) => {
			const samlp = { audience: text };
			const { client_id: id } = await makeApplication(management, {
				name: text,
				callbacks: [CALLBACK],
				addons: { samlp },
			});
			type Held = { addons: { samlp: typeof samlp } };
			return {
				path: `/applications/${id}/single-sign-on`,
				label: "Audience",
				read: async () => (await management.json<Held>("GET", `/clients/${id}`)).addons.samlp.audience,
				set: (audience) => management.json("PATCH", `/clients/${id}`, { addons: { samlp: { audience } } }),
				draft: (audience) => `SAML 2.0 for ${audience}`,
			};
		},
	],
	[
		"a connection",
		async ({ management, text: issuer }) => {
			const options = { signInEndpoint: SIGN_IN, issuer };
			const called = uniqueConnectionName("walked");
			const { id } = await makeConnection(management, called, options);
			return {
				path: `/connections/${id}`,
				label: "Provider's entity ID",
				read: async () => (await readConnection(management, id)).options.issuer,
				set: (text) =>
					management.json("PATCH", `/connections/${id}`, {
						display_name: called,
						options: { ...options, issuer: text },
					}),
				draft: () => `“${called}”`,
			};
		},
	],
	[
		"a webhook",
		async ({ otherTab, text }) => {
			const editor = await otherTab();
			const values = { Name: text, URL: "https://receiver.invalid/hook" };
			const added = await submit(editor, await editor.open("/log-stream"), "Add webhook", values);
			const path = linksOf(added, "Open the webhook")[0]?.getAttribute("href") ?? "";
			return {
				path,
				label: "Name",
				read: async () => fieldOf(await editor.open(path), "Name").value,
				set: async (name) => submit(editor, await editor.open(path), "Save changes", { Name: name }),
				draft: (name) => `“${name}”`,
				yourSide: "This tab",
			};
		},
	],
	["a token's metadata", async ({ text, token }) => metadataOf("/refresh-tokens", await token(), text)],
	["a session's metadata", async ({ text, session }) => metadataOf("/sessions", await session(), text)],
];

async function metadataOf(path: string, { id, metadata, setMetadata }: SampleToken, text: string): Promise<Edited> {
	await setMetadata({ label: text, note: "one\ntwo" });
	return {
		path: `${path}/${id}`,
		label: "Value, row 1",
		read: async () => (await metadata())?.label,
		set: (label) => setMetadata({ label, note: "one\ntwo" }),
		draft: () => "2 changes.",
		lines: { label: "Value, row 2", text: "one\ntwo" },
		save: "Save metadata",
		saveChoices: "Save with these choices",
	};
}

const keepsDraft = (page: Page, text: string) =>
	page.waitForFunction((part) => JSON.stringify(sessionStorage).includes(part), text);

/** Of the others, which have the same form, the long run has all. */
const IN_SHORT_RUN = ["a template", "an application", "a token's metadata"];

for (const [name, make] of EDITORS) {
	if (!process.env.LONG && !IN_SHORT_RUN.includes(name)) continue;
	test(`${name}: what is typed before hydration is kept, confirmed before it is left, and offered as a draft; a conflict is resolved, and a save undone`, async ({
		page,
		signIn,
		visit,
		credentials,
		managementToken,
	}) => {
		const management = managementOf(credentials, managementToken);
		const unique = (side: string) => `${side} ${randomUUID().slice(0, 8)}`;
		const [opened, theirs, yours] = [unique("opened"), unique("theirs"), unique("yours")];
		const {
			path,
			label,
			read,
			set,
			draft,
			lines,
			yourSide = "Yours",
			save = "Save changes",
			saveChoices = save,
		} = await make({
			management,
			otherTab: () => visit("editor"),
			text: opened,
			token: () => tokenOf(credentials, managementToken, "amara.okafor@example.com"),
			session: () => sessionOf(credentials, managementToken, "priya.raman@example.com"),
		});
		const field = page.getByRole("textbox", { name: label, exact: true });
		const linesField = page.getByRole("textbox", { name: lines?.label ?? "", exact: true });
		const added = `${lines?.text}\nhttps://early.example/`;
		const dialogs: string[] = [];
		page.on("dialog", async (dialog) => {
			dialogs.push(dialog.type());
			await dialog.accept();
		});
		await signIn(page, "editor");

		await test.step("what is typed before hydration is kept", async () => {
			const scripts = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
			await page.goto(path, { waitUntil: "commit" });
			await field.fill(yours);
			if (lines) await linesField.fill(added);
			scripts.release();
			await keepsDraft(page, yours);
			await expect(field).toHaveValue(yours);
			if (lines) await expect(linesField).toHaveValue(added);
		});
		await test.step("leaving prompts, and what was typed is offered as a draft", async () => {
			await page.getByRole("link", { name: "Connection", exact: true }).click();
			await page.getByRole("dialog", { name: "Leave?" }).getByRole("button", { name: "Stay" }).click();
			await page.reload();
			expect(dialogs).toEqual(["beforeunload"]);
			await expect(field).toHaveValue(opened);
			await expect(page.getByText(draft(yours), { exact: true })).toBeVisible();
			await page.getByRole("button", { name: "Restore draft" }).click();
			await expect(field).toHaveValue(yours);
			if (lines) await expect(linesField).toHaveValue(added);
		});
		await test.step("what both have changed is resolved before it is saved", async () => {
			await set(theirs);
			await page.getByRole("button", { name: save, exact: true }).click();
			await expect(page.getByText("Changed since you opened it")).toBeVisible();
			expect(await read()).toBe(theirs);
			await page.getByRole("radio", { name: `${yourSide}: ` }).check();
			await page.getByRole("button", { name: saveChoices, exact: true }).click();
			await expect(page.getByText(/^Saved\./)).toBeVisible();
			expect(await read()).toBe(yours);
		});
		await test.step("Undo restores what the save replaced", async () => {
			await page.getByRole("button", { name: "Undo", exact: true }).click();
			await expect.poll(read).toBe(theirs);
			await expect(field).toHaveValue(theirs);
		});
	});
}
