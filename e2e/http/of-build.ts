import { readFile } from "node:fs/promises";
import { join } from "node:path";

// Routes and actions from the build's manifests, so that a test of all of them includes those added later.

const BUILD = join(import.meta.dirname, "..", "..", ".next");

type Manifest = { node: Record<string, { exportedName: string; filename: string }> };

/** Every server action, whatever page it belongs to. `file` is its source, with the folders of `app`. */
export async function actionsOfBuild(): Promise<{ id: string; name: string; file: string }[]> {
	const manifest: Manifest = JSON.parse(await readFile(join(BUILD, "server/server-reference-manifest.json"), "utf8"));
	return Object.entries(manifest.node).map(([id, { exportedName, filename }]) => ({
		id,
		name: exportedName,
		file: filename,
	}));
}

/** Every page and handler, a variable part as `[id]`. */
export async function routesOfBuild(): Promise<{ page: boolean; path: string }[]> {
	const text = await readFile(join(BUILD, "app-path-routes-manifest.json"), "utf8");
	const routes = Object.entries(JSON.parse(text) as Record<string, string>);
	return routes.map(([file, path]) => ({ page: file.endsWith("/page"), path }));
}

/** The body of a call of an action: its previous state, and a form. */
export function actionBody(fields: Record<string, string>, state: object = {}): FormData {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.set(`_1_${name}`, value);
	// The arguments follow the fields that they refer to.
	body.set("0", `[${JSON.stringify(state)},"$K1"]`);
	return body;
}

/** The baseline of the forms of templates, metadata, applications, single sign-on and connections: each reads its own part. */
const baseline = {
	rows: [],
	protocol: "off",
	mappings: [],
	probes: [],
	aliases: [],
	audience: "",
	issuer: "",
	recipient: "",
	destination: "",
	nameIdentifierFormat: "",
	authnContextClassRef: "",
	lifetimeInSeconds: "",
	logoutCallback: "",
	signingCert: "",
	createUpnClaim: true,
	passthroughClaimsWithNoMapping: true,
	mapUnknownClaimsAsIs: false,
	mapIdentities: true,
	typedAttributes: true,
	includeAttributeNameFormat: true,
	signResponse: false,
	singleLogout: false,
	signatureAlgorithm: "rsa-sha256",
	digestAlgorithm: "sha256",
	binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
	name: "Opened",
	type: "regular_web",
	elements: { portrait: true },
	description: "",
	grants: [],
	displayName: "",
	signInEndpoint: "https://opened.example/",
	signOutEndpoint: "",
	userIdAttribute: "",
	entityId: "",
	defaultClient: "",
	defaultQuery: "",
	isQuietSignOut: false,
	isShown: true,
	isProviderInitiated: false,
	protocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
	signOutBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
	signOutResponseEndpoint: "",
	defaultProtocol: "oidc",
	mapping: {},
	clients: [],
	purpose: "",
	legalBasis: "",
	retention: "",
	privacyNotice: "",
	preset: "",
	callbacks: [],
	logoutUrls: [],
	webOrigins: [],
	idTokenLifetime: "36000",
	rotates: false,
	signUp: true,
	absoluteLifetime: "",
	idleLifetime: "",
};

/** The fields of all actions together, with the template, refresh token, application and connection that they write to. */
export function actionFields(
	templateId: string,
	tokenId: string,
	applicationId = "none",
	connectionId = "none",
): Record<string, string> {
	return {
		connectionId,
		signInEndpoint: "https://swept.example/",
		isShown: "on",
		templateId,
		name: "Swept",
		type: "regular_web",
		opened: JSON.stringify(baseline),
		attribute: "resident_city",
		source: "[]",
		purpose: "Swept",
		legalBasis: "",
		retention: "",
		privacyNotice: "",
		preset: "",
		applicationId,
		scope: "read:clients",
		grantId: "none",
		description: "swept",
		protocol: "samlp",
		audience: "urn:swept",
		answer: "<swept/>",
		id: tokenId,
		tokenId,
		key: "swept",
		value: "x",
		original: "",
		intent: "save",
		user: "",
	};
}
