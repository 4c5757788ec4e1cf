import type { Template } from "@/lib/contract/template/template";
import { getTemplate } from "@/lib/dashboard/management/templates";
import { problemOf } from "@/lib/dashboard/problem/problem-of";

/** A template as a JSON file: the body that would create it again. The management client checks session and role. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
	try {
		const template = await getTemplate((await params).id);
		return new Response(`${JSON.stringify(exportOf(template), null, 2)}\n`, {
			headers: {
				"content-type": "application/json; charset=utf-8",
				"content-disposition": `attachment; filename="${fileName(template)}"`,
			},
		});
	} catch (error) {
		const { title, message, about } = problemOf(error, "template");
		const status = about === "signed-out" ? 401 : about === "missing" ? 404 : 502;
		return new Response(`${title}. ${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
	}
}

function exportOf(template: Template) {
	const { name, type, dialect, presentation, custom_certificate_authority, well_known_trusted_issuers } = template;
	return {
		name,
		type,
		dialect,
		// Null where its shape is unknown: an import then says so instead of making up an empty one.
		presentation: presentation ?? null,
		...(custom_certificate_authority ? { custom_certificate_authority } : {}),
		well_known_trusted_issuers,
	};
}

/** Plain letters only: the name is somebody's text and must not end up in a header as it is. */
function fileName({ id, name }: Template): string {
	const plain = (name ?? "")
		.normalize("NFKD")
		.replace(/[^A-Za-z0-9]+/g, "-")
		.replace(/^-|-$/g, "")
		.slice(0, 60);
	return `${[plain.toLowerCase(), id.replace(/[^A-Za-z0-9_]/g, "")].filter(Boolean).join("-")}.json`;
}
