import { contentOfResponse, requestOfChanges } from "@/app/_editor/wire";
import type { Application } from "@/lib/contract/client/application";
import type { CreateClientRequest } from "@/lib/contract/client/client-request";
import {
	type ApplicationContent,
	applicationEditor,
	hasPeople,
	isPublicType,
	type NewApplicationContent,
} from "./application-editor";

/**
 * Body of the POST that creates an application: what its type needs and no more. Public clients don't authenticate, so
 * their refresh tokens rotate (RFC 9700 section 4.14.2).
 */
export function createRequestOf({ name, type, callbacks }: NewApplicationContent): CreateClientRequest {
	const isPublic = isPublicType(type);
	return {
		name,
		app_type: type as CreateClientRequest["app_type"],
		...(hasPeople(type) && callbacks.length > 0 ? { callbacks: [...callbacks] } : {}),
		grant_types: hasPeople(type) ? ["authorization_code", "refresh_token"] : ["client_credentials"],
		token_endpoint_auth_method: isPublic ? "none" : "client_secret_post",
		oidc_conformant: true,
		jwt_configuration: { alg: "RS256" },
		...(isPublic ? { refresh_token: { ...ROTATING } } : {}),
	};
}

/** Rotating refresh tokens have to expire, and a tenant's applications have such as never do by default. */
const ROTATING = {
	rotation_type: "rotating",
	expiration_type: "expiring",
	infinite_token_lifetime: false,
	infinite_idle_token_lifetime: false,
} satisfies CreateClientRequest["refresh_token"];

/** The editable content of an application. A lifetime that does not end the rotating tokens is none. */
export function contentOf(application: Application): ApplicationContent {
	const content = contentOfResponse(applicationEditor, application);
	const rotating = content.rotates ? application.refresh_token : null;
	return {
		...content,
		...(rotating?.infinite_token_lifetime === true && { absoluteLifetime: "" }),
		...(rotating?.infinite_idle_token_lifetime === true && { idleLifetime: "" }),
	};
}

/** Body of the PATCH that turns `before` into `after`; other members of each property stay as they are stored. */
export function updateRequestOf(before: ApplicationContent, after: ApplicationContent, stored: object) {
	const body = requestOfChanges(applicationEditor, before, after, stored);
	if (!body?.refresh_token) return body;
	return {
		...body,
		refresh_token: after.rotates
			? { ...body.refresh_token, ...ROTATING }
			: { expiration_type: "expiring", ...body.refresh_token, rotation_type: "non-rotating" },
	};
}
