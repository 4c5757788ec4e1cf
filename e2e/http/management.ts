import type { Credentials } from "../running-app/credentials";

const MDL = "org.iso.18013.5.1.mDL";
const NAMESPACE = "org.iso.18013.5.1";

/** What the tests set up and read back over the management interface, without the dashboard. */
export type Management = ReturnType<typeof managementOf>;

export type Template = {
	id: string;
	name: string;
	type: string;
	updated_at: string;
	presentation: { [MDL]: { [NAMESPACE]: Record<string, unknown> } };
	custom_certificate_authority: string | null;
};

export function managementOf({ base_url }: Credentials, token: string) {
	async function call(method: string, path: string, body?: unknown): Promise<Response> {
		const headers: Record<string, string> = { authorization: `Bearer ${token}` };
		if (body !== undefined) headers["content-type"] = "application/json";
		return fetch(base_url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
	}

	/** The response's JSON; undefined where its body is empty. @throws Error where the request is refused */
	async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await call(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} → ${response.status}: ${text}`);
		return (text === "" ? undefined : JSON.parse(text)) as T;
	}

	const templates = "/verifiable-credentials/verification/templates";
	return {
		call,
		json,
		createTemplate: (name: string, elements: Record<string, unknown>, certificateAuthority?: string) =>
			json<Template>("POST", templates, {
				name,
				custom_certificate_authority: certificateAuthority,
				type: "mdl",
				dialect: "simplified/1.0",
				presentation: { [MDL]: { [NAMESPACE]: elements } },
				well_known_trusted_issuers: "aamva",
			}),
		listTemplates: async () => (await json<{ templates: Template[] }>("GET", templates)).templates,
		deleteTemplate: (id: string) => call("DELETE", `${templates}/${id}`),
		getTemplate: (id: string) => json<Template>("GET", `${templates}/${id}`),
		getTemplateResponse: (id: string) => call("GET", `${templates}/${id}`),
		updateTemplate: (id: string, change: Record<string, unknown>) =>
			json<Template>("PATCH", `${templates}/${id}`, change),
		updateElements: (id: string, elements: Record<string, unknown>) =>
			json<Template>("PATCH", `${templates}/${id}`, { presentation: { [MDL]: { [NAMESPACE]: elements } } }),
	};
}

/** The requested elements of a template as the service holds them. */
export function elementsOf(template: Template): Record<string, unknown> {
	return template.presentation[MDL][NAMESPACE];
}
