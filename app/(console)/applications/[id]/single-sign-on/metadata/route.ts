import { respondWithTenantFile } from "../respond-with-tenant-file";

type Context = { params: Promise<{ id: string }> };

/** Downloads the tenant's metadata for this application. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
	return respondWithTenantFile((await params).id, ({ text }) => ({
		text,
		name: "tenant-metadata.xml",
		type: "application/samlmetadata+xml",
	}));
}
