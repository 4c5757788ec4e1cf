import { TEMPLATES, templateRequest } from "./tenant.mjs";

/**
 * The paths of the four pages that admins see most.
 * @param {import("./tenant.mjs").Tenant} tenant
 */
export async function pagesOf(tenant) {
	const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
	const token = await tenant.tokenOf("amara.okafor@example.com");
	return {
		"list page": "/templates",
		"form page": "/templates/new",
		"template page": `/templates/${id}`,
		"token page": `/refresh-tokens/${token.id}`,
	};
}
