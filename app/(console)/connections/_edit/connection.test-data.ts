import fc from "fast-check";
import { contentsOf } from "@/app/_testing/contents-of";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING, NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { fullAccess } from "./access";
import { type ConnectionContent, connectionEditor } from "./connection-editor";

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
/** In the shape of certificates; their content is never parsed. */
export const CERTIFICATES = [pem("b25l"), pem("b25l") + pem("dHdv")];

export const acmeContent: ConnectionContent = {
	...connectionEditor.defaults,
	access: fullAccess,
	name: "acme",
	displayName: "Acme",
	issuer: "urn:acme",
	signInEndpoint: "https://acme.example/in",
	isShown: true,
	clients: ["shop"],
	mapping: { email: ["mail"] },
};

const binding = fc.constantFrom(HTTP_REDIRECT_BINDING, HTTP_POST_BINDING);
const attributes = fc.constantFrom(undefined, ["urn:a"], ["urn:a", "mail"]);

/** Of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<ConnectionContent> = contentsOf(connectionEditor, {
	name: fc.constant("acme"),
	protocolBinding: binding,
	signOutBinding: binding,
	signingCert: fc.constantFrom("", ...CERTIFICATES),
	clients: fc.subarray(["shop", "__proto__", "portal"]),
	nameIdentifierFormat: fc.constantFrom(...Object.values(NAME_FORMATS)),
	mapping: fc
		.record({ email: attributes, user_id: attributes })
		.map(({ email, user_id }) => ({ ...(user_id && { user_id }), ...(email && { email }) })),
	defaultProtocol: fc.constantFrom("oidc", "samlp", "wsfed"),
	access: fc.constant(fullAccess),
});

/** Content that every rule accepts, whatever the baseline is. */
export const savable: fc.Arbitrary<ConnectionContent> = content.map((one) => ({
	...one,
	displayName: one.displayName || "Acme",
	signInEndpoint: one.signInEndpoint || "https://a.example/",
	defaultClient: one.clients[0] ?? "",
}));
