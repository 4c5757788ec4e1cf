import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { HOSTILE_END, HOSTILE_PIECES } from "@/lib/testing/linear";
import { makeApplication } from "../applications/applications-page";
import { makeConnection } from "../connections/made-connection";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { actionsOfBuild } from "../http/of-build";
import { Visitor } from "../http/visitor";
import { tokenOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

const REPORTER = new URL("./cpu-reporter.mjs", import.meta.url).href;

/** What a form's text fields hold together, within the largest body that is read. */
const LENGTH = 480_000;
/**
 * Of the time for harmless text of the same length. Quotes take sixfold, as a page holds them in four bytes and more;
 * squares of these lengths are fortyfold and more.
 */
const RATIO_MAX = 20;
const TRIES = 3;
/** A form that is refused at once takes 2 ms, less than a collection of garbage. */
const HARMLESS_MS_MIN = 20;

type SentForm = { page: string; button: string; entries: [name: string, value: string][]; texts: string[] };

let app: SecondApp;
let reportPort: number;
test.beforeAll(async () => {
	reportPort = await findFreePort();
	app = await startSecondApp({ NODE_OPTIONS: `--import=${REPORTER}`, CPU_REPORT_PORT: String(reportPort) });
});
test.afterAll(() => app?.stop());

/** CPU time of the app so far, in milliseconds. */
async function cpuTime(): Promise<number> {
	return Number(await text(connect(reportPort, "127.0.0.1")));
}

/** The forms with text fields of an editor's pages, each with the buttons that read them. */
async function formsOf(editor: Visitor, pages: readonly string[]): Promise<SentForm[]> {
	const found: SentForm[] = [];
	for (const page of pages) {
		const { document } = await editor.open(page);
		for (const form of document.querySelectorAll("form")) {
			if (form.method === "get" || form.getAttribute("role") === "search") continue;
			const controls = ([...form.elements] as HTMLInputElement[]).filter(({ name, type }) => name || type === "submit");
			const texts = controls.filter(({ type }) => ["text", "url", "search", "textarea"].includes(type));
			const sent = controls.filter(
				({ type, checked }) => !["submit", "file"].includes(type) && (checked || !/checkbox|radio/.test(type)),
			);
			const buttons = controls.filter(({ type }) => type === "submit");
			// The others read the fields and no more, as the last one does; `app/_editor/linear-work.test.ts` measures that as well.
			const chosen = buttons.filter((one) => doesMore(one) || (process.env.LONG && one === buttons.at(-1)));
			for (const button of texts.length > 0 ? chosen : []) {
				found.push({
					page,
					button: labelOf(button),
					texts: [...new Set(texts.map(({ name }) => name))],
					entries: [...sent, ...(button.name ? [button] : [])].map(({ name, value }) => [name, value]),
				});
			}
		}
	}
	return found;
}

function labelOf({ textContent }: Element): string {
	return textContent?.trim() ?? "";
}

const CHECK = "Check response";

function doesMore(button: Element): boolean {
	return [CHECK, "Fill the form", "Fill in from the metadata"].includes(labelOf(button));
}

/** @returns what the app takes for a form with a value in some fields, in milliseconds of CPU */
async function costOf(cookie: string, { page, entries }: SentForm, fields: string[], value: string): Promise<number> {
	const body = new FormData();
	for (const [name, own] of entries) body.append(name, fields.includes(name) ? value : own);
	const { address } = app.credentials;
	const before = await cpuTime();
	const headers = { origin: address, cookie };
	const response = await fetch(address + page, { method: "POST", headers, body, redirect: "manual" });
	await response.text();
	expect(response.status, page).toBeLessThan(500);
	return (await cpuTime()) - before;
}

/** @param fields that hold the texts together */
async function expectLinear(who: string, cookie: string, form: SentForm, fields: string[]): Promise<void> {
	const length = Math.floor(LENGTH / fields.length);
	const filled = (piece: string) =>
		piece.repeat((length - HOSTILE_END.length) / Buffer.byteLength(piece)) + HOSTILE_END;
	const harmless = Math.max(HARMLESS_MS_MIN, await costOf(cookie, form, fields, filled("x")));
	for (const piece of HOSTILE_PIECES) {
		const ratios: number[] = [];
		while (ratios.length < TRIES && ratios.every((ratio) => ratio > RATIO_MAX))
			ratios.push((await costOf(cookie, form, fields, filled(piece))) / harmless);
		const what = `${who}: ${form.page}, “${form.button}”, ${JSON.stringify(piece)} in ${fields.join(", ")}`;
		expect(Math.min(...ratios), what).toBeLessThanOrEqual(RATIO_MAX);
	}
}

test("no text in any field of any form takes more than linear time, whoever sends it", async () => {
	test.setTimeout(process.env.LONG ? 3_000_000 : 120_000);
	const { credentials } = app;
	const token = await fetchManagementToken(credentials);
	const management = managementOf(credentials, token);
	const [template, application, connection, refreshToken] = await Promise.all([
		management.createTemplate("Linear", { portrait: true }),
		makeApplication(management, { name: "Linear" }),
		makeConnection(management, "Linear", { signInEndpoint: "https://linear.example/" }),
		tokenOf(credentials, token, "yuki.tanaka@example.com"),
	]);
	const [editor, viewer] = [new Visitor(credentials.address), new Visitor(credentials.address)];
	await Promise.all([editor.signIn(credentials, "editor"), viewer.signIn(credentials, "viewer")]);
	const applicationPage = `/applications/${application.client_id}`;
	const pages = ["/templates/new", `${applicationPage}/single-sign-on`, "/connections/new"];
	const others = [
		...[`/templates/${template.id}`, "/applications/new", applicationPage, `/connections/${connection.id}`],
		...[`/refresh-tokens/${refreshToken.id}`, "/log-stream"],
	];
	const forms = await formsOf(editor, process.env.LONG ? [...pages, ...others] : pages);
	expect(new Set(forms.map(({ page }) => page)).size).toBe(process.env.LONG ? 9 : 3);
	for (const form of forms) {
		// In the long run each field alone, with all the room for it.
		for (const fields of process.env.LONG ? form.texts.map((name) => [name]) : [form.texts])
			await expectLinear("editor", editor.cookieHeader(), form, fields);
		if (form.button !== CHECK && !process.env.LONG) continue;
		await expectLinear("viewer", viewer.cookieHeader(), form, form.texts);
		await expectLinear("nobody", "", form, form.texts);
	}
});

test("no arguments of an action take more than linear time, whatever they refer to", async () => {
	const actions = await actionsOfBuild();
	const action = actions.find(({ name }) => name === "createTemplateAction")?.id ?? "";
	const { address } = app.credentials;
	const costOfCall = async (body: string | FormData) => {
		const before = await cpuTime();
		const type = typeof body === "string" ? { "content-type": "text/plain" } : undefined;
		const headers = { origin: address, "next-action": action, ...type };
		const response = await fetch(`${address}/templates/new`, { method: "POST", headers, body, redirect: "manual" });
		await response.text();
		expect([200, 500]).toContain(response.status);
		return (await cpuTime()) - before;
	};
	const formOf = (root: string, rows: string[], name = (index: number) => String(index + 1)) => {
		const form = new FormData();
		for (const [index, row] of rows.entries()) form.append(name(index), row);
		form.append("0", root);
		return form;
	};
	const references = (text: string) => `[{},[${`${text},`.repeat((LENGTH - 10) / (text.length + 1))}1]]`;
	const rows = (row: (index: number) => string) => Array.from({ length: 900 }, (_, index) => row(index));
	const hostile: Record<string, string | FormData> = {
		"references to one object": references('"$0:0"'),
		"arguments of references": `[${'"$0:0",'.repeat(60_000)}1]`,
		"references to a large text": `[["${"x".repeat(LENGTH / 2)}"],[${'"$0:0",'.repeat(LENGTH / 16)}1]]`,
		"references into nested lists": `[${"[".repeat(90)}${"]".repeat(90)},[${`"$0:0${":0".repeat(88)}",`.repeat(2_400)}1]]`,
		"references to the reference before": `[[${Array.from({ length: 35_000 }, (_, index) => `"$0:0:${index}"`).join()}]]`,
		"a long path": `[[],"$0${":0".repeat(200_000)}"]`,
		"a long number": `["$n${"9".repeat(LENGTH)}"]`,
		"a chain of parts": formOf(
			'["$1"]',
			rows((index) => `["$${(index + 2).toString(16)}"]`),
		),
		"a map": formOf('["$Q1"]', [`[${'["a","b"],'.repeat(40_000)}["a","b"]]`]),
		"forms of many fields": formOf(
			`[[${'"$K1",'.repeat(60_000)}1]]`,
			rows(() => ""),
			(index) => `_1_${index}`,
		),
		"promises of parts that never come": references('"$@f"'),
	};
	const harmless = Math.max(HARMLESS_MS_MIN, await costOfCall(references('"x"')));
	for (const [what, body] of Object.entries(hostile)) {
		const ratios: number[] = [];
		while (ratios.length < TRIES && ratios.every((ratio) => ratio > RATIO_MAX))
			ratios.push((await costOfCall(body)) / harmless);
		expect(Math.min(...ratios), what).toBeLessThanOrEqual(RATIO_MAX);
	}
});
