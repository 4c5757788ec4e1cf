import { publishedCertificates } from "@/lib/dashboard/single-sign-on/tenant-metadata";
import { respondWithTenantFile } from "../respond-with-tenant-file";

type Context = { params: Promise<{ id: string }> };

/** Downloads a certificate that the tenant publishes: by its fingerprint, or the one that responses are signed with. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
	return respondWithTenantFile((await params).id, (metadata) => {
		const fingerprint = new URL(request.url).searchParams.get("sha256");
		const published = publishedCertificates(metadata.certificates);
		const found = published.find(({ certificate, as }) =>
			fingerprint === null ? as === "current" : certificate.fingerprint256 === fingerprint,
		);
		return found ? { text: found.pem, name: `tenant-${found.as}.pem`, type: "application/x-pem-file" } : null;
	});
}
