import { type OperationName, operations } from "@/lib/contract/operations";

/** What the dashboard does with each operation, for the admin who has to grant the scope. */
const features: Partial<Record<OperationName, string>> = {
	get_vc_templates: "List and open templates",
	post_vc_templates: "Create templates",
	patch_vc_templates_by_id: "Change templates",
	delete_vc_templates_by_id: "Delete templates",
	"get_refresh-tokens_by_id": "Find and open refresh tokens",
	"patch_refresh-tokens_by_id": "Edit refresh token metadata",
	"delete_refresh-tokens_by_id": "Revoke refresh tokens",
	get_users: "Find refresh tokens by user",
	get_clients: "List and open applications",
	post_clients: "Create applications",
	patch_clients_by_id: "Change applications",
	delete_clients_by_id: "Delete applications",
	"post_rotate-secret": "Rotate secrets of applications",
	"get_client-grants": "See what applications may do",
	"post_client-grants": "Let applications ask for scopes",
	"delete_client-grants_by_id": "Take scopes from applications",
	get_connections: "List and open connections",
	post_connections: "Create connections",
	patch_connections_by_id: "Change connections",
	delete_connections_by_id: "Delete connections",
};

/** What a console may well do without: that they are missing is told where they would be, and on the connection page. */
const optional: readonly OperationName[] = [
	"post_clients",
	"patch_clients_by_id",
	"delete_clients_by_id",
	"post_rotate-secret",
	"get_client-grants",
	"post_client-grants",
	"delete_client-grants_by_id",
	"get_connections",
	"post_connections",
	"patch_connections_by_id",
	"delete_connections_by_id",
];

export type FeatureGrant = {
	feature: string;
	scopes: readonly string[];
	granted: boolean | null;
	isOptional: boolean;
};

/** What the console may do with these scopes, feature by feature; `granted` is null where nobody said which they are. */
export function featureGrants(grantedScopes: readonly string[] | null): FeatureGrant[] {
	return Object.entries(features).map(([name, feature]) => {
		const { scopes } = operations[name as OperationName];
		const granted = grantedScopes && scopes.some((scope) => grantedScopes.includes(scope));
		return { feature, scopes, granted, isOptional: optional.includes(name as OperationName) };
	});
}
