import "server-only";
import type { Template } from "@/lib/contract/template/template";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { propertiesIn } from "@/lib/dashboard/templates/history/snapshot";
import type { Purpose } from "@/lib/dashboard/templates/purpose";
import { purposeJsonOf } from "@/lib/dashboard/templates/purpose-json";
import { templateProperties } from "@/lib/dashboard/templates/template-fields";
import { jsonFileText, safeName } from "@/lib/dashboard/templates/template-file";

/** A template as the body that would create it again, with its purpose where one is stated. */
export function exportOf(template: Template, purpose: Purpose) {
	const known = Object.entries(propertiesIn({ ...template, presentation: template.presentation ?? null }));
	// The request is null where its shape is unknown: an import then reports that instead of assuming an empty one.
	const exported = known.filter(([wire, value]) => value || wire === templateProperties.elements.wire);
	const stated = purposeJsonOf(purpose);
	return { ...Object.fromEntries(exported), ...(stated && { purpose: stated }) };
}

/** A JSON file to download. */
export function jsonFile(content: unknown, name: string): Response {
	return new Response(jsonFileText(content), {
		headers: {
			"content-type": "application/json; charset=utf-8",
			"content-disposition": `attachment; filename="${name}"`,
		},
	});
}

/** Plain letters only: the name is user input and must not get into a header unchanged. */
export function fileNameOf({ id, name }: Template): string {
	return `${[safeName(name ?? ""), id.replace(/[^A-Za-z0-9_]/g, "")].filter(Boolean).join("-")}.json`;
}

/** The reason why there is no file, as text. */
export function noFile(text: string, status: number): Response {
	return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** The response for an error thrown while a template was read. */
export function failedFile(error: unknown): Response {
	const { title, message, about } = problemOf(error, "template");
	return noFile(`${title}. ${message}`, about === "signed-out" ? 401 : about === "missing" ? 404 : 502);
}
