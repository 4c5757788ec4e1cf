import { answerTenantFile } from "../answer-tenant-file";

type Context = { params: Promise<{ id: string }> };

/** The certificate that answers are signed with, or the next, as a file. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
	const isNext = new URL(request.url).searchParams.get("which") === "next";
	return answerTenantFile((await params).id, ({ certificates }) => {
		const text = certificates[isNext ? 1 : 0];
		if (text === undefined) return null;
		return { text, name: isNext ? "tenant-next.pem" : "tenant.pem", type: "application/x-pem-file" };
	});
}
