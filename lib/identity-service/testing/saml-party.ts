import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { trustedXml, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import type { IdentityService } from "../context/identity-service";
import { selfSignedCertificate } from "../keys/self-signed-certificate";
import { ASSERTION, PROTOCOL } from "../saml/names";
import { ISSUER } from "./addresses";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
/** The key that an application signs with, and its certificate. */
export const partyKey: KeyObject = pair.privateKey;
export const partyCertificate = selfSignedCertificate(
	pair.privateKey.export({ format: "jwk" }) as Parameters<typeof selfSignedCertificate>[0],
	"sp.example",
	new Date("2026-01-01T00:00:00Z"),
);

/** Another SAML application, like the client "saml" in all but its settings. */
export async function addSamlClient(
	{ database }: IdentityService,
	clientId: string,
	samlp: object,
	redirectUris = ["https://sp.example/acs"],
): Promise<void> {
	const like = await database
		.selectFrom("clients")
		.selectAll()
		.where("client_id", "=", "saml")
		.executeTakeFirstOrThrow();
	await database
		.insertInto("clients")
		.values({
			...like,
			client_id: clientId,
			handle: clientId,
			name: `The ${clientId} application`,
			redirect_uris: JSON.stringify(redirectUris),
			settings: JSON.stringify({ addons: { samlp }, client_aliases: ["https://sp.example/metadata"] }),
		})
		.execute();
}

export function messageId(): string {
	return `_${randomBytes(16).toString("hex")}`;
}

type RequestParts = {
	clientId: string;
	id?: string;
	issuer?: string;
	/** Null leaves it out. */
	acs?: string | null;
	destination?: string | null;
	issueInstant?: string;
	/** More attributes, and replacements of the default ones. */
	attributes?: Record<string, string | null>;
	/** XML after the issuer. */
	content?: string;
};

/** An AuthnRequest as libraries write one, with `signature` in its place. */
export function authnRequestXml(parts: RequestParts, signature: string | null = null): string {
	const { clientId, acs = "https://sp.example/acs" } = parts;
	const attributes = { AssertionConsumerServiceURL: acs, ...parts.attributes };
	return messageXml(
		"AuthnRequest",
		{ ...parts, attributes, destination: destinationOf(parts, `samlp/${clientId}`) },
		signature,
	);
}

function destinationOf({ destination }: RequestParts, path: string): string | null {
	return destination === undefined ? ISSUER + path : destination;
}

export function messageXml(name: string, parts: RequestParts, signature: string | null = null): string {
	const { id = messageId(), issuer = "https://sp.example/metadata", destination = null, content = "" } = parts;
	const attributes = {
		ID: id,
		Version: "2.0",
		IssueInstant: parts.issueInstant ?? new Date().toISOString(),
		Destination: destination,
		...parts.attributes,
	};
	const written = Object.entries(attributes)
		.filter((entry): entry is [string, string] => entry[1] !== null)
		.map(([attribute, value]) => xml` ${trustedXml(attribute)}="${value}"`);
	const [element, own] = [trustedXml(`samlp:${name}`), trustedXml((signature ?? "") + content)];
	return xml`<${element} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}"${written}><saml:Issuer>${issuer}</saml:Issuer>${own}</${element}>`.toString();
}

/**
 * A message with an enveloped signature, for HTTP-POST.
 * @param write has to give the same each time but for the signature, so ID and IssueInstant have to be fixed
 */
export function signedXml(name: string, write: (signature: string | null) => string): string {
	const material = {
		key: partyKey,
		certificate: partyCertificate,
		signatureAlgorithm: "rsa-sha256",
		digestAlgorithm: "sha256",
	} as const;
	return signXml(
		(signature) => trustedXml(write(signature === null ? null : signature.toString())),
		{ name, idAttribute: "ID" },
		material,
	).toString();
}

type Sending = { relayState?: string | undefined; parameter?: "SAMLRequest" | "SAMLResponse" };

/** The query that carries a message by HTTP-Redirect. */
export function redirectQuery(message: string, { relayState, parameter = "SAMLRequest" }: Sending = {}): string {
	const query = [`${parameter}=${encodeURIComponent(deflateRawSync(message).toString("base64"))}`];
	if (relayState !== undefined) query.push(`RelayState=${encodeURIComponent(relayState)}`);
	return query.join("&");
}

/** The query with its signature over these octets. */
export function signedQuery(
	query: string,
	{ algorithm = SIGNATURE_URIS["rsa-sha256"] as string, digest = "sha256", key = partyKey } = {},
): string {
	const octets = `${query}&SigAlg=${encodeURIComponent(algorithm)}`;
	const signature = createSign(digest).update(octets).sign(key, "base64");
	return `${octets}&Signature=${encodeURIComponent(signature)}`;
}

/** The form that carries a message by HTTP-POST. */
export function postForm(
	message: string,
	{ relayState, parameter = "SAMLRequest" }: Sending = {},
): Record<string, string> {
	return {
		[parameter]: Buffer.from(message).toString("base64"),
		...(relayState === undefined ? {} : { RelayState: relayState }),
	};
}
