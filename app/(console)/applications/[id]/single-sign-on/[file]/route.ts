import { contentOf } from "@/app/(console)/applications/_edit/add-ons";
import { isOn } from "@/app/(console)/applications/_edit/protocol";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";
import { orMissing, publishedCertificates, readTenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

type Context = RouteContext<"/applications/[id]/single-sign-on/[file]">;

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
	const { metadata, missing } = await orMissing(readTenantMetadata(protocol, found.value.client_id));
	if (!metadata) return refusal(missing, 502);
	if (file === "metadata") return download(metadata.text, "tenant-metadata.xml", "application/samlmetadata+xml");
	const fingerprint = new URL(request.url).searchParams.get("sha256");
	const certificate = publishedCertificates(metadata.certificates).find((each) =>
		fingerprint === null ? each.as === "current" : each.certificate.fingerprint256 === fingerprint,
	);
	return certificate
		? download(certificate.pem, `tenant-${certificate.as}.pem`, "application/x-pem-file")
		: refusal("The tenant publishes no such certificate.", 404);
}

function download(text: string, name: string, type: string): Response {
	const disposition = `attachment; filename="${name}"`;
	const headers = { "content-type": type, "content-disposition": disposition, "cache-control": "private, no-store" };
	return new Response(text, { headers });
}

function refusal(message: string, status: number): Response {
	return new Response(`${message}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
