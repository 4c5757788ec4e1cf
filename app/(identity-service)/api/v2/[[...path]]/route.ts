import { currentService } from "@/lib/identity-service/current";
import { handleManagementRequest } from "@/lib/identity-service/http/handle-management-request";

export const dynamic = "force-dynamic";

/** Every path under `{base_url}`; 404 when the dashboard works with a real tenant. */
async function handle(request: Request): Promise<Response> {
	const service = currentService();
	if (service) return handleManagementRequest(service, request);
	return Response.json({ statusCode: 404, error: "Not Found", message: "Not Found" }, { status: 404 });
}

export {
	handle as DELETE,
	handle as GET,
	handle as HEAD,
	handle as OPTIONS,
	handle as PATCH,
	handle as POST,
	handle as PUT,
};
