import { TEMPLATE_TYPE_DEFAULT } from "@/lib/contract/limits";
import { elementsOf, presentationOf } from "@/lib/contract/template/mdl-elements";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import type { TemplateContent } from "../(console)/templates/_edit/template-editor";

type Stored = Pick<TemplateContent, "name" | "type" | "elements"> & { custom_certificate_authority?: string };

/** A fake tenant that stores templates like the service: each name once, the newest first. */
export type TemplateTenant = {
	service: FaultServer;
	/** By id. */
	stored: Map<string, Stored>;
	/** The write requests: method and body. */
	written: { method: string; body: Record<string, unknown> }[];
	/** @returns its id */
	add: (content: Partial<Stored>) => string;
	/** The requested elements of a template. */
	elements: (id: string) => Record<string, unknown>;
	stop: () => Promise<void>;
};

/** Starts it, points the dashboard at it, and signs an editor in. @param postgres see `pointAtService` */
export async function startTemplateTenant(postgres?: string): Promise<TemplateTenant> {
	const service = await startFaultServer();
	const stored = new Map<string, Stored>();
	const written: TemplateTenant["written"] = [];
	const responseOf = (id: string) => {
		const { elements, ...content } = stored.get(id) ?? { elements: {} };
		return { id, ...content, presentation: presentationOf(elements) };
	};
	let added = 0;
	const add = (content: Partial<Stored>) => {
		added = Math.max(added, stored.size) + 1;
		const id = `vct_${String(added).padStart(16, "0")}`;
		stored.set(id, { name: id, type: TEMPLATE_TYPE_DEFAULT, elements: {}, ...content });
		return id;
	};
	service.handle = ({ method, url, body }, response) => {
		const { pathname, searchParams } = new URL(url, service.address);
		const id = /vct_\w+$/.exec(pathname)?.[0];
		if (pathname.includes("/users/")) return json(response, 404, { statusCode: 404, message: "Not Found" });
		if (method === "GET" && !id) {
			const [take, from] = [Number(searchParams.get("take") ?? 50), Number(searchParams.get("from") ?? 0)];
			const all = [...stored.keys()].reverse();
			const next = from + take < all.length ? String(from + take) : null;
			return json(response, 200, { templates: all.slice(from, from + take).map(responseOf), next });
		}
		if (id && !stored.has(id)) return json(response, 404, { statusCode: 404, message: "Not Found" });
		if (id && method === "GET") return json(response, 200, responseOf(id));
		if (id && method === "DELETE") {
			written.push({ method, body: { id } });
			stored.delete(id);
			return response.writeHead(204).end();
		}
		const request = JSON.parse(body);
		written.push({ method, body: request });
		const { presentation, name, type, custom_certificate_authority } = request;
		if ([...stored].some(([other, content]) => other !== id && content.name === name)) {
			return json(response, 409, { statusCode: 409, message: "Template (name) already exists." });
		}
		const change = JSON.parse(JSON.stringify({ name, type, custom_certificate_authority }));
		if (presentation) change.elements = elementsOf(presentation);
		const before = id && stored.get(id);
		if (before) stored.set(id, { ...before, ...change });
		return json(response, id ? 200 : 201, responseOf(id || add(change)));
	};
	await pointAtService(service.address, postgres);
	signInAs("editor");
	const stop = async () => {
		await clearDashboardState();
		await service.close();
	};
	return { service, stored, written, add, elements: (id) => stored.get(id)?.elements ?? {}, stop };
}
