import { expect, test } from "vitest";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { templateProperties } from "./template-fields";
import { createRequest, partsOfTemplate, textsWith, updateRequest } from "./whole-template";
import { templateNamed } from "./whole-template.test-data";

const wires = Object.values(templateProperties).map(({ wire }) => wire);

test("the table has every property of the interface, in its order", () => {
	expect(wires).toEqual(Object.keys(createTemplateRequest.shape));
	const changed = Object.keys(updateTemplateRequest.shape).filter((name) => name !== "version");
	expect(wires.filter((wire) => wire !== "custom_certificate_authority")).toEqual(changed);
});

test("every property is in a request, a part of its own, and alone in a change of it", () => {
	const before = templateNamed(
		"A",
		textsWith((name) => name),
	);
	expect(Object.keys(createRequest(before))).toEqual(wires);
	const { certificateAuthority: _, elements, ...texts } = templateProperties;
	for (const [name, { wire }] of Object.entries(texts)) {
		expect(partsOfTemplate(before).has(name)).toBe(true);
		expect(updateRequest(before, { ...before, [name]: "other" })).toEqual({ [wire]: "other" });
	}
	expect(Object.keys(updateRequest(before, { ...before, elements: { sex: true } }) ?? {})).toEqual([elements.wire]);
});
