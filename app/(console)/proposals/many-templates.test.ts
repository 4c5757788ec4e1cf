import { afterEach, beforeEach, expect, test } from "vitest";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import { runWithin } from "@/lib/dashboard/testing/run-within";

let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
});
afterEach(() => tenant.stop());

test("of many templates only the wanted ones are read one by one, where the list leaves something out", async () => {
	const add = (count: number) => Array.from({ length: count }, (_, index) => tenant.add({ name: `${count} ${index}` }));
	const wanted = add(21);
	add(120);
	const { handle } = tenant.service;
	let calls = 0;
	tenant.service.handle = (request, response) => {
		calls += 1;
		return handle(request, response);
	};
	const found = await runWithin(60_000, () => readTemplatesOf(wanted));
	expect([...found.keys()].toSorted()).toEqual(wanted.toSorted());
	expect(calls).toBe(2 + wanted.length);
});
