import "server-only";
import { X509Certificate } from "node:crypto";
import { UnreadableMetadata } from "@/lib/dashboard/single-sign-on/unreadable-metadata";
import { METADATA, SIGNATURE } from "@/lib/dashboard/single-sign-on/xml-names";
import { parseXml } from "../parse";
import type { XmlElement } from "../parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, isElement, textOf } from "../read-element";
import { UnreadableXml } from "../unreadable-xml";

export const METADATA_BYTES_MAX = 256 * 1024;
const LIMITS = { depth: 64, elements: 10_000, attributes: 20_000, comments: "between elements" } as const;
const CERTIFICATE_LENGTH_MAX = 16_384;

/** The one entity that metadata describes. @throws UnreadableMetadata */
export function readEntity(text: string): XmlElement {
	const root = readable(() => parseXml(text.trim(), { ...LIMITS, bytes: METADATA_BYTES_MAX }));
	if (isElement(root, METADATA, "EntityDescriptor")) return root;
	if (isElement(root, METADATA, "EntitiesDescriptor")) {
		throw new UnreadableMetadata(
			"This describes several entities. Paste the EntityDescriptor of the one that you mean.",
		);
	}
	throw new UnreadableMetadata(`This is no metadata: it begins with ${root.name}, not with EntityDescriptor.`);
}

/** @throws UnreadableMetadata in place of what reading XML throws */
export function readable<Value>(read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableXml) throw new UnreadableMetadata(error.message);
		throw error;
	}
}

/** The entity's name. @throws UnreadableMetadata */
export function entityIdOf(entity: XmlElement): string {
	const id = attributeOf(entity, "entityID");
	if (!id) throw new UnreadableMetadata("The EntityDescriptor has no entityID.");
	return id;
}

/** Certificates that a role signs with, in PEM, in their order. What is no certificate is left out. */
export function signingCertificates(role: XmlElement): string[] {
	return childrenOf(role, METADATA, "KeyDescriptor")
		.filter((key) => (attributeOf(key, "use") ?? "signing") === "signing")
		.flatMap((key) => descendants(key, SIGNATURE, "X509Certificate"))
		.flatMap((certificate) => pemOf(textOf(certificate, CERTIFICATE_LENGTH_MAX)));
}

function pemOf(base64: string): string[] {
	try {
		return [new X509Certificate(Buffer.from(base64.replace(/\s/g, ""), "base64")).toString()];
	} catch {
		return [];
	}
}

export function descendants(element: XmlElement, namespace: string, name: string): XmlElement[] {
	const children = element.children.filter((child) => typeof child !== "string");
	return children.flatMap((child) => [
		...(isElement(child, namespace, name) ? [child] : []),
		...descendants(child, namespace, name),
	]);
}

/** Elements of the metadata's own namespace directly in a role. */
export function rolesOf(entity: XmlElement, name: string): XmlElement[] {
	return elementsIn(entity).filter((element) => isElement(element, METADATA, name));
}

export type Endpoint = { binding: string; location: string };

export function endpointsOf(role: XmlElement, name: string): (Endpoint & { element: XmlElement })[] {
	return childrenOf(role, METADATA, name).flatMap((element) => {
		const [binding, location] = [attributeOf(element, "Binding"), attributeOf(element, "Location")];
		return binding && location ? [{ binding, location, element }] : [];
	});
}
