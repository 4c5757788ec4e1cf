import fc from "fast-check";
import { expect, test } from "vitest";
import { content, shop } from "./application.test-data";
import { changeInWords, contentChanges, contentOfFields, fieldLabel, fieldsOf, hasEdits } from "./application-changes";
import { type ApplicationContent, valuesOf, wantedContent } from "./application-content";
import { contestedChoices, onChoice, onConflict } from "./application-edit";

const words = (after: Partial<ApplicationContent>) => contentChanges(shop, { ...shop, ...after }).map(changeInWords);

test.each([
	[{ name: "Bar" }, ["Renames it to “Bar” (was “Shop”)"]],
	[{ description: "sells" }, ["Sets the description to “sells”"]],
	[{ type: "spa" }, ["Makes it a single page app (was web application)"]],
	[
		{ callbacks: ["https://shop.example/new"] },
		["Removes the callback URL https://shop.example/callback", "Adds the callback URL https://shop.example/new"],
	],
	[{ logoutUrls: [] }, ["Removes the logout URL https://shop.example/bye"]],
	[{ webOrigins: ["https://shop.example"] }, ["Adds the web origin https://shop.example"]],
	[{ grants: ["authorization_code", "implicit"] }, ["Takes the refresh token grant away", "Allows the implicit grant"]],
	[{ rotates: true }, ["Rotates refresh tokens from now on"]],
	[{ signUp: false }, ["Lets nobody sign up any more"]],
	[{}, []],
] as [Partial<ApplicationContent>, string[]][])("%j is told as %j", (after, told) => {
	expect(words(after)).toEqual(told);
});

test("a removed description is told as such", () => {
	expect(contentChanges({ ...shop, description: "sells" }, shop).map(changeInWords)).toEqual([
		"Removes the description",
	]);
});

test("the form, the fields and the content of any application say the same", () => {
	fc.assert(
		fc.property(content, (application) => {
			expect(contentOfFields(fieldsOf(application))).toEqual(application);
			expect(wantedContent(null, valuesOf(application))).toEqual(application);
		}),
	);
});

test("blank lines, line breaks of the wire, spaces at the ends and an address twice are no change", () => {
	const values = {
		...valuesOf(shop),
		callbacks: "\r\n https://shop.example/callback \r\nhttps://shop.example/callback\n",
	};
	expect(hasEdits(valuesOf(shop), values)).toBe(false);
});

test("two who add different addresses are no conflict; two who rename it choose", () => {
	const theirs = { ...shop, name: "Theirs", callbacks: [...shop.callbacks, "https://theirs.example/"] };
	const yours = { ...shop, name: "Yours", callbacks: [...shop.callbacks, "https://yours.example/"] };
	const { edit, values } = onConflict({ opened: shop, theirs, yours });
	expect(values.callbacks.split("\n")).toEqual([...theirs.callbacks, "https://yours.example/"]);
	const contested = edit.conflict ? contestedChoices(edit.conflict, values) : [];
	expect(contested).toMatchObject([{ field: "name", theirs: '"Theirs"', yours: '"Yours"', chosen: null }]);
	expect(fieldLabel("name")).toBe("Name");
	expect(onChoice({ edit, values }, "name", "theirs").values.name).toBe("Theirs");
});
