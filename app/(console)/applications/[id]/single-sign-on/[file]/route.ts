import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn } from "@/app/(console)/applications/_edit/protocol";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";
import {
	NoTenantMetadata,
	publishedCertificates,
	readTenantMetadata,
	type TenantMetadata,
} from "@/lib/dashboard/single-sign-on/tenant-metadata";

type Context = { params: Promise<{ id: string; file: string }> };
type TenantFile = { text: string; name: string; type: string };

/**
 * Downloads what the tenant publishes for an application, `metadata` or `certificate`, or responds with the reason why there is
 * none. A certificate by its fingerprint in the query, or the one that responses are signed with.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
	const session = await outcomeOf(requirePermission("look"), "application");
	if (session.problem) return refusal(session.problem.message, 401);
	const { id, file } = await params;
	if (file !== "metadata" && file !== "certificate") return refusal("There is no such file.", 404);
	const found = await outcomeOf(getFederatedApplication(decodeURIComponent(id)), "application");
	if (found.problem) return refusal(found.problem.title, found.problem.about === "missing" ? 404 : 502);
	const { protocol } = contentOf(found.value);
	if (!isOn(protocol)) return refusal("Single sign-on is off for this application.", 404);
	try {
		const metadata = await readTenantMetadata(protocol, found.value.client_id);
		const download = file === "metadata" ? metadataFile(metadata) : certificateFile(metadata, request.url);
		if (!download) return refusal("The tenant publishes no such certificate.", 404);
		return new Response(download.text, {
			headers: {
				"content-type": download.type,
				"content-disposition": `attachment; filename="${download.name}"`,
				"cache-control": "private, no-store",
			},
		});
	} catch (error) {
		if (error instanceof NoTenantMetadata) return refusal(error.message, 502);
		throw error;
	}
}

function metadataFile({ text }: TenantMetadata): TenantFile {
	return { text, name: "tenant-metadata.xml", type: "application/samlmetadata+xml" };
}

function certificateFile({ certificates }: TenantMetadata, address: string): TenantFile | null {
	const fingerprint = new URL(address).searchParams.get("sha256");
	const found = publishedCertificates(certificates).find(({ certificate, as }) =>
		fingerprint === null ? as === "current" : certificate.fingerprint256 === fingerprint,
	);
	return found ? { text: found.pem, name: `tenant-${found.as}.pem`, type: "application/x-pem-file" } : null;
}

function refusal(message: string, status: number): Response {
	return new Response(`${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
