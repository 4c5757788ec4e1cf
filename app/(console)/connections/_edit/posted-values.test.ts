import fc from "fast-check";
import { expect, test } from "vitest";
import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import { content } from "./connection.test-data";
import { valuesOf } from "./connection-content";
import { CHOICE_FIELDS, SWITCH_FIELDS, TEXT_FIELDS } from "./option-catalogue";
import { postedValues } from "./posted-values";

test("native controls hold all that the form's store does", () => {
	fc.assert(
		fc.property(content, (one) => {
			const values = valuesOf(one);
			const form = new FormData();
			for (const name of [...TEXT_FIELDS, ...CHOICE_FIELDS]) form.set(name, values[name].replaceAll("\n", "\r\n"));
			for (const name of SWITCH_FIELDS) if (values[name]) form.set(name, "on");
			for (const field of MAPPED_FIELDS) form.set(`mapping-${field}`, values.mapping[field].replaceAll("\n", "\r\n"));
			for (const id of values.clients) form.append("client", id);
			expect(postedValues(form)).toEqual(values);
		}),
	);
});

test("a private key is taken out of what is posted", () => {
	const form = new FormData();
	form.set("signingCert", "-----BEGIN PRIVATE KEY-----\nplanted\n-----END PRIVATE KEY-----\n");
	expect(JSON.stringify(postedValues(form))).not.toContain("planted");
});
