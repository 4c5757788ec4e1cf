import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import {
	authorityBox,
	box,
	button,
	changes,
	description,
	fill,
	isSaid,
	nameBox,
	openForm,
	press,
	requestText,
	says,
	tabText,
	tick,
	tickedNames,
} from "../_testing/drawn-form";
import { startTemplateTenant, type TemplateTenant } from "../_testing/template-tenant";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

let tenant: TemplateTenant;
/** Every body that left the page or the dashboard. */
let sent: string[];
beforeEach(async () => {
	tenant = await startTemplateTenant();
	sent = [];
	const { fetch } = globalThis;
	vi.stubGlobal("fetch", async (address: string | URL | Request, init?: RequestInit) => {
		sent.push(String(init?.body));
		// The console's own addresses: what is asked there is only shown beside the form.
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
	await says("Saved.");
}
const alertWith = (words: string) => screen.findByText(words).then((found) => found.closest("[role=alert]"));

test("toggling one attribute off removes it, and leaves unknown ones and a stored false alone", async () => {
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
	expect(changes()).toContain("No changes to save");
});

test("a stored false becomes true when it is ticked, and goes when it is cleared again", async () => {
	const id = tenant.add({ elements: { portrait: true, nationality: false } });
	await openForm(id);
	tick("Nationality");
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true, nationality: true });
	tick("Nationality");
	expect(isSaid("Saved.")).toBe(false);
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true });
});

test("saving without a change sends nothing, and says so", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }));
	press("Save changes");
	await says("Nothing to save: nothing was changed.");
	tick("City", "City");
	expect(changes()).toContain("No changes to save");
	press("Save changes");
	await says("Nothing to save: nothing was changed.");
	expect(tenant.written).toEqual([]);
});

test("nothing ticked and no name are refused with a summary that leads to the fields, and takes the focus", async () => {
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

test("a name may have 255 characters, counted as people count them, and not 256", async () => {
	const page = await openForm();
	fill(nameBox(), "😀".repeat(256));
	tick("Photo");
	expect(isSaid("256 / 255")).toBe(true);
	press("Create template");
	await waitFor(() => expect(description(nameBox())).toContain("256 characters; at most 255"));
	fill(nameBox(), "😀".repeat(255));
	press("Create template");
	expect(tenant.stored.get(await page.createdId())?.name).toBe("😀".repeat(255));
});

test("a name that is taken is said at the name, and everything typed stays", async () => {
	tenant.add({ name: "Taken" });
	const page = await openForm();
	fill(nameBox(), "Taken");
	tick("City");
	press("Create template");
	await waitFor(() => expect(description(nameBox())).toContain("A template with this name already exists"));
	expect(document.activeElement).toBe(nameBox());
	expect([nameBox().value, tickedNames()]).toEqual(["Taken", ["resident_city"]]);
	fill(nameBox(), "Free");
	press("Create template");
	await page.createdId();
});

test("a refused save after a good one is no conflict once it is mended", async () => {
	tenant.add({ name: "Occupied" });
	const id = tenant.add({ name: "Twice", elements: { portrait: true } });
	await openForm(id);
	tick("City");
	await save();
	fill(nameBox(), "Occupied");
	tick("Given names");
	press("Save changes");
	await waitFor(() => expect(description(nameBox())).toContain("A template with this name already exists"));
	fill(nameBox(), "Twice");
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true, resident_city: true, given_name: true });
});

test("when the session has ended, saving says so, keeps everything, and works after a sign-in in another tab", async () => {
	const id = tenant.add({ elements: { portrait: true } });
	await openForm(id);
	tick("City");
	signInAs(null);
	press("Save changes");
	await alertWith("Signed out");
	expect(tickedNames()).toEqual(["portrait", "resident_city"]);
	expect((button("Sign in again in a new tab") as HTMLAnchorElement).target).toBe("_blank");
	signInAs("editor");
	await save();
	expect(tenant.elements(id)).toEqual({ portrait: true, resident_city: true });
});

test("a private key that is typed or pasted stays nowhere: not in the field, the draft, the JSON or the command", async () => {
	const secret = "MHcCAQEEIFsecretsecretsecret";
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUexample\n-----END CERTIFICATE-----\n";
	const page = await openForm();
	fill(nameBox(), "Key");
	tick("Photo");
	fill(authorityBox(), `${certificate}-----BEGIN EC PRIVATE KEY-----\n${secret}\n-----END EC PRIVATE KEY-----\n`);
	await says("This holds a private key.");
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

test("a certificate authority is sent as typed", async () => {
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUexample\n-----END CERTIFICATE-----\n";
	const page = await openForm();
	fill(nameBox(), "Certificate");
	tick("Photo");
	fill(authorityBox(), certificate);
	press("Create template");
	expect(tenant.stored.get(await page.createdId())?.custom_certificate_authority).toBe(certificate);
});

describe("an import", () => {
	const fillFrom = async (template: unknown) => {
		fill(box("Template as JSON"), JSON.stringify(template));
		press("Fill the form");
	};
	const presentationOf = (elements: unknown) => ({ "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } });

	test("that is no template is refused with a reason and changes nothing", async () => {
		await openForm();
		fill(nameBox(), "Kept");
		await fillFrom({ presentation: presentationOf({ portrait: "yes" }) });
		expect((await alertWith("Nothing was filled in"))?.textContent).toContain("portrait");
		expect([nameBox().value, tickedNames()]).toEqual(["Kept", []]);
	});

	test("keeps a stored false and a value of its own, and says so", async () => {
		const elements = { portrait: true, nationality: false, odd: { a: 1 } };
		const page = await openForm();
		await fillFrom({ name: "Imported", presentation: presentationOf(elements) });
		await says("The form is filled in. Nothing is sent yet.");
		expect(isSaid("Nationality: listed as false, and stays so until you tick it.")).toBe(true);
		expect(isSaid("odd: has a value of its own, which is sent as it is.")).toBe(true);
		expect(tenant.written).toEqual([]);
		press("Create template");
		expect(tenant.elements(await page.createdId())).toEqual(elements);
	});
});

describe("leaving", () => {
	// As the browser asks, were the page left right now.
	const isFree = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

	test("is free from the moment at which the page says that it is saved", async () => {
		await openForm(tenant.add({ elements: { portrait: true } }));
		tick("City");
		expect(isFree()).toBe(false);
		const seen = new Promise<boolean>((resolve) => {
			new MutationObserver(() => {
				if (isSaid("Saved.")) resolve(isFree());
			}).observe(document.body, { subtree: true, childList: true, characterData: true });
		});
		press("Save changes");
		expect(await seen).toBe(true);
	});

	test("by a link asks, but not by a download, and not once the edits are taken back", async () => {
		const asked: string[] = [];
		vi.stubGlobal("confirm", (question: string) => asked.push(question) === 0);
		await openForm(tenant.add({ elements: { portrait: true } }));
		const link = (attributes: string) => {
			document.body.insertAdjacentHTML("beforeend", `<a href="/connection" ${attributes}>Leave</a>`);
			return document.body.lastElementChild as HTMLElement;
		};
		tick("City");
		expect(fireEvent.click(link("download"))).toBe(true);
		expect(asked).toEqual([]);
		expect(fireEvent.click(link(""))).toBe(false);
		expect(asked).toEqual([expect.stringContaining("Leave without saving?")]);
		tick("City");
		expect(isFree()).toBe(true);
		fireEvent.click(link(""));
		expect(asked).toHaveLength(1);
	});
});

test("the history names who changed what through this console, and grows with a save", async () => {
	await openForm(tenant.add({ elements: { portrait: true } }));
	const history = () => screen.getByRole("region", { name: "History" });
	expect(history().textContent).toContain("No changes were made through this console yet.");
	tick("City", "Photo");
	await save();
	const items = within(history()).getAllByRole("listitem");
	for (const part of ["editor", "Added City", "Removed Photo"]) expect(items[0]?.textContent).toContain(part);
	expect(tabText("Holder")).toContain("City");
});
