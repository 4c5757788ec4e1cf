import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	authorityBox,
	box,
	changes,
	description,
	fill,
	findText,
	hasText,
	isShown,
	nameBox,
	openForm,
	press,
	requestText,
	tick,
	tickedNames,
} from "@/app/_testing/rendered-form";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { emptyValues } from "../_edit/template-editor";

let tenant: TemplateTenant;
/** Every body that left the page or the dashboard. */
let sent: string[];
beforeEach(async () => {
	tenant = await startTemplateTenant();
	sent = [];
	const { fetch } = globalThis;
	vi.stubGlobal("fetch", async (address: string | URL | Request, init?: RequestInit) => {
		sent.push(String(init?.body));
		// The console's own endpoints: their responses are only shown beside the form.
		if (String(address).startsWith("/")) throw new TypeError("The console is not running.");
		return fetch(address, init);
	});
});
afterEach(async () => {
	vi.unstubAllGlobals();
	await tenant.stop();
});

async function save(): Promise<void> {
	press("Save changes");
	await findText("Saved.");
}
const alertWith = (words: string) => screen.findByText(words).then((found) => found.closest("[role=alert]"));

test("toggling one attribute off removes it, and keeps unknown ones and a stored false", async () => {
	const elements = { portrait: true, family_name: true, nationality: false, age_over_21: true, odd_element: true };
	const id = tenant.add({ elements });
	await openForm(id);
	expect(box("Nationality").checked).toBe(false);
	expect(description(box("Nationality"))).toContain("listed as false");
	tick("Photo");
	expect(changes()).toContain("Removes Photo");
	await save();
	const { portrait: _, ...rest } = elements;
	expect(tenant.elements(id)).toEqual(rest);
	expect(changes()).toBe("Saved.");
});

test("a stored false becomes true when it is ticked, and is removed when it is cleared again", async () => {
	const id = tenant.add({ elements: { portrait: true, nationality: false } });
	await openForm(id);
	tick("Nationality");
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true, nationality: true });
	tick("Nationality");
	expect(hasText("Saved.")).toBe(false);
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true });
});

test("nothing ticked and no name are refused with a summary that links to the fields, and takes the focus", async () => {
	await openForm();
	press("Create template");
	const summary = await alertWith("This can't be sent yet");
	const links = [...(summary?.querySelectorAll("a") ?? [])].map((link) => [link.textContent, link.hash]);
	expect(links).toEqual([
		["Name: A name is needed.", `#${nameBox().id}`],
		["Attributes: Tick at least one attribute.", `#${box("Over 18").id}`],
	]);
	await waitFor(() => expect(document.activeElement?.contains(summary)).toBe(true));
	expect(tenant.written).toEqual([]);
});

test("a name may have 255 code points, and not 256", async () => {
	const page = await openForm();
	fill(nameBox(), "😀".repeat(256));
	tick("Photo");
	expect(hasText("256 / 255")).toBe(true);
	press("Create template");
	await waitFor(() => expect(description(nameBox())).toContain("At most 255 characters fit; this has 256."));
	fill(nameBox(), "😀".repeat(255));
	press("Create template");
	expect(tenant.stored.get(await page.createdId())?.name).toBe("😀".repeat(255));
});

test("a private key that is typed or pasted is removed everywhere: from the field, the draft, the JSON and the command", async () => {
	const secret = "MHcCAQEEIFsecretsecretsecret";
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUexample\n-----END CERTIFICATE-----\n";
	const page = await openForm();
	fill(nameBox(), "Key");
	tick("Photo");
	fill(authorityBox(), `${certificate}-----BEGIN EC PRIVATE KEY-----\n${secret}\n-----END EC PRIVATE KEY-----\n`);
	await findText("This holds a private key.");
	expect(authorityBox().value).toBe(certificate);
	expect(requestText("JSON")).toContain("MIIBszCCAVmgAwIBAgIUexample");
	expect(requestText("cURL")).toContain("MIIBszCCAVmgAwIBAgIUexample");
	await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("portrait"));
	const everywhere = () =>
		JSON.stringify([document.body.outerHTML, sessionStorage, localStorage, sent, tenant.service.seen]);
	expect(everywhere()).not.toContain(secret);
	press("Create template");
	await alertWith("This can't be sent yet");
	expect(screen.getAllByText(/private key/, { selector: "[role=alert] a" })).toHaveLength(1);
	expect(tenant.written).toEqual([]);
	expect(everywhere()).not.toContain(secret);
	press("Keep what is left");
	expect(document.activeElement).toBe(authorityBox());
	press("Create template");
	expect(tenant.stored.get(await page.createdId())?.custom_certificate_authority).toBe(certificate);
	expect(everywhere()).not.toContain(secret);
});

test("a draft of the release before has its texts and its boxes", async () => {
	const elements = [
		["portrait", "true"],
		["nationality", "false"],
		["__proto__", '{"a":1}'],
	];
	const values = { ...emptyValues, name: "Old", elements };
	const draft = { values, opened: null, openedAt: new Date().toISOString() };
	sessionStorage.setItem("template-draft new editor", JSON.stringify([draft]));
	await openForm();
	await findText("“Old”, 2 attributes ticked.");
	press("Restore draft");
	expect([nameBox().value, tickedNames()]).toEqual(["Old", ["__proto__", "portrait"]]);
	expect(JSON.parse(requestText("JSON")).presentation["org.iso.18013.5.1.mDL"]["org.iso.18013.5.1"]).toEqual(
		JSON.parse('{"portrait":true,"nationality":false,"__proto__":{"a":1}}'),
	);
	sessionStorage.clear();
});

describe("an import", () => {
	const fillFrom = async (template: unknown) => {
		fill(box("Template as JSON"), JSON.stringify(template));
		press("Fill the form");
	};
	const presentationOf = (elements: unknown) => ({ "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } });

	test("of something else than a template is refused with a reason and changes nothing", async () => {
		await openForm();
		fill(nameBox(), "Kept");
		await fillFrom({ presentation: presentationOf({ portrait: "yes" }) });
		expect((await alertWith("Nothing was filled in"))?.textContent).toContain("portrait");
		expect([nameBox().value, tickedNames()]).toEqual(["Kept", []]);
	});

	test("keeps a stored false and a value of its own, and reports that", async () => {
		const elements = { portrait: true, nationality: false, odd: { a: 1 } };
		const page = await openForm();
		await fillFrom({ name: "Imported", presentation: presentationOf(elements) });
		const done = await findText("The form is filled in. Nothing is sent yet.");
		expect(isShown(done)).toBe(true);
		expect(hasText("Nationality: listed as false, and stays so until you tick it.")).toBe(true);
		expect(hasText("odd: has a value of its own, which is sent as it is.")).toBe(true);
		expect(tenant.written).toEqual([]);
		press("Create template");
		expect(tenant.elements(await page.createdId())).toEqual(elements);
	});

	test("that is taken back is no edit: no draft is left of it", async () => {
		await openForm();
		await fillFrom({ presentation: presentationOf({ odd: { a: 1 } }) });
		await findText("The form is filled in. Nothing is sent yet.");
		await waitFor(() => expect(Object.keys(sessionStorage)).toHaveLength(1));
		tick("odd");
		await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
	});
});
