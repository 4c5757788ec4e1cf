import { currentService } from "@/lib/identity-service/current";
import { openApiDocument } from "@/lib/identity-service/management/openapi";

export const dynamic = "force-dynamic";

/** The description of the interface, for anyone; 404 when the dashboard works with a real tenant. */
export function GET(): Response {
	const service = currentService();
	if (!service) return Response.json({ statusCode: 404, error: "Not Found", message: "Not Found" }, { status: 404 });
	return Response.json(openApiDocument(service.config), { headers: { "cache-control": "no-store" } });
}
