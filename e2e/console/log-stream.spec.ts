import { expect, test } from "../fixtures";
import { fieldOf, submit, wordsOf } from "../http/native-form";
import { type VisitedPage, Visitor } from "../http/visitor";

const boxesOf = ({ document }: VisitedPage) => [...document.querySelectorAll<HTMLInputElement>("input[name=kinds]")];
const tickedIn = (page: VisitedPage) => boxesOf(page).flatMap((box) => (box.checked ? [box.value] : []));

test("an editor sets the log stream without scripts: faults keep what was typed, secrets are shown once, and a reader gets the feed", async ({
	visit,
	credentials,
}) => {
	const editor = await visit("editor");
	const page = await editor.open("/log-stream");
	const refused = await editor.press(page, "Add webhook", { name: "Receiver", url: "https://127.1/hook" });
	expect(refused.getAllByText(/address is not public \(127\.0\.0\.1\)/)).not.toEqual([]);
	expect(refused.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "Receiver");
	const added = await editor.press(refused, "Add webhook", { url: "https://receiver.invalid/hook" });
	const secret = /whsec_[\w+/=]{40,}/.exec(added.html)?.[0] ?? "";
	expect(secret).not.toBe("");
	const sentBack = [...added.document.querySelectorAll("input")].filter(({ value }) => value.includes(secret));
	expect(sentBack).toEqual([]);
	const link = added.getAllByRole("link", { name: "Receiver" })[0];
	const webhook = await editor.open(link?.getAttribute("href") ?? "");
	expect(webhook.html).not.toContain(secret);
	const tested = await editor.press(webhook, "Send a test event");
	expect(tested.getByText("Test event: not accepted. The host's name is not known (DNS).")).toBeTruthy();
	const paused = await editor.press(tested, "Pause");
	expect(paused.getByText("Paused by an editor.")).toBeTruthy();

	expect(tickedIn(paused)).toHaveLength(8);
	for (const box of boxesOf(paused)) box.checked = false;
	const withoutKinds = await submit(editor, paused, "Save changes");
	expect(wordsOf(withoutKinds)).toContain("Choose at least one kind of event.");
	expect(tickedIn(withoutKinds)).toEqual([]);
	const withKind = await submit(editor, withoutKinds, "Save changes", { Applications: true });
	expect(wordsOf(withKind)).toContain("Saved.");
	expect(tickedIn(withKind)).toEqual(["applications"]);

	const long = "R".repeat(101);
	const tooLong = await editor.press(await editor.open("/read-tokens"), "Create read token", { name: long });
	expect(fieldOf(tooLong, "Name of the token").value).toBe(long);
	const withToken = await editor.press(tooLong, "Create read token", { name: "Reader" });
	const token = /<code[^>]*>(idc_[\w-]{32})<\/code>/.exec(withToken.html)?.[1] ?? "";
	const read = (password: string) =>
		fetch(`${credentials.address}/api/console/log-stream/feed`, {
			headers: { authorization: `Basic ${btoa(`reader:${password}`)}` },
		});
	expect((await read(token)).status).toBe(200);
	expect((await read("wrong")).status).toBe(401);
	const bearer = { authorization: `Bearer ${token}` };
	const activity = await fetch(`${credentials.address}/api/console/activity`, { headers: bearer });
	expect([activity.status, activity.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
	const planned = await fetch(`${credentials.address}/api/console/templates/plan`, {
		method: "POST",
		headers: { ...bearer, "content-type": "application/json" },
		body: JSON.stringify({ files: { "a.json": "{" } }),
	});
	expect([planned.status, await planned.json()]).toEqual([200, expect.objectContaining({ changes: 0, unresolved: 1 })]);
	const notToPropose = await fetch(`${credentials.address}/api/console/proposals`, {
		method: "POST",
		headers: { ...bearer, "content-type": "application/json" },
		body: "{}",
	});
	expect(notToPropose.status).toBe(401);
	const withProposer = await editor.press(await editor.open("/read-tokens"), "Create read token", {
		name: "Pipeline",
		rights: "propose",
	});
	const toPropose = { authorization: `Bearer ${/<code[^>]*>(idc_[\w-]{32})<\/code>/.exec(withProposer.html)?.[1]}` };
	expect((await fetch(`${credentials.address}/api/console/activity`, { headers: toPropose })).status).toBe(401);
	const body = JSON.stringify({ key: "run 1", files: { "a.json": "{" } });
	const proposed = await fetch(`${credentials.address}/api/console/proposals`, {
		method: "POST",
		headers: { ...toPropose, "content-type": "application/json" },
		body,
	});
	expect([proposed.status, await proposed.json()]).toEqual([
		400,
		expect.objectContaining({ faults: [expect.anything()] }),
	]);
	const sentOn = await new Visitor(credentials.address).press(webhook, "Pause", {}, { redirect: "manual" });
	expect([sentOn.status, sentOn.headers.get("location")]).toEqual([303, expect.stringContaining("/sign-in?")]);
	expect(await (await visit("viewer")).open("/log-stream").then(({ html }) => html)).not.toContain("receiver.invalid");
});
