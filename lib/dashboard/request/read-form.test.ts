import { afterAll, beforeAll, expect, test } from "vitest";
import { permittedForm } from "../session/session";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { readForm, refuseForm } from "./read-form";

beforeAll(() => pointAtService("http://localhost:1"));
afterAll(clearDashboardState);

const post = (body?: string, type?: string) =>
	new Request("http://localhost:3000/theme", {
		method: "POST",
		// A text has a type of its own unless it is bytes.
		...(body !== undefined && { body: new TextEncoder().encode(body) }),
		...(type && { headers: { "content-type": type } }),
	});

test("a form is read, and a request without a body is an empty one", async () => {
	expect((await readForm(post("theme=dark", "application/x-www-form-urlencoded")))?.get("theme")).toBe("dark");
	expect([...((await readForm(post())) ?? ["none"])]).toEqual([]);
});

test.each([
	["a body of no type", post("theme=dark")],
	["JSON", post("{}", "application/json")],
	[
		"a form that was cut",
		post('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', "multipart/form-data; boundary=b"),
	],
	["a form without a boundary", post("x", "multipart/form-data")],
])("%s is no form", async (_, request) => {
	expect(await readForm(request)).toBeNull();
});

test("a body that is no form is refused with a message", async () => {
	expect([refuseForm().status, await refuseForm().text()]).toEqual([
		400,
		"The form cannot be read. Nothing was changed.\n",
	]);
});

test("an action gets its form unchanged, and anything else as a form without fields, for a session that may", async () => {
	const form = new FormData();
	form.set("name", "x");
	signInAs("editor");
	expect(await permittedForm("changeTemplates", form)).toMatchObject({ session: { role: "editor" }, form });
	for (const made of [undefined, null, "x", {}, [["name", "x"]]])
		expect([...(await permittedForm("changeTemplates", made)).form]).toEqual([]);
	for (const who of ["viewer", null] as const) {
		signInAs(who);
		await expect(permittedForm("changeTemplates", form)).rejects.toThrow("");
	}
});
