import { readFile } from "node:fs/promises";
import { join } from "node:path";

// What the build says that the app answers: who asks for all of it also asks for what is added later.

const BUILD = join(import.meta.dirname, "..", "..", ".next");

type Manifest = { node: Record<string, { exportedName: string }> };

/** Every server action, whatever page it belongs to. */
export async function actionsOfBuild(): Promise<{ id: string; name: string }[]> {
	const manifest: Manifest = JSON.parse(await readFile(join(BUILD, "server/server-reference-manifest.json"), "utf8"));
	return Object.entries(manifest.node).map(([id, { exportedName }]) => ({ id, name: exportedName }));
}

/** Every page and handler, a variable part as `[id]`. */
export async function routesOfBuild(): Promise<{ page: boolean; path: string }[]> {
	const text = await readFile(join(BUILD, "app-path-routes-manifest.json"), "utf8");
	const routes = Object.entries(JSON.parse(text) as Record<string, string>);
	return routes.map(([file, path]) => ({ page: file.endsWith("/page"), path }));
}

/** What an action of this console is called with: its state before, and a form. */
export function actionBody(fields: Record<string, string>): FormData {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.set(`_1_${name}`, value);
	// The arguments come after what they refer to.
	body.set("0", '[{},"$K1"]');
	return body;
}

/** What the forms of templates, of applications, of single sign-on and of connections were opened on: each takes its own part. */
const opened = {
	...{
		protocol: "off",
		mappings: [],
		probes: [],
		aliases: [],
		audience: "",
		issuer: "",
		recipient: "",
		destination: "",
	},
	...{ nameIdentifierFormat: "", authnContextClassRef: "", lifetimeInSeconds: "", logoutCallback: "", signingCert: "" },
	...{ createUpnClaim: true, passthroughClaimsWithNoMapping: true, mapUnknownClaimsAsIs: false, mapIdentities: true },
	...{ typedAttributes: true, includeAttributeNameFormat: true, signResponse: false, singleLogout: false },
	...{ signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
	binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
	...{ name: "Opened", type: "regular_web", elements: { portrait: true }, description: "", grants: [] },
	...{ displayName: "", signInEndpoint: "https://opened.example/", signOutEndpoint: "", userIdAttribute: "" },
	...{ entityId: "", defaultClient: "", defaultQuery: "", isQuietSignOut: false, isShown: true },
	...{ isProviderInitiated: false, protocolBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" },
	...{ signOutBinding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", signOutResponseEndpoint: "" },
	...{ defaultProtocol: "oidc", mapping: {}, clients: [] },
	...{ callbacks: [], logoutUrls: [], webOrigins: [], idTokenLifetime: "36000", rotates: false, signUp: true },
};

/** Fields that any action takes: one writes to this template, this refresh token, this application and this connection. */
export function actionFields(
	templateId: string,
	tokenId: string,
	applicationId = "none",
	connectionId = "none",
): Record<string, string> {
	return {
		...{ connectionId, signInEndpoint: "https://swept.example/", isShown: "on" },
		...{ templateId, name: "Swept", type: "regular_web", attribute: "resident_city", opened: JSON.stringify(opened) },
		...{ applicationId, scope: "read:clients", grantId: "none", description: "swept" },
		...{ protocol: "samlp", audience: "urn:swept", answer: "<swept/>" },
		...{
			id: tokenId,
			tokenId,
			baseline: "[]",
			rows: '[{"key":"swept","value":"x","original":null}]',
			intent: "save",
			user: "",
		},
	};
}
