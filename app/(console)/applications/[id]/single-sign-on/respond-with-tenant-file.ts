import "server-only";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";
import {
	NoTenantMetadata,
	readTenantMetadata,
	type TenantMetadata,
} from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { contentOf } from "../../_single-sign-on/add-ons";

type TenantFile = { text: string; name: string; type: string };

/** Responds with a part of the tenant's metadata for an application as a download, or with the reason why there is none. */
export async function respondWithTenantFile(
	id: string,
	fileOf: (metadata: TenantMetadata) => TenantFile | null,
): Promise<Response> {
	const session = await outcomeOf(requirePermission("look"), "application");
	if (session.problem) return refusal(session.problem.message, 401);
	const found = await outcomeOf(getFederatedApplication(decodeURIComponent(id)), "application");
	if (found.problem) return refusal(found.problem.title, found.problem.about === "missing" ? 404 : 502);
	const { client_id } = found.value;
	const { protocol } = contentOf(found.value);
	if (protocol !== "samlp" && protocol !== "wsfed") return refusal("Single sign-on is off for this application.", 404);
	try {
		const file = fileOf(await readTenantMetadata(protocol, client_id));
		if (!file) return refusal("The tenant publishes no such certificate.", 404);
		return new Response(file.text, {
			headers: {
				"content-type": file.type,
				"content-disposition": `attachment; filename="${file.name}"`,
				"cache-control": "private, no-store",
			},
		});
	} catch (error) {
		if (error instanceof NoTenantMetadata) return refusal(error.message, 502);
		throw error;
	}
}

function refusal(message: string, status: number): Response {
	return new Response(`${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
