import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { emptyValues, type TemplateContent, templateEditor } from "../_edit/template-editor";
import { createTemplateAction, updateTemplateAction } from "../_form/template-actions";
import { shownAgain } from "./_run/run-try-it";
import { type TryItField, type TryItResponse, tryItInput } from "./_run/try-it-fields";
import { POST } from "./route";

const baseline: TemplateContent = {
	...templateEditor.defaults,
	name: "Bar",
	type: "mdl",
	elements: { portrait: true, age_over_21: true, nationality: false },
};
let service: FaultServer;
let requests = 0;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = (_, response) => {
		requests += 1;
		json(response, 200, {});
	};
	await pointAtService(service.address);
});
beforeEach(() => {
	signInAs("editor");
	requests = 0;
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

type Fields = Partial<Record<TryItField, string>>;

function formOf(intent: string, fields: Fields = {}, content: TemplateContent = baseline): FormData {
	const form = new FormData();
	form.set("templateId", "vct_1");
	form.set("opened", JSON.stringify(baseline));
	form.set("values", JSON.stringify(templateEditor.valuesOf(content)));
	form.set("intent", intent);
	const all = { licence: "whole", rules: "iso", session: "none", ...fields };
	for (const [field, text] of Object.entries(all)) form.set(`try-${field}`, text);
	return form;
}

async function post(form: FormData | string): Promise<{ status: number; result: TryItResponse }> {
	const response = await POST(new Request("http://localhost:3000/templates/try-it", { method: "POST", body: form }));
	return { status: response.status, result: await response.json() };
}

test("a viewer simulates the form's request; no request is sent to the service, and what is listed as false is not requested", async () => {
	signInAs("viewer");
	const { status, result } = await post(formOf("try simulate"));
	expect([status, result.report?.verdict]).toEqual([200, "verified"]);
	expect(result.report?.withheld).toContain("needs the editor role");
	expect(result.report?.elements.map(({ name, label }) => [name, label])).toEqual([
		["age_over_21", "Over 21"],
		["portrait", "Photo"],
	]);
	expect(requests).toBe(0);
});

test("what is ticked now is requested, not what the baseline contained", async () => {
	const { result } = await post(formOf("try simulate", {}, { ...baseline, elements: { resident_city: true } }));
	expect(result.report?.elements.map(({ name }) => name)).toEqual(["resident_city"]);
});

test("an empty selection is reported, and nothing is run", async () => {
	const { result } = await post(formOf("try simulate", {}, { ...baseline, elements: { portrait: false } }));
	expect(result).toEqual({ faults: { attributes: expect.stringContaining("Nothing is ticked") } });
});

test("an expired licence whose expiry is not requested is verified, and that is reported", async () => {
	const { result } = await post(formOf("try simulate", { licence: "expired-licence" }));
	expect(result.report?.verdict).toBe("verified");
	expect(result.notes?.join(" ")).toContain("“Expires on” is not requested");
	const elements = { expiry_date: true };
	const other = await post(formOf("try simulate", { licence: "expired-licence" }, { ...baseline, elements }));
	expect(other.result.report?.verdict).toBe("rejected");
});

test("a simulated response is checked with its session", async () => {
	const { result } = await post(formOf("try simulate", { rules: "browser" }));
	const response = result.report?.downloads.find(({ label }) => label === "Response")?.base64 ?? "";
	const textOf = (title: string) => result.report?.session.find(({ name }) => name === title)?.text ?? "";
	const fields = { response, session: "browser", origin: textOf("Origin"), nonce: textOf("Nonce") };
	expect((await post(formOf("try check", fields))).result.report?.verdict).toBe("verified");
	const unknown = await post(formOf("try check", { response }));
	expect(unknown.result.report?.verdict).toBe("incomplete");
	expect(unknown.result.notes?.[0]).toMatch(/^Judged as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
});

test("a licence that is dated half a minute ahead is noted, and rejected with a strict clock", async () => {
	const { result } = await post(formOf("try simulate", { rules: "browser" }));
	const response = result.report?.downloads.find(({ label }) => label === "Response")?.base64 ?? "";
	const validFrom = Date.parse(result.report?.validity?.validFrom ?? "");
	const date = new Date(validFrom - 30_000).toISOString();
	const states = async (fields: Fields) => {
		const { report } = (await post(formOf("try check", { response, date, ...fields }))).result;
		const check = report?.checks.find(({ name }) => name === "valid-from");
		return [report?.verdict, check?.state, check?.detail];
	};
	const noted =
		"The phone copy becomes valid 30 s after the moment of the check. Clocks may differ by up to 60 s, unless “Strict clock” is ticked.";
	expect(await states({})).toEqual(["incomplete", "noted", noted]);
	expect(await states({ clock: "on" })).toEqual(["rejected", "failed", expect.stringContaining("is not valid before")]);
});

test("a presentation that is no text is named, and what it holds is checked", async () => {
	const { result } = await post(formOf("try simulate", { rules: "browser" }));
	const base64 = result.report?.downloads.find(({ label }) => label === "Response")?.base64 ?? "";
	const bytes = [...Buffer.from(base64, "base64")];
	for (const shape of [
		{ vp_token: { mdl: [bytes] } },
		{ vp_token: { mdl: [{ ...bytes }] } },
		{ data: { vp_token: { mdl: [null, Buffer.from(bytes).toString("base64url")] } } },
	]) {
		const { report } = (await post(formOf("try check", { response: JSON.stringify(shape) }))).result;
		expect(report?.reason).toMatch(
			/(The presentation is (a list|an object)|1 of 2 presentations are not texts).* No other check failed\.$/,
		);
		expect(report?.elements.map(({ digest }) => digest)).toEqual(["matches", "matches"]);
	}
	const faults = [
		[{ vp_token: { mdl: [{}] } }, "The presentation is an object; exactly one text in base64url is expected."],
		[{ vp_token: 7 }, "The vp_token is neither an object nor a text: it is a number."],
		[{ data: 7 }, "The response is not JSON from a wallet: it holds a number, where a text or an object is expected."],
		[{ response: { a: 1 } }, 'Its member "response" is an object, and must be a text.'],
	] as const;
	for (const [shape, fault] of faults) {
		const { result } = await post(formOf("try check", { response: JSON.stringify(shape) }));
		expect(result.faults).toEqual({ response: fault });
	}
});

test("a custom certificate authority that can't be read is reported, and stops nothing", async () => {
	const { result } = await post(formOf("try simulate", { authority: "no certificate" }));
	expect([result.report?.verdict, result.notes?.at(-1)]).toEqual([
		"verified",
		expect.stringContaining("can't be read"),
	]);
});

test("a private key beside the root is refused, and not shown again", async () => {
	const root = "-----BEGIN PRIVATE KEY-----\nMIIBsecret\n-----END PRIVATE KEY-----";
	const { result } = await post(formOf("try check", { response: "a0", root }));
	expect(result).toEqual({ faults: { root: expect.stringContaining("private key") } });
	expect(JSON.stringify(shownAgain(tryItInput(formOf("try check", { root }))))).not.toContain("MIIBsecret");
});

test("unknown choices are refused at their fields", async () => {
	expect((await post(formOf("try simulate", { licence: "x" }))).result.faults?.licence).toMatch(/./);
	expect((await post(formOf("try simulate", { rules: "x" }))).result.faults?.rules).toMatch(/./);
});

test("a signed-out user and another origin are refused", async () => {
	signInAs(null);
	expect(await post(formOf("try simulate"))).toMatchObject({ status: 401, result: { problem: expect.anything() } });
	signInAs("viewer", "https://elsewhere.example");
	expect(await post(formOf("try simulate"))).toMatchObject({ status: 403, result: { problem: expect.anything() } });
});

test("a body that no page sends is refused", async () => {
	for (const body of ["", "x", formOf("save"), formOf("try wallet"), formOf("try anything"), new FormData()]) {
		const { status, result } = await post(body);
		expect([status, result.problem?.title, result.report]).toEqual([400, "This page is out of date", undefined]);
	}
});

test("without scripts the form is returned unchanged, for viewers too; no button saves anything", async () => {
	const content = { ...baseline, name: "Changed" };
	for (const intent of ["try simulate", "try check", "try wallet"]) {
		for (const role of ["viewer", "editor"] as const) {
			signInAs(role);
			expect(await updateTemplateAction({}, formOf(intent, {}, content))).toMatchObject({
				kind: "edited",
				values: templateEditor.valuesOf(content),
				baseline,
				conflict: null,
			});
			const form = formOf(intent);
			form.delete("opened");
			form.set("values", JSON.stringify({ ...emptyValues, name: "New" }));
			expect(await createTemplateAction({}, form)).toMatchObject({
				kind: "edited",
				values: { ...emptyValues, name: "New" },
				baseline: null,
			});
		}
	}
	expect(requests).toBe(0);
});

test("without scripts an open conflict stays, with its choices", async () => {
	const elements = { ...baseline.elements, resident_city: true };
	const versions = {
		baseline,
		theirs: { ...baseline, name: "Theirs" },
		yours: { ...baseline, name: "Yours", elements },
	};
	const form = formOf("try simulate", {}, versions.yours);
	form.set("opened", JSON.stringify(versions.theirs));
	form.set("conflict", JSON.stringify(versions));
	expect(await updateTemplateAction({}, form)).toMatchObject({
		kind: "edited",
		values: templateEditor.valuesOf(versions.yours),
		baseline: versions.theirs,
		conflict: { ...versions, chosen: {} },
	});
});
